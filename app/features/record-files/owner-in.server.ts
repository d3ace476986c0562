import { studentKeyOf } from "#access/visible-student.server.ts";
import { parseId } from "#domain/paths.ts";
import type { RecordOwner } from "#domain/people/record-owner.ts";
import { notFound } from "#runtime/errors.ts";

type Params = Readonly<Record<string, string | undefined>>;

/** Returns the record that an address names. @throws notFound */
export function ownerIn({ employeeId, studentKey }: Params): RecordOwner {
  const kind = studentKey === undefined ? "employee" : "student";
  const id = parseId(studentKey ?? employeeId);
  if (id === null) throw notFound(`This ${kind}’s record no longer exists, or you cannot open it.`);
  return { kind, id };
}

/** Returns the document that an address names, with its record. @throws notFound */
export function documentIn(params: Params): { owner: RecordOwner; documentId: number } {
  const documentId = parseId(params["documentId"]);
  if (documentId === null) throw notFound();
  return { owner: ownerIn(params), documentId };
}

/** Returns the student whom an API call names by the public id. @throws notFound */
export async function studentOwner(studentId: string): Promise<RecordOwner> {
  return { kind: "student", id: await studentKeyOf(studentId) };
}
