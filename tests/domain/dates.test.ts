import { expect, test } from "vitest";
import { formatEndTime, formatTimeOrDateAndTime } from "#domain/dates.ts";

const clock = { timeZone: "America/Port_of_Spain", now: new Date("2026-06-27T03:30:00Z") };

test.each([
  { moment: "2026-06-26T14:41:00Z", said: "at 10:41" },
  { moment: "2026-06-27T03:20:00Z", said: "at 23:20" },
  { moment: "2026-06-26T03:20:00Z", said: "on 25 Jun 2026, 23:20" },
])("late on 26 June by the school's clock, $moment is said '$said'", ({ moment, said }) => {
  const words = formatTimeOrDateAndTime(moment, clock);

  expect(words).toBe(said);
});

test.each([
  { moment: "2026-06-27T03:50:00Z", said: "23:50" },
  { moment: "2026-06-27T14:41:00Z", said: "tomorrow, 10:41" },
  { moment: "2026-06-28T14:41:00Z", said: "28 Jun 2026, 10:41" },
])("late on 26 June by the school's clock it is until '$said'", ({ moment, said }) => {
  const words = formatEndTime(moment, clock);

  expect(words).toBe(said);
});
