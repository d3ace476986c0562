import { expect, test } from "vitest";
import { readDay } from "#domain/text/read-day.ts";

test.each([
  ["2026-11-20", "2026-11-20"],
  ["2026-11-20T00:00:00", "2026-11-20"],
  ["20/11/2026", "2026-11-20"],
  ["3.2.2019", "2019-02-03"],
  ["20 Nov 2026", "2026-11-20"],
  [" 5 September 2019 ", "2019-09-05"],
  ["5-sept.-2019", "2019-09-05"],
  ["31/02/2019", "2019-02-31"],
  ["20/11/26", null],
  ["Nov 2026", null],
  ["2026-11-20 08:00:00", "2026-11-20"],
  ["2016-05-04 or 05, ask mother", null],
  ["43499", null],
])("%s is %s", (text, day) => {
  expect(readDay(text)).toBe(day);
});
