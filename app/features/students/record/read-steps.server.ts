import { noTransaction } from "#db/index.ts";
import { neighboursOf } from "#db/queries/people/students/neighbours.ts";
import { PATHS } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { studentsPlaceIn } from "../list/place.rules.ts";
import { askedStudents } from "../list/read-students.server.ts";
import { studentTabIn, studentTabUrl, type RecordSteps } from "./record.ts";

/** PREV and NEXT walk the list as it was searched and sorted, on the same tab; null for who is not in it. */
export async function readSteps(
  person: Person,
  { studentKey, query }: { studentKey: number; query: URLSearchParams },
): Promise<RecordSteps | null> {
  const asked = await askedStudents(person, studentsPlaceIn(query));
  const found = await neighboursOf({ ...asked, studentKey }, noTransaction);
  if (!found) return null;
  const url = (key: number | null) =>
    key === null ? null : studentTabUrl(`${PATHS.students}/${key}`, { query, tab: studentTabIn(query) });
  return { place: found.place, of: found.found, prev: url(found.prev), next: url(found.next) };
}
