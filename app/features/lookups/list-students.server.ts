import { allows, holds } from "#access/permissions.ts";
import { peopleScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { listCurrentStudents, type CurrentStudent } from "#db/queries/people/current-students.ts";
import type { ListRequest } from "#domain/list/list-request.ts";
import type { Person } from "#domain/person.ts";
import { GENERAL_FIELDS } from "#fields/people/student-general.ts";
import { fromColumns } from "#fields/record.ts";

/**
 * Lists the current students as far as this person may know them: everybody for people who keep students or assign
 * subjects, otherwise the students of their own classes and lessons. Only people who keep students see the records.
 */
export async function listStudents(person: Person, input: ListRequest) {
  const scope = peopleScope(person);
  const all = scope.all || holds(person, "settings.manage");
  const { listed, total } = await listCurrentStudents({ ...input, ...scope, all }, noTransaction);
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
