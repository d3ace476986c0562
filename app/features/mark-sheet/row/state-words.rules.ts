import { ATTENDANCE_SHORT, PRESENT } from "#domain/attendance.ts";
import { gradeOf, type Grading } from "#domain/grading.ts";
import type { MarkRules } from "#fields/mark.ts";
import type { Values } from "#fields/value.ts";
import { fieldPart, type ValuePart } from "#saving/screen/conflicts.rules.ts";
import type { Columns } from "../sheet/columns.rules.ts";
import {
  attendanceOf,
  countedAs,
  missingCriteria,
  percentOf,
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
  values: Values,
  rules: MarkRules,
  { columns: { hasMark }, maxMark }: { columns: Columns; maxMark: number },
): string {
  const counted = countedAs(values, rules);
  if (counted === "blank") return hasMark ? "No mark yet" : "No grade yet";
  const missing = counted === "incomplete" ? missingCriteria(values, rules) : null;
  return [SAVED_WORDS[counted], missing, otherGrade(values, maxMark, rules.grading)]
    .filter(Boolean)
    .join(", ");
}

/** Letters whose names begin with a vowel: "an F", "an R". */
const SOUNDS_LIKE_A_VOWEL = /^[AEFHILMNORSX]/;

/** A chosen grade may differ from the mark beside it; showing the difference reveals a slip of the finger. */
function otherGrade(values: Values, maxMark: number, grading: Grading): string | null {
  const percent = percentOf(values, maxMark);
  if (percent === null || (values.grade ?? null) === null) return null;
  const grade = gradeOf(percent, grading);
  if (grade === null || grade === values.grade) return null;
  return `${percent}% is ${SOUNDS_LIKE_A_VOWEL.test(grade) ? "an" : "a"} ${grade}`;
}

/** Puts the attendance and the main value into words as one: '72', 'Abs' or 'blank'. */
export function partsOf({ main, extras }: Columns): ValuePart[] {
  const earned = main && fieldPart(main);
  const result: ValuePart = {
    fields: ["attendance", ...(main ? [main.name] : [])],
    title: main?.title ?? "Attendance",
    words(values) {
      const attendance = attendanceOf(values);
      return attendance === PRESENT && earned ? earned.words(values) : ATTENDANCE_SHORT[attendance];
    },
  };
  return [result, ...extras.map(fieldPart)];
}
