import { z } from "zod";
import { ARCHIVE_CELLS, archiveFieldName } from "#fields/archive.ts";
import { isInArchive, saveArchiveById } from "#features/marks-archive/save/saved-archive.server.ts";
import { clearMarkFromApi } from "#features/mark-sheet/save/mark-record.server.ts";
import {
  moveReportSubjectMarks,
  deleteReportSubjectMarks,
  findReportSubjectMarks,
  describeSubjectMarksRejection,
} from "#features/term-reports/subject-row/subject-row.server.ts";
import { hasAccess, hasPermission } from "#access/permissions.ts";
import type { Person } from "#domain/person.ts";
import { conflict, forbidden, notFound } from "#runtime/errors.ts";
import { defineEndpoint, type Endpoint, type EndpointReply } from "./dispatch/endpoint.ts";
import { noSuchTermReply } from "./people/marks-archive.ts";
import { respondToSave, NO_FIELD_CONVERSION } from "./saved-row.ts";
import {
  savedMarkReply,
  FORTNIGHTLY_TEST_ONLY,
  isFortnightlyTestIdValid,
  testNumberSchema,
  toLessonTestKey,
} from "./marks.ts";
import { idSchema, nameSchema, ignoredFieldSchema, saveIdSchema, versionSchema } from "./dispatch/wire.ts";

const Changed = z.strictObject({ message: z.string(), marks: z.int() });

const RowOfTerm = { student_id: nameSchema, academic_term_id: idSchema };

/**
 * With `test_id` one mark is deleted. Without it, all the student's marks in the subject for the term are deleted.
 */
const DeleteBody = z
  .object({
    ...RowOfTerm,
    subject_id: idSchema,
    test_id: testNumberSchema.optional(),
    forthnightly_test_id: idSchema.nullish(),
    version: versionSchema.nullish(),
    save_id: saveIdSchema.optional(),
  })
  .refine(
    (mark) => mark.test_id === undefined || isFortnightlyTestIdValid(mark.test_id, mark.forthnightly_test_id),
    {
      path: ["forthnightly_test_id"],
      error: FORTNIGHTLY_TEST_ONLY,
    },
  );

export const TERM_MARKS_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    method: "DELETE",
    path: "/api/student-term-mark",
    summary: "Clears one mark of a student, or all the student's marks in a subject for a term",
    access: "term-marks",
    body: DeleteBody,
    reply: Changed,
    answer: async ({ person, body }) => {
      const call = rowAsked(body, body.subject_id);
      if (body.test_id !== undefined) {
        return clearCell(
          person,
          { ...call, ...toLessonTestKey(body.test_id, body.forthnightly_test_id) },
          body,
        );
      }
      if (!hasPermission(person, "admin")) throw forbidden();
      return rowAnswer(
        await deleteReportSubjectMarks(person, await findReportSubjectMarks(person, call)),
        "Deleted.",
      );
    },
  }),
  defineEndpoint({
    method: "POST",
    path: "/api/student-term-mark-update",
    summary: "Moves a student's marks for a term to another subject",
    access: "admin",
    // `employee_id` is ignored, because the marks move to the teacher of the new subject.
    body: z.object({
      ...RowOfTerm,
      prev_subject_id: idSchema,
      new_subject_id: idSchema,
      employee_id: ignoredFieldSchema,
    }),
    reply: Changed,
    answer: async ({ person, body }) => {
      const row = await findReportSubjectMarks(person, rowAsked(body, body.prev_subject_id));
      return rowAnswer(await moveReportSubjectMarks(person, row, body.new_subject_id), "Subject changed.");
    },
  }),
];

type RowOnTheWire = { student_id: string; academic_term_id: number };

function rowAsked(
  { student_id: studentId, academic_term_id: academicTermId }: RowOnTheWire,
  subjectId: number,
) {
  return { studentId, academicTermId, subjectId };
}

type Cell = Parameters<typeof clearMarkFromApi>[1];

async function clearCell(
  person: Person,
  cell: Cell,
  { version: base, save_id: saveId }: z.output<typeof DeleteBody>,
): Promise<EndpointReply<z.input<typeof Changed>>> {
  if (await isOfArchive(person, cell)) {
    const values = { [archiveFieldName(cell)]: null };
    const done = await saveArchiveById(person, cell, {
      values,
      version: base ?? null,
      saveId: saveId ?? null,
      isTakenBack: true,
    });
    if (done.outcome === "no-term") return noSuchTermReply();
    const answer = respondToSave(done, NO_FIELD_CONVERSION, () => ({}));
    return answer.status === 200 ? { status: 200, body: { message: "Cleared.", marks: 1 } } : answer;
  }
  if (!hasPermission(person, "marks.enter")) throw forbidden();
  const cleared = await clearMarkFromApi(person, cell, { version: base ?? null, saveId: saveId ?? null });
  const answer = savedMarkReply(cleared);
  return answer.status === 200 ? { status: 200, body: { message: "Cleared.", marks: 1 } } : answer;
}

/**
 * Tells whether the mark is in the archive, because archived and current marks are deleted in different places.
 * @throws NotFound when there is no such mark
 */
async function isOfArchive(person: Person, cell: Cell): Promise<boolean> {
  const isCell = ARCHIVE_CELLS.some(({ field }) => field === archiveFieldName(cell));
  if (!isCell || !hasAccess("marks-archive", person)) return false;
  return isInArchive(person, cell);
}

/** Builds the reply for a changed row. @throws Conflict or NotFound when it was not changed */
function rowAnswer(
  changed: Awaited<ReturnType<typeof deleteReportSubjectMarks>>,
  message: string,
): EndpointReply<z.input<typeof Changed>> {
  if (changed.ok) return { status: 200, body: { message, marks: changed.marks } };
  const words = describeSubjectMarksRejection(changed);
  if (changed.reason === "past-term" || changed.reason === "by-criteria") throw conflict(words);
  if (changed.reason === "nothing-there") throw notFound(words);
  if (changed.reason === "taken" || changed.reason === "unseen") {
    const { subject, marks } = changed;
    return { status: 409, body: { message: words, subject, marks } };
  }
  return { status: 422, body: { message: words, errors: { new_subject_id: [words] } } };
}
