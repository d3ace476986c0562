import { DEFAULT_MAX_MARK } from "#domain/grades.ts";
import { gradeLetters, type GradingScale } from "#domain/grading.ts";
import {
  ATTENDANCE_WORDS,
  PRESENT_AT_TEST,
  listAllowedAttendances,
  type TestAttendance,
} from "#domain/attendance.ts";
import { LONGEST_REMARK, type MarkSheetKind } from "#domain/sheets.ts";
import { OTHER_ASSESSMENT_TEST_ID, type TestId } from "#domain/terms.ts";
import { anyGradeField, choiceField, criterionGradeField, gradeField, ratingLetterField } from "./choices.ts";
import { formatFieldText, createTypedInputNote, UNCHANGED_COLUMN, type FieldKind } from "./kind.ts";
import { limitedMarkField } from "./numbers.ts";
import { mapFieldsByName, type RecordField, type RecordFields } from "./record.ts";

export type MarkRules = {
  testId: TestId;
  kind: MarkSheetKind;
  workRatings: boolean;
  /** True when the sheet has a column for the remarks of the subject's teacher. */
  remarks?: boolean;
  /** The grades from which one is chosen, in a subject with chosen grades. */
  grading: GradingScale;
  /** The criteria of the subject; empty unless the class is graded by criteria. */
  criteria: readonly { id: number; detail: string }[];
};

/** Describes why a remark is too long. Returns null when it fits. */
function remarkFault(value: unknown): string | null {
  if (value === null || (typeof value === "string" && value.length <= LONGEST_REMARK)) return null;
  return `use at most ${LONGEST_REMARK} characters`;
}

/**
 * A remark on one line, as it is typed. The server also cleans it and fills in phrases of the comment bank; the code for
 * that is left out of the page's script.
 */
const remarkLine: FieldKind = {
  control: "line",
  keyboard: "text",
  choices: [],
  typed: (text) => {
    const fault = remarkFault(text);
    return {
      text,
      value: text.trim() === "" ? null : text,
      note: fault ? createTypedInputNote(`${text.length} characters: ${fault}`) : null,
    };
  },
  isTypable: () => true,
  fault: "",
  isPasteable: () => true,
  posted: (text) => text.trim() || null,
  normalise: (value) => (typeof value === "string" ? value.trim() || null : value),
  refuse: remarkFault,
  words: formatFieldText,
  ...UNCHANGED_COLUMN,
};

/** The columns of a mark's own row. The work ratings and the remark have one value per subject and term. */
function columnsOf(testId: TestId, { maxMark, grade }: { maxMark: number; grade: FieldKind }) {
  return [
    { name: "attendance", title: "Attendance", kind: attendance(testId), blank: PRESENT_AT_TEST },
    { name: "mark", title: "Mark", kind: limitedMarkField(maxMark) },
    { name: "grade", title: "Grade", kind: grade },
    { name: "application", title: "Application", kind: ratingLetterField },
    { name: "preparedness", title: "Preparedness", kind: ratingLetterField },
    { name: REMARK, title: "Remark", kind: remarkLine },
  ] as const satisfies readonly RecordField[];
}

/** The name of the field for the remark of the subject's teacher. */
export const REMARK = "remark";

export type MarkColumn = ReturnType<typeof columnsOf>[number]["name"];

/** Defines the fields of a student's row on a sheet. @param maxMark the maximum of the row's mark */
export function buildMarkFields(rules: MarkRules, maxMark = DEFAULT_MAX_MARK): RecordFields {
  const { testId, kind, workRatings, remarks = false, criteria } = rules;
  const grade = gradeField(gradeLetters(rules.grading));
  const isShown: Record<MarkColumn, boolean> = {
    attendance: true,
    mark: kind !== "criteria",
    grade: kind === "grades",
    application: workRatings,
    preparedness: workRatings,
    remark: remarks,
  };
  const [came, ...earned] = columnsOf(testId, { maxMark, grade }).filter(({ name }) => isShown[name]);
  return mapFieldsByName([
    ...(came ? [came] : []),
    ...(kind === "criteria" ? criteria.map(criterion) : []),
    ...earned,
  ]);
}

export function criterionField(criterionId: number): string {
  return `criterion_${criterionId}`;
}

function criterion({ id, detail }: MarkRules["criteria"][number]): RecordField {
  return { name: criterionField(id), title: detail, kind: criterionGradeField };
}

function attendance(testId: TestId): FieldKind {
  const offered = choiceField({
    control: "list",
    values: listAllowedAttendances(testId),
    reason: "choose an attendance that this mark sheet allows",
    words: (value) => ATTENDANCE_WORDS[value as TestAttendance],
  });
  // An empty attendance is rejected, because every student is either present or absent.
  return { ...offered, refuse: (value) => offered.refuse(value ?? NOT_SAID) };
}

const NOT_SAID = 0;

/** Lists the fields of the result and the attendance, without the ratings and the remark on the term's work. */
export function listResultFields(rules: MarkRules): string[] {
  return ["attendance", ...listEarnedFields(rules)];
}

/** Lists the fields of the result alone. A page calls this for every row at each key press, so it defines no field. */
export function listEarnedFields({ kind, criteria }: MarkRules): string[] {
  if (kind === "criteria") return criteria.map(({ id }) => criterionField(id));
  return kind === "grades" ? ["mark", "grade"] : ["mark"];
}

/** Groups the fields that are saved together, so that nobody overwrites half of a colleague's entry unnoticed. */
export function groupMarkFields(rules: MarkRules): string[][] {
  if (rules.kind !== "criteria") return [listResultFields(rules)];
  return rules.criteria.map(({ id }) => ["attendance", criterionField(id)]);
}

const COLUMNS = columnsOf(OTHER_ASSESSMENT_TEST_ID, { maxMark: DEFAULT_MAX_MARK, grade: anyGradeField });

/** The fields of all kinds of mark sheet. Criteria are left out, because they differ between subjects. */
export const ALL_MARK_FIELDS: RecordFields = mapFieldsByName(COLUMNS);

/** The database columns of a mark: each field has a column with the same name. */
export const MARK_COLUMNS = COLUMNS.map(({ name }) => name);
