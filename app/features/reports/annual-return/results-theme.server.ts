import type { ReturnStudent } from "#db/queries/reports/annual-return.ts";
import type { ReportedSubject } from "#db/queries/reports/report-card-marks.ts";
import { PRESENT } from "#domain/attendance.ts";
import { GRADE_RANGES, GRADES, isLowGrade, PASS_MARK } from "#domain/grades.ts";
import { registerName } from "#domain/names.ts";
import { reportUrl } from "#domain/paths.ts";
import { createTheme, type CountedPerson, type Theme, type ThemeColumn } from "./theme.rules.ts";
import type { Level } from "./enrolled.server.ts";

type ReturnResult = { student: ReturnStudent; subject: ReportedSubject };

export type ResultsThemeData = {
  results: readonly ReturnResult[];
  levels: readonly Level[];
  /** The term of the results, with a title such as `Term 2 of 2025–2026`; null before the end of the first term. */
  term: { id: number; title: string } | null;
};

type Column = ThemeColumn<ReturnResult>;

export function resultsTheme({ results: all, levels, term }: ResultsThemeData): Theme {
  const scale = GRADE_RANGES.map(({ letter, meaning }) => `${letter} ${meaning}`).join(", ");
  return createTheme<ReturnResult>({
    id: "results",
    name: "Results",
    total: "School",
    ratios: [],
    title: `Results by form and subject, ${term?.title ?? "no term is over yet"}`,
    about: `End of Term: ${scale} per cent. Subjects assessed by criteria are left out.`,
    counted: all.filter(({ subject }) => subject.kind !== "criteria"),
    columns: columnsOf(),
    rowOf: keyOf,
    listed: (each) => toResultRow(each, term?.id ?? 0),
    groups: levels.map(({ level, title }) => ({
      key: `level-${level}`,
      title,
      rows: subjectsOf(all.filter(({ student }) => student.form_level === level)).map(({ key, words }) => ({
        key,
        words: { form: title, subject: words },
      })),
    })),
  });
}

/** Returns whether the subject still lacks a mark, an absence or a grade. */
export function isResultMissing({ subject }: ReturnResult): boolean {
  return subject.kind !== "criteria" && !isAway(subject) && subject.grade === null;
}

export function toResultRow({ student, subject }: ReturnResult, academicTermId: number): CountedPerson {
  const { id, class_id, label } = student;
  return {
    key: `${id}-${subject.subject_id}`,
    name: registerName(student),
    to: class_id === null ? "" : reportUrl({ classId: class_id, academicTermId, studentKey: id }),
    about: label ?? "Not in a class",
    detail: `${subject.subject}: ${wordsOf(subject)}`,
  };
}

function columnsOf(): Column[] {
  const count = (key: string, title: string, of: (each: ReturnResult) => boolean): Column => {
    return { key, title, kind: "count", width: 10, of: (each) => Number(of(each)) };
  };
  return [
    { key: "form", title: "Form", kind: "text", width: 14 },
    { key: "subject", title: "Subject", kind: "text", width: 38 },
    count("students", "Students", () => true),
    count("away", "Absent, no work", ({ subject }) => isAway(subject)),
    {
      key: "none",
      title: "No mark yet",
      kind: "sum",
      plus: ["students"],
      minus: ["away", "marks"],
      width: 10,
    },
    { key: "marks", title: "Marks", kind: "sum", plus: [...GRADES], width: 10 },
    ...GRADES.map((grade): Column => ({
      ...count(grade, grade, ({ subject }) => !isAway(subject) && subject.grade === grade),
      width: 8,
    })),
    {
      key: "passed",
      title: `${PASS_MARK}% and over`,
      kind: "share",
      part: GRADES.filter((grade) => !isLowGrade(grade)),
      whole: "marks",
      width: 11,
    },
    {
      key: "mean",
      title: "Mean %",
      kind: "mean",
      weight: "marks",
      width: 9,
      mean: ({ subject }) => (subject.kind === "marks" ? subject.percent : null),
    },
  ];
}

function isAway({ counted }: ReportedSubject): boolean {
  return counted !== null && counted.attendance !== PRESENT;
}

function keyOf({ student, subject }: ReturnResult): string {
  return `${student.form_level}-${subject.subject_id}`;
}

/** Sorts the subjects by title. */
function subjectsOf(all: readonly ReturnResult[]): { key: string; words: string }[] {
  const titles = new Map(
    all.flatMap((item) =>
      item.subject.kind === "criteria" ? [] : [[keyOf(item), item.subject.subject] as const],
    ),
  );
  return [...titles]
    .map(([key, words]) => ({ key, words }))
    .sort((one, other) => one.words.localeCompare(other.words, "en"));
}

function wordsOf(subject: ReportedSubject): string {
  if (isAway(subject)) return "absent or no work";
  if (subject.percent !== null) return `${subject.percent}%, ${subject.grade}`;
  return subject.grade ?? "no mark yet";
}
