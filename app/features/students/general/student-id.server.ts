import { z } from "zod";
import { done, rejected, stale, type Outcome } from "#access/forms/answer-form.server.ts";
import { version } from "#access/forms/form-values.schema.server.ts";
import type { Person } from "#domain/person.ts";
import { badRequest } from "#runtime/errors.ts";
import { reasonsOf } from "#saving/protocol/protocol.ts";
import { readGeneral, saveGeneral } from "./read-general.server.ts";
import type { GeneralKey } from "./saved-general.server.ts";

export type StudentIdView = Awaited<ReturnType<typeof loadStudentId>>;

/** The public ID, with the version of the record that a change of it names. @throws notFound */
export async function loadStudentId(person: Person, key: GeneralKey) {
  const { student, stored } = await readGeneral(person, key);
  const { first_name, last_name, student_id: studentId } = student;
  return { name: `${first_name} ${last_name}`, studentId, version: stored.version };
}

export type StudentIdInput = z.input<typeof StudentIdForm>;

/** `base` is what a page from before an update calls the version. */
export const StudentIdForm = z.object({
  version: version.optional(),
  base: version.optional(),
  student_id: z.string().default(""),
});

type Submitted = GeneralKey & { input: z.output<typeof StudentIdForm>; record: string };

/** Changes the ID as a field of General, so that its rules and its history are the same. @throws notFound */
export async function changeStudentId(
  person: Person,
  { studentKey, input, record }: Submitted,
): Promise<Outcome> {
  const base = input.version ?? input.base;
  if (base === undefined) throw badRequest();
  const read = await readGeneral(person, { studentKey });
  const texts = new Map([["student_id", input.student_id]]);
  const { outcome } = await saveGeneral(person, read, { row: read.row, base, texts });
  const { student, stored } = await readGeneral(person, { studentKey });
  switch (outcome?.state) {
    case "refused":
      return rejected({ student_id: reasonsOf(outcome.refusals) });
    case "changed":
      return stale({ student_id: changedWords(outcome.by, student.student_id) }, stored.version);
    default:
      return done(record, `The ID is ${student.student_id} now`);
  }
}

function changedWords(by: string, studentId: string): string {
  return `${by} changed the ID to ${studentId} while you had it open.`;
}
