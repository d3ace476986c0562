import { z } from "zod";
import { readMarks } from "#features/mark-sheet/save/read-marks.server.ts";
import { saveMarkRecord } from "#features/mark-sheet/save/save-mark-record.server.ts";
import { endpoint, type Endpoint } from "./dispatch/endpoint.ts";
import {
  markGiven,
  recordOnTheWire,
  StudentRecord,
  valuesFromWire,
  markSaved,
  SavedMark,
} from "./mark-record.ts";
import {
  BELONGS_TO_TEST_3,
  isWholeTest,
  lessonNames,
  lessonsMeant,
  LESSON_REQUIRED,
  namesLesson,
  namesNoLesson,
  test,
  testMeant,
} from "./sheet-request.ts";
import { id, name, saveId, version } from "./dispatch/wire.ts";

const SheetQuery = z
  .object({
    ...lessonNames,
    academicTermId: id,
    employeeId: id.optional(),
    test: test.default(1),
    forthnightlyTestId: id.optional(),
  })
  .refine((query) => namesLesson(query) || namesNoLesson(query), LESSON_REQUIRED)
  .refine((query) => isWholeTest(query.test, query.forthnightlyTestId), {
    path: ["forthnightlyTestId"],
    error: BELONGS_TO_TEST_3,
  });

const RecordBody = z
  .object({
    ...markGiven,
    ...lessonNames,
    student_id: name,
    academic_term_id: id,
    employee_id: id.nullish(),
    test_id: test.default(1),
    forthnightly_test_id: id.nullish(),
    // Without a version the record overwrites whatever is stored.
    version: version.nullish(),
    // A call that is repeated with the same id changes nothing more.
    save_id: saveId.optional(),
  })
  .refine(namesLesson, LESSON_REQUIRED)
  .refine((record) => isWholeTest(record.test_id, record.forthnightly_test_id), {
    path: ["forthnightly_test_id"],
    error: BELONGS_TO_TEST_3,
  });

export const MARKS: readonly Endpoint[] = [
  endpoint({
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
    reply: z.strictObject({ total: z.int(), data: z.array(StudentRecord) }),
    answer: async ({ person, query }) => {
      const { academicTermId, employeeId } = query;
      const lessons = lessonsMeant(query, { academicTermId, employeeId });
      const sheets = await readMarks(person, {
        ...lessons,
        ...testMeant(query.test, query.forthnightlyTestId),
      });
      const data = sheets.flatMap(({ sheet, rows }) => rows.map((row) => recordOnTheWire(sheet, row)));
      return { status: 200, body: { total: data.length, data } };
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/mark-record",
    summary: "Saves a student's mark",
    access: "marks.enter",
    body: RecordBody,
    reply: SavedMark,
    answer: async ({ person, body }) => {
      const { academic_term_id: academicTermId, employee_id: employeeId } = body;
      const lessons = lessonsMeant(body, { academicTermId, employeeId });
      const call = { ...lessons, ...testMeant(body.test_id, body.forthnightly_test_id) };
      const { student_id: studentId, save_id: saveId = null } = body;
      const record = { studentId, saveId, version: body.version ?? null, values: valuesFromWire(body) };
      return markSaved(await saveMarkRecord(person, call, record));
    },
  }),
];
