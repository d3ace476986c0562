import { expect, test } from "vitest";
import { formatMarkChange, formatRecentMoment } from "#domain/text/noun.ts";

test.each([
  ["2026-07-02T13:12:00Z", "today 09:12"],
  ["2026-07-02T03:00:00Z", "yesterday 23:00"],
  ["2026-06-30T14:00:00Z", "30 Jun 2026, 10:00"],
])("when something happened, %s", (moment, words) => {
  const at = { timeZone: "America/Port_of_Spain", now: new Date("2026-07-02T20:00:00Z") };
  expect(formatRecentMoment(moment, at)).toBe(words);
});

test.each([
  [{ title: "Mathematics", old_values: { mark: 61 }, new_values: { mark: 64 } }, "Mathematics 61 to 64"],
  [{ title: "Mathematics", old_values: null, new_values: { mark: 64 } }, "Mathematics"],
  [{ title: null, old_values: { teacher_comment: "a" }, new_values: { teacher_comment: "b" } }, null],
])("which mark changed, %o", (change, words) => {
  expect(formatMarkChange(change)).toBe(words);
});
