import { listRegisterLetters, type PrintedAttendance } from "#domain/daily/attendance-states.ts";
import { capitalise } from "#domain/text/capital.ts";
import type { AttendanceRegister, RegisterDay } from "./data.ts";

/** The letters of the register. Present is a dot, so that other letters stand out. */
export const REGISTER_LETTERS = Object.fromEntries(
  listRegisterLetters().map(({ mark, letter }) => [mark, letter]),
) as Readonly<Record<PrintedAttendance, string>>;

/**
 * Spreads a reason down a column, one letter in each row, as teachers write it. Returns null if the reason is too
 * long.
 */
export function spreadLettersDown(reason: string, rows: number): string[] | null {
  const letters = [...reason];
  if (letters.length > rows) return null;
  const first = Math.floor((rows - letters.length) / 2);
  return Array.from({ length: rows }, (_row, index) => letters[index - first] ?? "");
}

/** Lists the notes below the table, including the reasons that do not fit into their column. */
export function listRegisterNotes({ days, students, notes }: AttendanceRegister): string[] {
  return [...closedDayNotes(days, (reason) => spreadLettersDown(reason, students.length) === null), ...notes];
}

/** Lists the days on which nothing was counted, by reason: `Not marked: 5, 8.` */
export function closedDayNotes(
  days: readonly RegisterDay[],
  isIncluded: (reason: string) => boolean = () => true,
): string[] {
  const reasons = new Set(days.flatMap(({ counted }) => (typeof counted === "string" ? [counted] : [])));
  return [...reasons].filter(isIncluded).map((reason) => {
    const on = days.filter(({ counted }) => counted === reason).map(({ day }) => day);
    return `${capitalise(reason)}: ${on.join(", ")}.`;
  });
}

/** The rows below the students. Each shows one figure of the day (`of`). */
export const REGISTER_FOOT_ROWS = [
  { title: "Boys present", of: "boys" },
  { title: "Girls present", of: "girls" },
  { title: "Present", of: "all", strong: true },
  { title: "Absent", of: "absent" },
  { title: "Late", of: "late" },
] as const satisfies readonly { title: string; of: keyof CountedDay; strong?: true }[];

export type RegisterFootRow = (typeof REGISTER_FOOT_ROWS)[number];
type CountedDay = Exclude<RegisterDay["counted"], string>;

/** Returns the totals of a row below the students, each in the column of its figure. */
export function footRowFigures({ totals }: AttendanceRegister, { of }: RegisterFootRow) {
  const none = { present: null, absent: null, late: null, percent: null };
  if (of === "absent" || of === "late") return { ...none, [of]: totals[of] };
  return { ...none, present: totals[of].present, percent: totals[of].percent };
}
