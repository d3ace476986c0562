import { z } from "zod";
import {
  saveMarkRecord,
  readMarksForApi,
  type MarkSheetWithRows,
} from "#features/mark-sheet/save/mark-record.server.ts";
import { criterionGradeField } from "#fields/choices.ts";
import { ALL_MARK_FIELDS, criterionField } from "#fields/mark.ts";
import { columnsToValues } from "#fields/record.ts";
import type { FieldValue, FieldValues } from "#fields/value.ts";
import { FORTNIGHTLY_TEST_ID, type TestId } from "#domain/terms.ts";
import type { LessonsRequest } from "#features/mark-sheet/choose/find-lessons.server.ts";
import type { LessonTestKey } from "#domain/paths.ts";
import { defineEndpoint, type Endpoint, type EndpointReply } from "./dispatch/endpoint.ts";
import { idSchema, nameSchema, saveIdSchema, versionSchema, oneOfNumbersSchema } from "./dispatch/wire.ts";
import {
  recordFieldsSchema,
  fieldValueSchema,
  storedFieldsSchema,
  parseBodyValue,
  parseBodyValues,
} from "./record-fields.ts";
import { respondToSave, savedRowSchema } from "./saved-row.ts";

/** The test: 1 is End of Term, 2 the term's other assessment, and 3 a fortnightly test, which also needs its id. */
export const testNumberSchema = oneOfNumbersSchema(1, 2, 3);

/** If `lesson_id` is sent, it alone identifies the lesson. */
export const lessonQueryFields = {
  form_class_id: nameSchema.nullish(),
  subject_id: idSchema.nullish(),
  lesson_id: idSchema.nullish(),
};

type Lesson = z.output<z.ZodObject<typeof lessonQueryFields>>;

export function hasLessonFields({ form_class_id, subject_id, lesson_id }: Lesson): boolean {
  return lesson_id != null || (form_class_id != null && subject_id != null);
}

/** Tells whether a call names no lesson. With a term, teacher and test, it then means all lessons of the teacher. */
function hasNoLessonFields({ form_class_id, subject_id, lesson_id }: Lesson): boolean {
  return form_class_id == null && subject_id == null && lesson_id == null;
}

const LESSON_REQUIRED = {
  path: ["subject_id"],
  error: "Give the lesson: form_class_id and subject_id, or lesson_id.",
};

/** Finds the lessons that a call names. @param employeeId a teacher whose lessons alone are found */
export function toLessonsRequest(
  lesson: Lesson,
  { academicTermId, employeeId }: { academicTermId: number; employeeId: number | null | undefined },
): LessonsRequest {
  const call = { academicTermId, employeeId: employeeId ?? null };
  const { form_class_id, subject_id, lesson_id } = lesson;
  if (lesson_id != null) return { ...call, lessonId: lesson_id };
  if (hasNoLessonFields(lesson)) return { ...call, of: "teacher" };
  return { ...call, formClassId: form_class_id ?? "", subjectId: subject_id ?? 0 };
}

export function isFortnightlyTestIdValid(
  testId: TestId | undefined,
  fortnightlyTestId: number | null | undefined,
): boolean {
  return (testId === FORTNIGHTLY_TEST_ID) === (fortnightlyTestId != null);
}

export const FORTNIGHTLY_TEST_ONLY = "Give this field with test 3, and with no other test.";

export function toLessonTestKey(testId: TestId, fortnightlyTestId: number | null | undefined): LessonTestKey {
  return { testId, fortnightlyTestId: fortnightlyTestId ?? null };
}

/** The fields of a student's mark. Fields that are left out do not change. `grades` holds the grades by criterion. */
const markInputFields = {
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
const MarkRecordSchema = z.strictObject({
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

type Row = MarkSheetWithRows["rows"][number];

export function toMarkRecord(
  { key, heading, rules }: MarkSheetWithRows["sheet"],
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

const SavedMarkSchema = savedRowSchema(MarkRecordSchema);

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

const SheetQuery = z
  .object({
    ...lessonQueryFields,
    academicTermId: idSchema,
    employeeId: idSchema.optional(),
    test: testNumberSchema.default(1),
    forthnightlyTestId: idSchema.optional(),
  })
  .refine((query) => hasLessonFields(query) || hasNoLessonFields(query), LESSON_REQUIRED)
  .refine((query) => isFortnightlyTestIdValid(query.test, query.forthnightlyTestId), {
    path: ["forthnightlyTestId"],
    error: FORTNIGHTLY_TEST_ONLY,
  });

const RecordBody = z
  .object({
    ...markInputFields,
    ...lessonQueryFields,
    student_id: nameSchema,
    academic_term_id: idSchema,
    employee_id: idSchema.nullish(),
    test_id: testNumberSchema.default(1),
    forthnightly_test_id: idSchema.nullish(),
    // Without a version, the record overwrites any stored values.
    version: versionSchema.nullish(),
    // A repeated call with the same id is not applied again.
    save_id: saveIdSchema.optional(),
  })
  .refine(hasLessonFields, LESSON_REQUIRED)
  .refine((record) => isFortnightlyTestIdValid(record.test_id, record.forthnightly_test_id), {
    path: ["forthnightly_test_id"],
    error: FORTNIGHTLY_TEST_ONLY,
  });

export const MARKS_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    method: "GET",
    path: "/api/mark-sheet-students",
    summary: "Lists the marks on one mark sheet, or on all mark sheets of a teacher",
    access: "marks.enter",
    query: SheetQuery,
    list: {
      sort: ["student_id", "first_name", "last_name", "mark", "form_class_id", "subject_id", "lesson_id"],
      search: ["first_name", "last_name", "student_id"],
      since: { student: "student_id", told: ["marks"] },
    },
    reply: z.strictObject({ total: z.int(), data: z.array(MarkRecordSchema) }),
    answer: async ({ person, query }) => {
      const { academicTermId, employeeId } = query;
      const lessons = toLessonsRequest(query, { academicTermId, employeeId });
      const sheets = await readMarksForApi(person, {
        ...lessons,
        ...toLessonTestKey(query.test, query.forthnightlyTestId),
      });
      const data = sheets.flatMap(({ sheet, rows }) => rows.map((row) => toMarkRecord(sheet, row)));
      return { status: 200, body: { total: data.length, data } };
    },
  }),
  defineEndpoint({
    method: "POST",
    path: "/api/mark-record",
    summary: "Saves a student's mark",
    access: "marks.enter",
    body: RecordBody,
    reply: SavedMarkSchema,
    answer: async ({ person, body }) => {
      const { academic_term_id: academicTermId, employee_id: employeeId } = body;
      const lessons = toLessonsRequest(body, { academicTermId, employeeId });
      const call = { ...lessons, ...toLessonTestKey(body.test_id, body.forthnightly_test_id) };
      const { student_id: studentId, save_id: saveId = null } = body;
      const record = { studentId, saveId, version: body.version ?? null, values: toMarkValues(body) };
      return savedMarkReply(await saveMarkRecord(person, call, record));
    },
  }),
];
