import { z } from "zod";
import { readMarks } from "#features/mark-sheet/read-marks.server.ts";
import { saveMarkRecord } from "#features/mark-sheet/save-mark-record.server.ts";
import type { RecordSaved } from "#features/mark-sheet/save-mark-record.server.ts";
import { CLOSED_WORDS } from "#features/mark-sheet/sheet-words.rules.ts";
import { conflict, forbidden } from "#runtime/errors.ts";
import { randomId } from "#runtime/ids.ts";
import { endpoint } from "./endpoint.ts";
import type { Endpoint, Reply } from "./endpoint.ts";
import {
  enteredValues,
  fieldOnTheWire,
  recordOnTheWire,
  StudentRecord,
  valuesFromWire,
  valuesOnTheWire,
} from "./mark-record.ts";
import {
  BELONGS_TO_TEST_3,
  isWholeTest,
  lessonNames,
  lessonsMeant,
  NAME_THE_LESSON,
  namesLesson,
  test,
  testMeant,
} from "./sheet-asked.ts";
import { id, name, version } from "./wire.ts";

const SheetQuery = z
  .object({
    ...lessonNames,
    academicTermId: id,
    employeeId: id.optional(),
    test: test.default(1),
    forthnightlyTestId: id.optional(),
  })
  .refine(namesLesson, NAME_THE_LESSON)
  .refine((query) => isWholeTest(query.test, query.forthnightlyTestId), {
    path: ["forthnightlyTestId"],
    error: BELONGS_TO_TEST_3,
  });

const RecordBody = z
  .object({
    ...enteredValues,
    ...lessonNames,
    student_id: name,
    academic_term_id: id,
    employee_id: id.nullish(),
    test_id: test.default(1),
    forthnightly_test_id: id.nullish(),
    // Without it the record is saved over whatever is there (design section 5).
    version: version.nullish(),
    // A call that is repeated under the same id changes nothing more.
    save_id: z
      .string()
      .regex(/^[\w-]{8,64}$/)
      .optional(),
  })
  .refine(namesLesson, NAME_THE_LESSON)
  .refine((record) => isWholeTest(record.test_id, record.forthnightly_test_id), {
    path: ["forthnightly_test_id"],
    error: BELONGS_TO_TEST_3,
  });

const Saved = z.strictObject({
  message: z.string(),
  version: z.int(),
  data: StudentRecord,
  /** What the changed fields held before; empty where nothing was changed. */
  replaced: z.record(z.string(), z.unknown()),
});

export const MARKS: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/mark-sheet-students",
    access: "marks.enter",
    query: SheetQuery,
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
    access: "marks.enter",
    body: RecordBody,
    reply: Saved,
    answer: async ({ person, body }) => {
      const { academic_term_id: academicTermId, employee_id: employeeId } = body;
      const lessons = lessonsMeant(body, { academicTermId, employeeId });
      const asked = { ...lessons, ...testMeant(body.test_id, body.forthnightly_test_id) };
      const { student_id: studentId, save_id: saveId = randomId() } = body;
      const record = { studentId, saveId, version: body.version ?? null, values: valuesFromWire(body) };
      return answerTo(await saveMarkRecord(person, asked, record));
    },
  }),
];

function answerTo(saved: RecordSaved): Reply<z.input<typeof Saved>> {
  if (saved.outcome === "locked") {
    const message = `Not saved: ${CLOSED_WORDS[saved.lock]}.`;
    throw saved.lock === "not-yours" ? forbidden(message) : conflict(message);
  }
  if (saved.outcome === "unsaved") return unsaved(saved);
  const { sheet, student, stored, replaced } = saved;
  const data = {
    ...recordOnTheWire(sheet, student),
    ...valuesOnTheWire(stored.values),
    version: stored.version,
  };
  const body = { message: "Saved.", version: stored.version, data, replaced: valuesOnTheWire(replaced) };
  return { status: 200, body };
}

/** Refused for what was sent, or because a colleague changed it: then with both values. */
function unsaved({ result, wanted }: Extract<RecordSaved, { outcome: "unsaved" }>): Reply<never> {
  if (result.outcome === "refused") {
    const field = fieldOnTheWire(result.field ?? "student_id");
    return { status: 422, body: { message: result.reason, errors: { [field]: [result.reason] } } };
  }
  const { by, at, fields, stored } = result;
  return {
    status: 409,
    body: {
      message: `${by} changed this in the meantime.`,
      by,
      at,
      version: stored.version,
      stored: valuesOnTheWire(stored.values),
      yours: valuesOnTheWire(wanted),
      fields: fields.map(({ field, from, to }) => ({ field: fieldOnTheWire(field), from, to })),
    },
  };
}
