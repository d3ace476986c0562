import { capital } from "#domain/text/capital.ts";
import type { AttendanceRegister, RegisterDay, RegisterMark } from "./data.ts";

/** Present prints as a dot, so that other letters stand out. */
export const LETTERS: Readonly<Record<NonNullable<RegisterMark>, string>> = {
  present: "·",
  absent: "A",
  late: "L",
  half: "½",
  outside: "–",
};

/** Spreads the letters down a column, one per row and centred, as teachers write them; null when they do not fit. */
export function writtenDown(reason: string, rows: number): string[] | null {
  const letters = [...reason];
  if (letters.length > rows) return null;
  const first = Math.floor((rows - letters.length) / 2);
  return Array.from({ length: rows }, (_row, index) => letters[index - first] ?? "");
}

/** Reasons that do not fit down their column are explained under the table. */
export function notesOf({ days, students, notes }: AttendanceRegister): string[] {
  return [...closedNotes(days, (reason) => writtenDown(reason, students.length) === null), ...notes];
}

/** Lists the days on which nobody is counted, by reason, such as `Not marked: 5, 8.` */
export function closedNotes(
  days: readonly RegisterDay[],
  isTold: (reason: string) => boolean = () => true,
): string[] {
  const reasons = new Set(days.flatMap(({ counted }) => (typeof counted === "string" ? [counted] : [])));
  return [...reasons].filter(isTold).map((reason) => {
    const on = days.filter(({ counted }) => counted === reason).map(({ day }) => day);
    return `${capital(reason)}: ${on.join(", ")}.`;
  });
}

/** The rows under the students, with what each counts for a day. */
export const FOOT_ROWS = [
  { title: "Boys present", of: "boys" },
  { title: "Girls present", of: "girls" },
  { title: "Present", of: "all", strong: true },
  { title: "Absent", of: "absent" },
  { title: "Late", of: "late" },
] as const satisfies readonly { title: string; of: keyof CountedDay; strong?: true }[];

export type FootRow = (typeof FOOT_ROWS)[number];
type CountedDay = Exclude<RegisterDay["counted"], string>;

/** Returns the totals of a foot row, each in the column of the figure that it adds up. */
export function footFigures({ totals }: AttendanceRegister, { of }: FootRow) {
  const none = { present: null, absent: null, late: null, percent: null };
  if (of === "absent" || of === "late") return { ...none, [of]: totals[of] };
  return { ...none, present: totals[of].present, percent: totals[of].percent };
}
