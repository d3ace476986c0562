import { z } from "zod";
import { criterionGradeField } from "#fields/choices.ts";
import { ALL_MARK_FIELDS, criterionField } from "#fields/mark.ts";
import { columnsToValues } from "#fields/record.ts";
import type { FieldValue, FieldValues } from "#fields/value.ts";
import type { SheetMarks } from "#features/mark-sheet/save/read-marks.server.ts";
import type { saveMarkRecord } from "#features/mark-sheet/save/save-mark-record.server.ts";
import type { EndpointReply } from "./dispatch/endpoint.ts";
import {
  recordFieldsSchema,
  fieldValueSchema,
  storedFieldsSchema,
  parseBodyValue,
  parseBodyValues,
} from "./record-fields.ts";
import { respondToSave, savedRowSchema } from "./saved-row.ts";

/** The fields of a student's mark. Fields that are left out do not change. `grades` holds the grades by criterion. */
export const markInputFields = {
  ...recordFieldsSchema(ALL_MARK_FIELDS),
  grades: z.record(z.string().regex(/^[1-9]\d{0,8}$/), fieldValueSchema(criterionGradeField)).optional(),
};

type Given = { grades?: Record<string, FieldValue> };

export function toMarkValues({ grades = {}, ...given }: Given): FieldValues {
  const criteria = Object.entries(grades).map(([id, grade]) => [
    criterionField(Number(id)),
    parseBodyValue(criterionGradeField, grade),
  ]);
  return { ...parseBodyValues(ALL_MARK_FIELDS, given), ...Object.fromEntries(criteria) };
}

/** A student's mark with the fields that identify it, so that a caller can send the same object back. */
export const MarkRecordSchema = z.strictObject({
  ...storedFieldsSchema(ALL_MARK_FIELDS),
  grades: z.record(z.string(), z.int().nullable()),
  student_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  picture: z.string().nullable(),
  max_mark: z.number(),
  version: z.int(),
  lesson_id: z.int(),
  employee_id: z.int(),
  form_class_id: z.string(),
  subject_id: z.int(),
  academic_term_id: z.int(),
  test_id: z.int(),
  forthnightly_test_id: z.int().nullable(),
});

type Row = SheetMarks["rows"][number];

export function toMarkRecord(
  { key, heading, rules }: SheetMarks["sheet"],
  row: Row,
): z.input<typeof MarkRecordSchema> {
  const grades = heading.criteria.map(({ criterion_id: id }) => [String(id), row.criteria?.[id] ?? null]);
  return {
    student_id: row.student_id,
    first_name: row.first_name,
    last_name: row.last_name,
    picture: row.picture,
    // A sheet without remarks refuses a remark, so a caller could not send the record back.
    ...columnsToValues(ALL_MARK_FIELDS, { ...row, remark: rules.remarks ? row.remark : null }),
    grades: heading.by_criteria ? Object.fromEntries(grades) : {},
    max_mark: row.max_mark ?? heading.max_mark,
    version: row.version,
    lesson_id: heading.lesson_id,
    employee_id: heading.employee_id,
    form_class_id: heading.form_class_id,
    subject_id: heading.subject_id,
    academic_term_id: key.academicTermId,
    test_id: key.testId,
    forthnightly_test_id: key.fortnightlyTestId,
  };
}

const CRITERION = /^criterion_(\d+)$/;

/** Converts a row's fields to the API's form. There the object `grades` holds the grades by criterion. */
function valuesOnTheWire(values: FieldValues): Record<string, unknown> {
  const entries = Object.entries(values);
  const grades = entries.flatMap(([field, value]) => {
    const [, id] = CRITERION.exec(field) ?? [];
    return id === undefined ? [] : [[id, value]];
  });
  const plain = entries.filter(([field]) => !CRITERION.test(field));
  return { ...Object.fromEntries(plain), ...(grades.length > 0 && { grades: Object.fromEntries(grades) }) };
}

function fieldOnTheWire(field: string): string {
  return field.replace(CRITERION, "grades.$1");
}

export const SavedMarkSchema = savedRowSchema(MarkRecordSchema);

const WIRE = { values: valuesOnTheWire, field: fieldOnTheWire };

/** Builds the reply for a saved mark. @throws Forbidden or Conflict when nothing can be entered */
export function savedMarkReply({
  sheet,
  student,
  saved,
}: Awaited<ReturnType<typeof saveMarkRecord>>): EndpointReply<z.input<typeof SavedMarkSchema>> {
  return respondToSave(saved, WIRE, ({ version, values }) => ({
    ...toMarkRecord(sheet, student),
    ...valuesOnTheWire(values),
    version,
  }));
}
