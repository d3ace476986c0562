/** The overview lists students who were present for less than these percentages of their sessions. */
export const LOW_ATTENDANCE_PERCENT = 90;
export const VERY_LOW_ATTENDANCE_PERCENT = 80;

/**
 * The number of consecutive school days of absence, including the day shown, after which the school calls the family.
 */
export const ABSENT_DAYS_BEFORE_CALL = 3;

/** The overview highlights a class if a smaller percentage of its students than this is present. */
export const LOW_CLASS_ATTENDANCE_PERCENT = 94;

/** The overview highlights a rate of absence that is at least this many times the rate of all classes shown. */
const TIMES_THE_RATE = 1.1;

/** The percentages of absent students that count as `some` or `many` of a class. Fewer than three are never `many`. */
const SOME_ABSENT = 5;
const MANY_ABSENT = 10;
const FEWEST_OF_MANY = 3;

type Marked = { present: number; absent: number };

/** Returns the percentage of the students on the register who are absent, or null if there is no register. */
export function percentAbsent({ present, absent }: Marked): number | null {
  return present + absent === 0 ? null : (100 * absent) / (present + absent);
}

/** Tells whether a rate of absence is at least 1.1 times the rate of all classes. */
export function isHighAbsenceRate(percent: number | null, percentOfAll: number | null): boolean {
  return (
    percent !== null && percentOfAll !== null && percentOfAll > 0 && percent >= TIMES_THE_RATE * percentOfAll
  );
}

/** The level of absence in a class on a day, by the percentage of students who are absent. */
export type AbsenceLevel = "few" | "some" | "many";

export function absenceLevelOfDay(day: Marked): AbsenceLevel | null {
  const percent = percentAbsent(day);
  if (percent === null) return null;
  if (percent >= MANY_ABSENT && day.absent >= FEWEST_OF_MANY) return "many";
  return percent < SOME_ABSENT ? "few" : "some";
}

/** A student's sessions on a register, as on the report card. Late counts as present. */
export type SessionCounts = { total: number; absent: number };

export function calculatePercentOfSessionsPresent({ total, absent }: SessionCounts): number {
  return (100 * (total - absent)) / total;
}

/** Tells whether a student was present for less than `limitPercent` of the sessions. Exactly 80% is not below 80%. */
export function isAttendanceBelow(limitPercent: number, { total, absent }: SessionCounts): boolean {
  return 100 * absent > (100 - limitPercent) * total;
}

/** Formats `95.2`. Only exact rates become 100.0 or 0.0, because readers take these to mean everybody or nobody. */
export function formatAttendanceRate(percent: number): string {
  if (percent < 100 && percent >= 99.95) return "99.9";
  if (percent > 0 && percent < 0.05) return "0.1";
  return percent.toFixed(1);
}

export function formatOrdinal(number: number): string {
  const isTeen = number % 100 >= 11 && number % 100 <= 13;
  const ending = isTeen ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
  return `${number}${ending}`;
}

/** The explanations that the page shows to its readers. */
export const ATTENDANCE_DEFINITIONS: readonly { term: string; words: string }[] = [
  {
    term: "Present and absent",
    words:
      "A student who came late or left early counts as present, and an excused absence counts as an absence. A student who was there for one of two sessions counts as half present and half absent, and is not in the list of students who are absent all day.",
  },
  {
    term: "Not marked yet",
    words: "Students whose class has no register for the day. They do not count as absent.",
  },
  {
    term: "3rd day",
    words:
      "The number of school days in a row, up to the day shown, on which the student was absent from every register of the day. Only days of this term count. A day without a register is not counted and does not break the run.",
  },
  {
    term: "Attendance rates by week, weekday, level or class",
    words:
      "All days of the term up to the day shown: students present, divided by students on a register. Weeks are compared by their place in the term. A figure is red when the rate of absence is at least a tenth above that of all classes shown.",
  },
  {
    term: `Under ${LOW_ATTENDANCE_PERCENT}% and under ${VERY_LOW_ATTENDANCE_PERCENT}%`,
    words: `Sessions present, divided by the sessions in which the student was on a register, as on the report card. Days absent are the sessions missed, divided by the number of sessions in a day. A student at exactly ${VERY_LOW_ATTENDANCE_PERCENT}% is not under ${VERY_LOW_ATTENDANCE_PERCENT}%.`,
  },
  {
    term: "All classes, day by day",
    words: `A low bar is a day with less than ${SOME_ABSENT}% absent. A red bar is a day with ${MANY_ABSENT}% or more absent, and at least ${FEWEST_OF_MANY} students. A class under ${LOW_CLASS_ATTENDANCE_PERCENT}% present is red.`,
  },
];
