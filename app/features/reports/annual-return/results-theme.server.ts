import type { AnnualReturnStudent } from "#db/queries/reports/annual-return.ts";
import type { ReportedSubject } from "#db/queries/reports/report-card-marks.ts";
import { PRESENT_AT_TEST } from "#domain/attendance.ts";
import {
  gradeLetters,
  gradeRanges,
  isBelowPassMark,
  DEFAULT_GRADING,
  type GradingScale,
} from "#domain/grading.ts";
import { formatRegisterName } from "#domain/names.ts";
import { reportUrl } from "#domain/paths.ts";
import {
  createAnnualReturnTheme,
  type PersonBehindFigure,
  type AnnualReturnTheme,
  type AnnualReturnColumn,
} from "./theme.rules.ts";
import type { AnnualReturnLevel } from "./enrolled.server.ts";

type ReturnResult = { student: AnnualReturnStudent; subject: ReportedSubject };

export type GradedMarks = {
  results: readonly ReturnResult[];
  levels: readonly AnnualReturnLevel[];
  gradings: ReadonlyMap<number, GradingScale>;
  /** The term of the results, with a title such as `Term 2 of 2025–2026`; null before the end of the first term. */
  term: { id: number; title: string } | null;
};

type Column = AnnualReturnColumn<ReturnResult>;

export function buildResultsTheme({ results: all, levels, gradings, term }: GradedMarks): AnnualReturnTheme {
  return createAnnualReturnTheme<ReturnResult>({
    id: "results",
    name: "Results",
    total: "School",
    ratios: [],
    title: `Results by form and subject, ${term?.title ?? "no term is over yet"}`,
    about: `End of Term: ${describeScales(levels, gradings)}. Subjects assessed by criteria are left out.`,
    counted: all.filter(({ subject }) => subject.kind !== "criteria"),
    columns: columnsOf(gradings),
    rowOf: keyOf,
    listed: (each) => toPersonWithResult(each, term?.id ?? 0),
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

export function toPersonWithResult(
  { student, subject }: ReturnResult,
  academicTermId: number,
): PersonBehindFigure {
  const { id, class_id, label } = student;
  return {
    key: `${id}-${subject.subject_id}`,
    name: formatRegisterName(student),
    to: class_id === null ? "" : reportUrl({ classId: class_id, academicTermId, studentKey: id }),
    about: label ?? "Not in a class",
    detail: `${subject.subject}: ${wordsOf(subject)}`,
  };
}

/** Describes the grade scale. If levels have different scales, describes each scale with its levels. */
function describeScales(levels: readonly AnnualReturnLevel[], gradings: GradedMarks["gradings"]): string {
  const titles = new Map<string, string[]>();
  for (const { level, title } of levels) {
    const ranges = gradeRanges(gradings.get(level) ?? DEFAULT_GRADING);
    const scale = `${ranges.map(({ letter, meaning }) => `${letter} ${meaning}`).join(", ")} per cent`;
    titles.set(scale, [...(titles.get(scale) ?? []), title]);
  }
  const scales = [...titles];
  return scales.map(([scale, of]) => (scales.length === 1 ? scale : `${of.join(", ")}: ${scale}`)).join("; ");
}

/** Builds the columns. Levels may have different scales, so passing is counted by result and not by letter. */
function columnsOf(gradings: GradedMarks["gradings"]): Column[] {
  const all = gradings.size === 0 ? [DEFAULT_GRADING] : [...gradings.values()];
  const letters = [...new Set(all.flatMap(gradeLetters))];
  const passMarks = new Set(all.map(({ passMark }) => passMark));
  const hasPassed = ({ student, subject }: ReturnResult) =>
    subject.grade !== null &&
    !isAway(subject) &&
    !isBelowPassMark(subject, gradings.get(student.form_level ?? 0) ?? DEFAULT_GRADING);
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
    { key: "marks", title: "Marks", kind: "sum", plus: letters, width: 10 },
    ...letters.map((grade): Column => ({
      ...count(grade, grade, ({ subject }) => !isAway(subject) && subject.grade === grade),
      width: 8,
    })),
    count("pass", "Passed", hasPassed),
    {
      key: "passed",
      title: passMarks.size === 1 ? `${[...passMarks].join()}% or above` : "Pass mark or above",
      kind: "share",
      part: ["pass"],
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
  return counted !== null && counted.attendance !== PRESENT_AT_TEST;
}

function keyOf({ student, subject }: ReturnResult): string {
  return `${student.form_level}-${subject.subject_id}`;
}

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
