import { holds } from "#access/permissions.ts";
import { peopleScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { currentStudents } from "#db/queries/people/current-students.ts";
import type { ListAsked } from "#domain/list/list-asked.ts";
import type { Person } from "#domain/person.ts";

/**
 * The students who are in a class this term, as far as this person may know: everybody for those who keep students or say
 * who has which subject, else those of one's own classes and lessons.
 */
export async function listStudents(person: Person, asked: ListAsked) {
  const scope = peopleScope(person);
  const all = scope.all || holds(person, "settings.manage");
  const { listed, total } = await currentStudents({ ...asked, ...scope, all }, noTransaction);
  const students = listed.map(({ student_id: id, label, lead_id, ...student }) => ({
    id,
    ...student,
    class: label,
    employee_id: lead_id,
  }));
  return { listed: students, total };
}
