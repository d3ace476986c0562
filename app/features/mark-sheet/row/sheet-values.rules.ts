import {
  ABSENT_FROM_TEST,
  NO_WORK_HANDED_IN,
  PRESENT_AT_TEST,
  nextAttendance,
  type TestAttendance,
  ATTENDANCE_ABBREVIATIONS,
  ATTENDANCE_WORDS,
} from "#domain/attendance.ts";
import { calculatePercentage } from "#domain/grades.ts";
import { gradeForPercentage, type GradingScale } from "#domain/grading.ts";
import { formatMissingGrades } from "#domain/subject-results.ts";
import { weighMarks } from "#domain/figures/weighted-marks.ts";
import type { FieldValues } from "#fields/value.ts";
import type { SavingRules, SaveReceipt } from "#saving/protocol/protocol.ts";
import { groupMarkFields, listEarnedFields, listResultFields, type MarkRules } from "#fields/mark.ts";
import { withoutMarkWhenAway } from "../save/marks.rules.ts";
import { toValuePart, type RowPart } from "#saving/screen/conflicts.rules.ts";
import type { MarkSheetColumns } from "../sheet/columns.rules.ts";
import type { MarkSheetView, MarkSheetRow } from "../sheet/sheet.ts";

/** Returns the rules for the values of a mark sheet, in the form that the shared saving code needs. */
export function markSheetSavingRules(rules: MarkRules): SavingRules {
  return {
    normalise: (values) => withoutMarkWhenAway(values, rules),
    countedAs: (values) => getReceiptCategory(values, rules),
    atomicGroups: groupMarkFields(rules),
  };
}

/** The category under which a row is counted in the summary after saving. */
type ReceiptCategory = "saved" | "incomplete" | "absent" | "noWork" | "blank";

/** Returns text such as '27 of 30 saved, 2 absent, 1 blank'. */
export function formatMarkSheetReceipt(receipt: SaveReceipt): string {
  const { total, saved = 0, incomplete = 0, absent = 0, noWork = 0, blank = 0 } = receipt;
  // A row with only some of a child's criteria is saved but not complete.
  const parts = [`${saved} of ${total} ${incomplete > 0 ? "complete" : "saved"}`];
  if (incomplete > 0) parts.push(`${incomplete} incomplete`);
  if (absent > 0) parts.push(`${absent} absent`);
  if (noWork > 0) parts.push(`${noWork} no work`);
  if (blank > 0) parts.push(`${blank} blank`);
  return parts.join(", ");
}

/** Returns the category of a row in the summary. An absence is not a mark of 0, and a rating is not a mark. */
export function getReceiptCategory(values: FieldValues, rules: MarkRules): ReceiptCategory {
  const attendance = readTestAttendance(values);
  if (attendance === ABSENT_FROM_TEST) return "absent";
  if (attendance === NO_WORK_HANDED_IN) return "noWork";
  if (!hasEarned(values, rules)) return "blank";
  return describeMissingCriteria(values, rules) === null ? "saved" : "incomplete";
}

/** Returns text such as 'missing 3 of 4' when some of a student's criteria have a grade. */
function describeMissingCriteria(values: FieldValues, rules: MarkRules): string | null {
  if (rules.kind !== "criteria") return null;
  return formatMissingGrades(listEarnedFields(rules).map((field) => values[field] ?? null));
}

export function readTestAttendance(values: FieldValues): TestAttendance {
  const { attendance } = values;
  return attendance === ABSENT_FROM_TEST || attendance === NO_WORK_HANDED_IN ? attendance : PRESENT_AT_TEST;
}

/** Returns the row's values after the attendance button is pressed once more. */
export function nextAttendanceValues(shown: FieldValues, stored: FieldValues, rules: MarkRules): FieldValues {
  const attendance = nextAttendance(readTestAttendance(shown), rules.testId);
  return clearOrRestoreMark({ ...shown, attendance }, stored, rules);
}

/** Returns the row's values after choosing an attendance in the select that replaces the button without JavaScript. */
export function valuesForAttendance(attendance: number, stored: FieldValues, rules: MarkRules): FieldValues {
  return clearOrRestoreMark({ ...stored, attendance }, stored, rules);
}

/** Clears the mark of an absent student, and restores the stored mark of a student who is present again. */
export function clearOrRestoreMark(values: FieldValues, stored: FieldValues, rules: MarkRules): FieldValues {
  if (readTestAttendance(values) !== PRESENT_AT_TEST) return withoutMarkWhenAway(values, rules);
  const earned = listEarnedFields(rules).map((field) => [field, stored[field] ?? null] as const);
  return { ...values, ...Object.fromEntries(earned) };
}

/** Returns the attendance and the values that depend on it (the mark, grade or criteria). */
export function pickResultValues(values: FieldValues, rules: MarkRules): FieldValues {
  return Object.fromEntries(listResultFields(rules).map((field) => [field, values[field] ?? null]));
}

/** The values that a change of attendance cleared, and can be restored until the user does something else. */
export type ClearedMark = { before: FieldValues; attendance: TestAttendance };

type Press = { shown: FieldValues; next: FieldValues };

