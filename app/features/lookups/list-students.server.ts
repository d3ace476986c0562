import { allows, holds } from "#access/permissions.ts";
import { peopleScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { currentStudents, type CurrentStudent } from "#db/queries/people/current-students.ts";
import type { ListAsked } from "#domain/list/list-asked.ts";
import type { Person } from "#domain/person.ts";
import { GENERAL_FIELDS } from "#fields/people/student-general.ts";
import { fromColumns } from "#fields/record.ts";

/**
 * The current students, as far as this person may know: everybody for those who keep students or say who has which
 * subject, else those of one's own classes and lessons. What stands in their records is for who keeps them.
 */
export async function listStudents(person: Person, asked: ListAsked) {
  const scope = peopleScope(person);
  const all = scope.all || holds(person, "settings.manage");
  const { listed, total } = await currentStudents({ ...asked, ...scope, all }, noTransaction);
  const keeps = allows("student-records", person);
  return { listed: listed.map((student) => listedStudent(student, keeps)), total };
}

function listedStudent({ id, teachers, documents, ...student }: CurrentStudent, keeps: boolean) {
  const { student_id, first_name, last_name, gender, picture, ...others } = student;
  const { class_id, form_class_id, form_level, label, student_status_id } = others;
  const general = () => fromColumns(GENERAL_FIELDS, student);
  return {
    student_id,
    first_name,
    last_name,
    gender,
    picture,
    class_id,
    form_class_id,
    form_level,
    label,
    leadId: teachers.find(({ is_lead }) => is_lead)?.employee_id ?? null,
    record: keeps ? { id, student_status_id, teachers, documents, general: general() } : null,
  };
}
