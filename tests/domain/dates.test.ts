import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { formatEndTime, formatTimeOrDateAndTime } from "#domain/dates.ts";
import { ROOT } from "#tests/support/source.ts";

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

/** Prints what dates become late on 26 November at the school, and on days when clocks change elsewhere. */
const PROGRAM = `
  import { addDays, countWholeYears, formatLongDate, SCHOOL_TIME_ZONE, subtractYears, toCalendarDay, weekdayOf } from "#domain/dates.ts";
  import { parseDay } from "#domain/text/read-day.ts";
  const late = ["2026-11-27T00:30:00Z", "2026-11-27T03:59:59Z", "2026-11-27T04:00:00Z"];
  console.log(JSON.stringify([
    late.map((moment) => toCalendarDay(moment, SCHOOL_TIME_ZONE)), addDays("2026-03-08", 1), addDays("2026-11-01", -1),
    weekdayOf("2026-11-26"), formatLongDate("2026-11-26"), countWholeYears("2014-11-26", "2026-11-26"),
    subtractYears("2026-11-26", 12), parseDay("26/11/2026"), parseDay("26 Nov 2026"),
  ]));`;

test.each(["Asia/Tokyo", "Pacific/Kiritimati", "Pacific/Honolulu", "America/New_York"])(
  "a day stays the same day on a server in %s",
  async (TZ) => {
    const program = ["--import", "tsx", "--input-type=module", "--eval", PROGRAM];

    const { stdout } = await promisify(execFile)(process.execPath, program, {
      cwd: ROOT,
      env: { ...process.env, TZ },
    });

    expect(JSON.parse(stdout)).toEqual([
      ["2026-11-26", "2026-11-26", "2026-11-27"],
      "2026-03-09",
      "2026-10-31",
      4,
      "Thursday 26 November 2026",
      12,
      "2014-11-26",
      "2026-11-26",
      "2026-11-26",
    ]);
  },
  60_000,
);