/** Returns the values that this and earlier presses of the button cleared, or null if they cleared none. */
export function findClearedMark(
  { shown, next }: Press,
  rules: MarkRules,
  cleared: ClearedMark | null,
): ClearedMark | null {
  const attendance = readTestAttendance(next);
  if (hasEarned(next, rules)) return null;
  if (!hasEarned(shown, rules)) return cleared && { ...cleared, attendance };
  return { before: pickResultValues(shown, rules), attendance };
}

/** Returns whether the mark is still cleared. A colleague may have changed the row since. */
export function isStillCleared({ attendance }: ClearedMark, shown: FieldValues, rules: MarkRules): boolean {
  return readTestAttendance(shown) === attendance && !hasEarned(shown, rules);
}

function hasEarned(values: FieldValues, rules: MarkRules): boolean {
  return listEarnedFields(rules).some((field) => (values[field] ?? null) !== null);
}

/** Returns the number for the % column, or null if the column is empty. */
export function percentColumnValue(values: FieldValues, maxMark: number): number | null {
  if (readTestAttendance(values) !== PRESENT_AT_TEST || typeof values.mark !== "number") return null;
  return calculatePercentage(values.mark, maxMark);
}

const SAVED_WORDS: Record<Exclude<ReceiptCategory, "blank">, string> = {
  saved: "Saved",
  incomplete: "Saved",
  absent: "Saved, absent",
  noWork: "Saved, no work",
};

/** Returns text such as 'Saved, absent', 'Saved, missing 3 of 4' or 'Saved, 95% is an A'. */
export function describeSavedRow(
  values: FieldValues,
  rules: MarkRules,
  { columns: { hasMark }, maxMark }: { columns: MarkSheetColumns; maxMark: number },
): string {
  const counted = getReceiptCategory(values, rules);
  if (counted === "blank") return hasMark ? "No mark yet" : "No grade yet";
  const missing = counted === "incomplete" ? describeMissingCriteria(values, rules) : null;
  return [SAVED_WORDS[counted], missing, otherGrade(values, maxMark, rules.grading)]
    .filter(Boolean)
    .join(", ");
}

/** Letters whose names begin with a vowel: "an F", "an R". */
const SOUNDS_LIKE_A_VOWEL = /^[AEFHILMNORSX]/;

/** Names the grade that the mark would give if the teacher chose another, which may be a typing error. */
function otherGrade(values: FieldValues, maxMark: number, grading: GradingScale): string | null {
  const percent = percentColumnValue(values, maxMark);
  if (percent === null || (values.grade ?? null) === null) return null;
  const grade = gradeForPercentage(percent, grading);
  if (grade === null || grade === values.grade) return null;
  return `${percent}% is ${SOUNDS_LIKE_A_VOWEL.test(grade) ? "an" : "a"} ${grade}`;
}

/** Formats a row's values for display. The attendance and the main value are one item: '72', 'Abs' or 'blank'. */
export function formatMarkSheetValues({ main, extras, remark }: MarkSheetColumns): RowPart[] {
  const earned = main && toValuePart(main);
  const result: RowPart = {
    fields: ["attendance", ...(main ? [main.name] : [])],
    title: main?.title ?? "Attendance",
    words(values) {
      const attendance = readTestAttendance(values);
      return attendance === PRESENT_AT_TEST && earned
        ? earned.words(values)
        : ATTENDANCE_ABBREVIATIONS[attendance];
    },
  };
  return [result, ...[...extras, ...(remark ? [remark] : [])].map(toValuePart)];
}

/** Returns whether a field is hidden because the student is away. The stylesheet hides it by the CSS class `here`. */
export function isHiddenByAbsence(field: HTMLElement, row: HTMLElement): boolean {
  return row.dataset.away !== undefined && field.classList.contains("here");
}

/**
 * Returns the student's mark in the other test and the result of both, such as `Mid Term 36 / 50` and `Result 77%`,
 * as the report calculates it. There is no result until both marks are entered, nor after an absence from one of the
 * tests.
 */
export function describeWeightedResult(
  values: FieldValues,
  { maxMark, other }: Pick<MarkSheetRow, "maxMark" | "other">,
  { courseWeight, isExam, otherTitle }: NonNullable<MarkSheetView["result"]>,
): [other: string, result: string] {
  const isHere = readTestAttendance(values) === PRESENT_AT_TEST;
  const own = { mark: isHere && typeof values.mark === "number" ? values.mark : null, max_mark: maxMark };
  const part = other ? { mark: other.mark, max_mark: other.maxMark } : null;
  const [course, exam] = isExam ? [part, own] : [own, part];
  const weighed = weighMarks(course, exam, courseWeight);
  const result = weighed.mark === null ? "–" : `${calculatePercentage(weighed.mark, weighed.max_mark)}%`;
  const words =
    other === undefined
      ? "–"
      : other.attendance === PRESENT_AT_TEST
        ? `${other.mark} / ${other.maxMark}`
        : ATTENDANCE_WORDS[other.attendance];
  return [`${otherTitle} ${words}`, `Result ${result}`];
}
