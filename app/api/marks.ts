import { z } from "zod";
import { readMarks } from "#features/mark-sheet/save/read-marks.server.ts";
import { saveMarkRecord } from "#features/mark-sheet/save/save-mark-record.server.ts";
import { defineEndpoint, type Endpoint } from "./dispatch/endpoint.ts";
import {
  markInputFields,
  toMarkRecord,
  MarkRecordSchema,
  toMarkValues,
  savedMarkReply,
  SavedMarkSchema,
} from "./mark-record.ts";
import {
  FORTNIGHTLY_TEST_ONLY,
  isFortnightlyTestIdValid,
  lessonQueryFields,
  toLessonsRequest,
  LESSON_REQUIRED,
  hasLessonFields,
  hasNoLessonFields,
  testNumberSchema,
  toLessonTestKey,
} from "./sheet-request.ts";
import { idSchema, nameSchema, saveIdSchema, versionSchema } from "./dispatch/wire.ts";

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
      const sheets = await readMarks(person, {
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
