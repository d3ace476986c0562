import { ATTENDANCE_ABBREVIATIONS, PRESENT_AT_TEST } from "#domain/attendance.ts";
import { gradeForPercentage, type GradingScale } from "#domain/grading.ts";
import type { MarkRules } from "#fields/mark.ts";
import type { FieldValues } from "#fields/value.ts";
import { toValuePart, type RowPart } from "#saving/screen/conflicts.rules.ts";
import type { SheetColumns } from "../sheet/columns.rules.ts";
import {
  readTestAttendance,
  getReceiptCategory,
  describeMissingCriteria,
  percentColumnValue,
  type ReceiptCategory,
} from "./sheet-values.rules.ts";

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
  { columns: { hasMark }, maxMark }: { columns: SheetColumns; maxMark: number },
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
export function sheetValueParts({ main, extras, remark }: SheetColumns): RowPart[] {
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
