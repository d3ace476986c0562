import { criterionGrade, grade, ratingLetter } from "#fields/choices.ts";
import { mark } from "#fields/numbers.ts";
import { recordFields } from "#fields/record.ts";
import type { RecordFields } from "#fields/record.ts";

import { blankMark, criterionField } from "../save/marks.rules.ts";
import type { MarkRules } from "../save/marks.rules.ts";

/** The typed fields of a sheet's row, in the order of its columns; the attendance is pressed. */
export function markFields(
  rules: MarkRules,
  criteria: readonly { id: number; detail: string }[],
  maxMark: number,
): RecordFields {
  const known = new Map([
    ["mark", { title: "Mark", kind: mark(maxMark) }],
    ["grade", { title: "Grade", kind: grade }],
    ["application", { title: "Application", kind: ratingLetter }],
    ["preparedness", { title: "Preparedness", kind: ratingLetter }],
    ...criteria.map(
      ({ id, detail }) => [criterionField(id), { title: detail, kind: criterionGrade }] as const,
    ),
  ]);
  return recordFields(
    Object.keys(blankMark(rules)).flatMap((name) => {
      const field = known.get(name);
      return field ? [{ name, ...field }] : [];
    }),
  );
}
