import { USUAL_MAXIMUM } from "#domain/grades.ts";
import { ATTENDANCE_WORDS, PRESENT, attendancesOf, type Attendance } from "#domain/attendance.ts";
import type { SheetKind } from "#domain/sheets.ts";
import { OTHER_ASSESSMENT, type TestId } from "#domain/terms.ts";
import { choice, criterionGrade, grade, ratingLetter } from "./choices.ts";
import type { FieldKind } from "./kind.ts";
import { mark } from "./numbers.ts";
import { recordFields, type RecordField, type RecordFields } from "./record.ts";

/** What decides which values a sheet takes. */
export type MarkRules = {
  testId: TestId;
  kind: SheetKind;
  workRatings: boolean;
  /** What the subject is graded by, where the class is graded by criteria. */
  criteria: readonly { id: number; detail: string }[];
};

/** The fields that are a column of the mark itself; the two last are given once a subject and term (design section 8). */
function columnsOf(testId: TestId, maxMark: number) {
  return [
    { name: "attendance", title: "Attendance", kind: attendance(testId), blank: PRESENT },
    { name: "mark", title: "Mark", kind: mark(maxMark) },
    { name: "grade", title: "Grade", kind: grade },
    { name: "application", title: "Application", kind: ratingLetter },
    { name: "preparedness", title: "Preparedness", kind: ratingLetter },
  ] as const satisfies readonly RecordField[];
}

export type MarkColumn = ReturnType<typeof columnsOf>[number]["name"];

/** The fields of a student's row of a sheet. @param maxMark what the row's mark is out of */
export function markFields(rules: MarkRules, maxMark = USUAL_MAXIMUM): RecordFields {
  const { testId, kind, workRatings, criteria } = rules;
  const isShown: Record<MarkColumn, boolean> = {
    attendance: true,
    mark: kind !== "criteria",
    grade: kind === "grades",
    application: workRatings,
    preparedness: workRatings,
  };
  const [came, ...earned] = columnsOf(testId, maxMark).filter(({ name }) => isShown[name]);
  return recordFields([
    ...(came ? [came] : []),
    ...(kind === "criteria" ? criteria.map(criterion) : []),
    ...earned,
  ]);
}

export function criterionField(criterionId: number): string {
  return `criterion_${criterionId}`;
}

function criterion({ id, detail }: MarkRules["criteria"][number]): RecordField {
  return { name: criterionField(id), title: detail, kind: criterionGrade };
}

function attendance(testId: TestId): FieldKind {
  const offered = choice({
    control: "list",
    values: attendancesOf(testId),
    reason: "not an attendance of this sheet",
    words: (value) => ATTENDANCE_WORDS[value as Attendance],
  });
  // A student is there or away: it is never nothing.
  return { ...offered, refuse: (value) => offered.refuse(value ?? NOT_SAID) };
}

const NOT_SAID = 0;

/** What a student earned and whether they came: everything but the ratings of the term's work. */
export function resultFields(rules: MarkRules): string[] {
  return [...markFields({ ...rules, workRatings: false }).keys()];
}

/** The same without the attendance. */
export function earnedFields(rules: MarkRules): string[] {
  return resultFields(rules).filter((name) => name !== "attendance");
}

/**
 * Whether somebody came and what they earned are one statement: no colleague's half of it is overwritten unseen. Two
 * criteria are two statements.
 */
export function atomicGroups(rules: MarkRules): string[][] {
  if (rules.kind !== "criteria") return [resultFields(rules)];
  return rules.criteria.map(({ id }) => ["attendance", criterionField(id)]);
}

const COLUMNS = columnsOf(OTHER_ASSESSMENT, USUAL_MAXIMUM);

/** Those of every kind of sheet, whatever one of them takes, but for the criteria, which are a subject's own. */
export const EVERY_MARK_FIELD: RecordFields = recordFields(COLUMNS);

/** Each of these fields has a column of its name. */
export const MARK_COLUMNS = COLUMNS.map(({ name }) => name);
