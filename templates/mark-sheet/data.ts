import type { TestAttendance } from "#domain/attendance.ts";
import type { Rating } from "#domain/grades.ts";
import type { Grade } from "#domain/grading.ts";
import { pluralise } from "#domain/text/noun.ts";
import { buildCountsLine, type LabelledCount, type CountsLine } from "../parts/counts.ts";
import type { PrintTime, School } from "../parts/school.ts";

/** The mark sheet of one lesson: a subject, a class and a test. All figures are final, so nothing is rounded here. */
export type MarkSheet = {
  school: School;
  /** The printed heading. */
  title: string;
  subject: string;
  classLabel: string;
  teacher: string;
  testTitle: string;
  /** The printed date, such as `20 Nov 2026`; null if there is no date. */
  testDate: string | null;
  /** The term and the year, such as `Term 3` and `2025–2026`. */
  term: string;
  year: string;
  printed: PrintTime;
  scheme: EntryScheme;
  /** True if there are columns for application and preparedness. */
  workRatings: boolean;
  /** True for an empty sheet to fill in on paper. It has the same students and columns, but boxes instead of marks. */
  blank: boolean;
  students: MarkSheetStudent[];
  totals: SheetTotals;
  /** The meanings of the sheet's letters, such as `A` for `90–100`. */
  keys: { letter: string; meaning: string }[];
  /** Sentences below the table. */
  notes: string[];
};

/** The kind of entry for each student: a mark, a chosen grade, or a grade from 1 to 5 for each criterion. */
export type EntryScheme =
  | { by: "mark"; maxMark: number; grades: boolean }
  | { by: "grade" }
  | { by: "criteria"; criteria: { id: number; detail: string }[] };

export type MarkSheetStudent = {
  name: string;
  attendance: TestAttendance;
  mark: number | null;
  /** The maximum of the mark. It is printed only if it differs from the sheet's maximum. */
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
  /** The number of present students without an entry. */
  blank: number;
  /** Null if the sheet has no marks. `mean` keeps its decimals, as in `71.0`. */
  marks: MarkSummary | null;
  percents: MarkSummary | null;
};

export type MarkSummary = { mean: string; highest: number; lowest: number };

/**
 * Builds a line such as `35 students 2 absent 1 not marked`: the number of students, and by reason the number of
 * students without a mark.
 */
export function sheetCountsLine(
  { count, absent, noWork, blank }: SheetTotals,
  isBlankSheet: boolean,
): CountsLine {
  const all: LabelledCount[] = [{ figure: count, words: pluralise(count, "student") }];
  const others: LabelledCount[] = [
    { figure: absent, words: "absent" },
    { figure: noWork, words: "no work" },
    { figure: blank, words: "not marked" },
  ];
  return buildCountsLine(isBlankSheet ? all : [...all, ...others.filter(({ figure }) => figure > 0)]);
}
