import { z } from "zod";
import {
  readArchiveById,
  saveArchiveById,
  type ArchiveTermReference,
} from "#features/marks-archive/save/saved-archive.server.ts";
import type { Person } from "#domain/person.ts";
import { ARCHIVE_CELLS, findArchiveCell, archiveFieldName, ARCHIVE_CLASS_FIELD } from "#fields/archive.ts";
import type { FieldValues } from "#fields/value.ts";
import { defineEndpoint, type Endpoint, type EndpointReply } from "../dispatch/endpoint.ts";
import {
  idSchema,
  nameSchema,
  oneOfNumbersSchema,
  saveIdSchema,
  missingOrInvalidError,
  versionSchema,
} from "../dispatch/wire.ts";
import { respondToSave, savedRowSchema } from "../saved-row.ts";

/** An archived mark, with the class and level that the student was in during the term. */
const TermMark = z.strictObject({
  student_id: z.string(),
  subject_id: z.int(),
  mark: z.number(),
  test_id: z.int(),
  academic_term_id: z.int(),
  form_class_id: z.string().nullable(),
  form_level: z.int(),
  term: z.int(),
  version: z.int(),
});

const LONGEST_MARK = 100;
const NOT_A_MARK = missingOrInvalidError("enter the mark as a number");

const SavedTerm = z.strictObject({ student_id: z.string(), academic_term_id: z.int() });

const OfTerm = {
  student_id: nameSchema,
  academic_term_id: idSchema,
  version: versionSchema.nullish(),
  save_id: saveIdSchema.optional(),
};

export const MARKS_ARCHIVE_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    method: "GET",
    path: "/api/term-marks/:student_id",
    summary: "Lists the marks of a student's past terms",
    access: "marks-archive",
    params: z.object({ student_id: nameSchema }),
    list: { sort: ["academic_term_id", "form_level", "term", "subject_id", "test_id", "mark"] },
    reply: z.array(TermMark),
    answer: async ({ person, params: { student_id } }) => {
      const terms = await readArchiveById(person, student_id);
      return { status: 200, body: terms.flatMap((term) => marksOf(student_id, term)) };
    },
  }),
  defineEndpoint({
    method: "POST",
    path: "/api/student-term-mark",
    summary: "Saves a mark of a past term",
    access: "marks-archive",
    body: z.object({
      ...OfTerm,
      subject_id: idSchema,
      test_id: oneOfNumbersSchema(1, 2),
      mark: z.union(
        [z.number().max(Number.MAX_SAFE_INTEGER), z.string().max(LONGEST_MARK), z.null()],
        NOT_A_MARK,
      ),
    }),
    reply: savedRowSchema(SavedTerm),
    answer: ({ person, body: { subject_id: subjectId, test_id: testId, mark, ...body } }) =>
      saved(person, body, { [archiveFieldName({ subjectId, testId })]: figure(mark) }),
  }),
  defineEndpoint({
    method: "POST",
    path: "/api/register-student",
    summary: "Sets the class that a student was in during a past term",
    access: "marks-archive",
    body: z.object({ ...OfTerm, form_class_id: nameSchema }),
    reply: savedRowSchema(SavedTerm),
    answer: ({ person, body: { form_class_id, ...body } }) =>
      saved(person, body, { [ARCHIVE_CLASS_FIELD]: form_class_id }),
  }),
];

type Body = { student_id: string; academic_term_id: number; version?: number | null; save_id?: string };

async function saved(person: Person, body: Body, values: FieldValues) {
  const { student_id, academic_term_id, version: base = null, save_id = null } = body;
  const named: ArchiveTermReference = { studentId: student_id, academicTermId: academic_term_id };
  const done = await saveArchiveById(person, named, { values, version: base, saveId: save_id });
  if (done.outcome === "no-term") return noSuchTermReply();
  return respondToSave(done, WIRE, () => ({ student_id, academic_term_id: done.academicTermId }));
}

/** Builds the reply for a term that the student's archive lacks, for example because it is the current term. */
export function noSuchTermReply(): EndpointReply<never> {
  const message = "This must be one of the student's past terms.";
  return { status: 422, body: { message, errors: { academic_term_id: [message] } } };
}

/** The API's field names in this endpoint: `mark` for a cell and `form_class_id` for the class. */
const WIRE = {
  values: (values: FieldValues) => values,
  field: (field: string) =>
    findArchiveCell(field) ? "mark" : field === ARCHIVE_CLASS_FIELD ? "form_class_id" : "subject_id",
};

/** Converts a mark sent as text to a number. Other text is returned unchanged, so that validation rejects it. */
function figure(mark: number | string | null) {
  if (typeof mark !== "string") return mark;
  return mark.trim() === "" ? null : Number.isNaN(Number(mark)) ? mark : Number(mark);
}

function marksOf(student_id: string, term: Awaited<ReturnType<typeof readArchiveById>>[number]) {
  const { values, academicTermId: academic_term_id, level: form_level, version: held } = term;
  return ARCHIVE_CELLS.flatMap(({ field, subjectId: subject_id, testId: test_id }) => {
    const mark = values[field] ?? null;
    if (typeof mark !== "number") return [];
    const form_class_id = values[ARCHIVE_CLASS_FIELD] == null ? null : String(values[ARCHIVE_CLASS_FIELD]);
    return [
      {
        student_id,
        subject_id,
        mark,
        test_id,
        academic_term_id,
        form_class_id,
        form_level,
        term: term.term,
        version: held,
      },
    ];
  });
}
