/** The definitions of the attendance figures of the overview: what counts, and from which figure on something stands out. */

/** Students who are present for less than these shares of their sessions, in per cent, are listed. */
export const LOW = 90;
export const VERY_LOW = 80;

/** A class that is present for less than this stands out. */
export const CLASS_LOW = 94;

/** A rate of absence stands out from this multiple of the rate of all classes shown. */
const TIMES_THE_RATE = 1.1;

/** The shares of a class absent on one day, in per cent, and the fewest students that count as many. */
const SOME_ABSENT = 5;
const MANY_ABSENT = 10;
const FEWEST_OF_MANY = 3;

type Marked = { present: number; absent: number };

/** Returns the percentage absent of those on a register; null without a register. */
export function percentAbsent({ present, absent }: Marked): number | null {
  return present + absent === 0 ? null : (100 * absent) / (present + absent);
}

/** Tells whether a rate of absence is at least a tenth above the rate of all. */
export function isHighRate(percent: number | null, ofAll: number | null): boolean {
  return percent !== null && ofAll !== null && ofAll > 0 && percent >= TIMES_THE_RATE * ofAll;
}

/** The tone of a class's day: few, some or many absent. */
export type DayTone = "few" | "some" | "many";

export function toneOfDay(day: Marked): DayTone | null {
  const percent = percentAbsent(day);
  if (percent === null) return null;
  if (percent >= MANY_ABSENT && day.absent >= FEWEST_OF_MANY) return "many";
  return percent < SOME_ABSENT ? "few" : "some";
}

/** A student's sessions on a register, as on the report card. Late counts as present. */
export type Sessions = { total: number; absent: number };

export function percentPresentOf({ total, absent }: Sessions): number {
  return (100 * (total - absent)) / total;
}

/** Tells whether a student was present for less than a limit: one who is at 80% exactly is not under 80%. */
export function isUnder(limit: number, { total, absent }: Sessions): boolean {
  return 100 * absent > (100 - limit) * total;
}

/** Formats `95.2`, and never says 100.0 or 0.0 of a figure that only comes near it. */
export function formatRate(percent: number): string {
  if (percent < 100 && percent >= 99.95) return "99.9";
  if (percent > 0 && percent < 0.05) return "0.1";
  return percent.toFixed(1);
}

/** Formats `3rd`. */
export function formatPlace(place: number): string {
  const isTeen = place % 100 >= 11 && place % 100 <= 13;
  const ending = isTeen ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th");
  return `${place}${ending}`;
}

/** The explanations on the page, in plain words. */
export const ATTENDANCE_DEFINITIONS: readonly { term: string; words: string }[] = [
  {
    term: "Present and absent",
    words:
      "Late counts as present. A student who was there for one of two sessions counts as half present and half absent, and is not in the list of students who are absent all day.",
  },
  {
    term: "Not marked yet",
    words: "The students of classes that have no register of the day. They are not counted as absent.",
  },
  {
    term: "3rd day",
    words:
      "School days in a row on which the student was absent from every register of this term, including the day shown. A day without a register neither counts nor ends the row.",
  },
  {
    term: "Rates of a week, weekday, level or class",
    words:
      "All days of the term up to the day shown: students present, divided by students on a register. Weeks are compared by their place in the term. A figure is red when the rate of absence is at least a tenth above that of all classes shown.",
  },
  {
    term: `Under ${LOW}% and under ${VERY_LOW}%`,
    words: `Sessions present, divided by the sessions in which the student was on a register, as on the report card. Days absent are those sessions divided by the sessions of a day. A student at exactly ${VERY_LOW}% is not under ${VERY_LOW}%.`,
  },
  {
    term: "Every class, every day",
    words: `A low bar is a day with less than ${SOME_ABSENT}% absent, a red one a day with ${MANY_ABSENT}% or more and at least ${FEWEST_OF_MANY} students. A class under ${CLASS_LOW}% present is red.`,
  },
];
