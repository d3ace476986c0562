import { z } from "zod";
import { readMarks } from "#features/mark-sheet/read-marks.server.ts";
import { saveMarkRecord } from "#features/mark-sheet/save-mark-record.server.ts";
import type { RecordSaved } from "#features/mark-sheet/save-mark-record.server.ts";
import { CLOSED_WORDS } from "#features/mark-sheet/sheet-words.rules.ts";
import { forbidden } from "#runtime/errors.ts";
import { randomId } from "#runtime/ids.ts";
import { endpoint } from "./endpoint.ts";
import type { Endpoint, Reply } from "./endpoint.ts";
import { errorField, MarkValues, recordOnTheWire, StudentRecord, valuesFromWire, valuesOnTheWire } from "./mark-record.ts";
import { TestQuery, TestOfRecord, lessonsOf, testOf } from "./sheet-asked.ts";
import { id, name } from "./wire.ts";

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
    query: TestQuery,
    reply: z.strictObject({ total: z.int(), data: z.array(StudentRecord) }),
    answer: async ({ person, query }) => {
      const sheets = await readMarks(person, { ...lessonsOf(query), ...testOf(query) });
      const data = sheets.flatMap(({ sheet, rows }) => rows.map((row) => recordOnTheWire(sheet, row)));
      return { status: 200, body: { total: data.length, data } };
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/mark-record",
    access: "marks.enter",
    body: TestOfRecord.and,
    reply: Saved,
    answer: async ({ person, body }) => answerSave(await saveMarkRecord(person)),
  }),
];
