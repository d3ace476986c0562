import { z } from "zod";
import { CRITERION_GRADES } from "#domain/grades.ts";
import { criterionField } from "#fields/mark.ts";
import type { Values } from "#fields/value.ts";
import type { SheetMarks } from "#features/mark-sheet/save/read-marks.server.ts";
import { oneOf } from "./dispatch/wire.ts";

const mark = z.union(
  [
    z.number(),
    z.null(),
    z
      .string()
      .regex(/^\s*(?:-?\d+(?:\.\d+)?)?\s*$/)
      .transform((typed) => (typed.trim() === "" ? null : Number(typed))),
  ],
  { error: "a mark is a number" },
);

/** In a form, an empty field is no letter. */
const letter = z
  .string({ error: "This must be one letter." })
  .max(1, "This must be one letter.")
  .nullable()
  .transform((given) => given || null);

/** What can be entered for a student (T3); what is left out stays as it is. */
export const enteredValues = {
  mark: mark.optional(),
  attendance: oneOf(1, 2, 3).optional(),
  grade: letter.optional(),
  application: letter.optional(),
  preparedness: letter.optional(),
  grades: z.record(z.string().regex(/^[1-9]\d{0,8}$/), oneOf(...CRITERION_GRADES).nullable()).optional(),
};

type Entered = z.output<z.ZodObject<typeof enteredValues>>;

export function valuesFromWire({ grades = {}, ...given }: Entered): Values {
  const criteria = Object.entries(grades).map(([id, grade]) => [criterionField(Number(id)), grade]);
  const plain = Object.keys(enteredValues).flatMap((field) => {
    const value = (given as Partial<Values>)[field];
    return value === undefined ? [] : [[field, value]];
  });
  return Object.fromEntries([...plain, ...criteria]) as Values;
}

const WireValues = z.strictObject({
  mark: z.number().nullable(),
  attendance: z.int(),
  grade: z.string().nullable(),
  grades: z.record(z.string(), z.int().nullable()),
  application: z.string().nullable(),
  preparedness: z.string().nullable(),
});

/** Student mark record (T3) with what names it, so that it can be sent back as it came. */
export const StudentRecord = z.strictObject({
  ...WireValues.shape,
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

export function recordOnTheWire(
  { key, heading }: SheetMarks["sheet"],
  row: Row,
): z.input<typeof StudentRecord> {
  const grades = heading.criteria.map(({ criterion_id: id }) => [String(id), row.criteria?.[id] ?? null]);
  return {
    student_id: row.student_id,
    first_name: row.first_name,
    last_name: row.last_name,
    picture: row.picture,
    mark: row.mark,
    max_mark: row.max_mark ?? heading.max_mark,
    attendance: row.attendance,
    grade: row.grade,
    grades: heading.by_criteria ? Object.fromEntries(grades) : {},
    application: row.application,
    preparedness: row.preparedness,
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

/** Fields of a row as the wire has them: criteria together under `grades`. */
export function valuesOnTheWire(values: Values): Record<string, unknown> {
  const entries = Object.entries(values);
  const grades = entries.flatMap(([field, value]) => {
    const [, id] = CRITERION.exec(field) ?? [];
    return id === undefined ? [] : [[id, value]];
  });
  const plain = entries.filter(([field]) => !CRITERION.test(field));
  return { ...Object.fromEntries(plain), ...(grades.length > 0 && { grades: Object.fromEntries(grades) }) };
}

export function fieldOnTheWire(field: string): string {
  return field.replace(CRITERION, "grades.$1");
}
