import type { Attendance } from "#domain/attendance.ts";
import type { Grade, Rating } from "#domain/grades.ts";
import { nounFor } from "#domain/text/noun.ts";
import { countsLine, type Count, type CountsLine } from "../parts/counts.ts";
import type { Printed, School } from "../parts/school.ts";

/**
 * The mark sheet of one lesson: one subject, one class, one assessment. Every figure is final, and nothing is rounded
 * here.
 */
export type MarkSheet = {
  school: School;
  /** The printed heading. */
  title: string;
  subject: string;
  classLabel: string;
  teacher: string;
  testTitle: string;
  /** The printed date, such as `20 Nov 2026`; null when no date is set. */
  testDate: string | null;
  /** Such as `Term 3` and `2025–2026`. */
  term: string;
  year: string;
  printed: Printed;
  scheme: Scheme;
  /** Application and preparedness have columns. */
  workRatings: boolean;
  /** An empty sheet for marking on paper: the same students and columns, with boxes instead of marks. */
  blank: boolean;
  students: SheetStudent[];
  totals: SheetTotals;
  /** The meanings of the sheet's letters, such as `A` for `90–100`. */
  keys: { letter: string; meaning: string }[];
  /** Sentences under the table. */
  notes: string[];
};

/** The entry for a student: a mark, a chosen grade, or a grade from 1 to 5 for each criterion. */
export type Scheme =
  | { by: "mark"; maxMark: number; grades: boolean }
  | { by: "grade" }
  | { by: "criteria"; criteria: { id: number; detail: string }[] };

export type SheetStudent = {
  name: string;
  attendance: Attendance;
  mark: number | null;
  /** The maximum for the mark, printed when it differs from the sheet's. */
  maxMark: number | null;
  percent: number | null;
  grade: Grade | null;
  /** The grades in the order of the scheme's criteria. */
  criteria: (number | null)[];
  application: Rating | null;
  preparedness: Rating | null;
};

export type SheetTotals = {
  count: number;
  absent: number;
  noWork: number;
  /** The number of students who are present without an entry. */
  blank: number;
  /** Null where the sheet has no marks to sum up. `mean` keeps its decimals, such as `71.0`. */
  marks: MarkSpread | null;
  percents: MarkSpread | null;
};

export type MarkSpread = { mean: string; highest: number; lowest: number };

/**
 * Builds a line such as `35 students  2 absent  1 not marked`: the number of students, and of those without a mark by
 * reason.
 */
export function countsOf({ count, absent, noWork, blank }: SheetTotals, isBlankSheet: boolean): CountsLine {
  const all: Count[] = [{ figure: count, words: nounFor(count, "student") }];
  const others: Count[] = [
    { figure: absent, words: "absent" },
    { figure: noWork, words: "no work" },
    { figure: blank, words: "not marked" },
  ];
  return countsLine(isBlankSheet ? all : [...all, ...others.filter(({ figure }) => figure > 0)]);
}
