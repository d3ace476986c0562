import { allows, holds } from "#access/permissions.ts";
import { noTransaction, type Reading } from "#db/index.ts";
import { studentStatuses } from "#db/queries/people/student-list.ts";
import {
  lockStudentStatus,
  setStudentStatus,
  studentToLeave,
  type LeavingStudentRow,
} from "#db/queries/people/student-leaving.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { CURRENT, MERGED, REGISTERED, TRANSFERRED } from "#domain/people/students.ts";
import { studentPictureUrl } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { forbidden, notFound } from "#runtime/errors.ts";
import type { LeavingStudent } from "./leave.rules.ts";

export type StudentLeft = { ok: true; name: string } | { ok: false; status: 409 | 422; fault: string };

/** What deleting a student would do; for admins also who left, to be brought back. @throws notFound */
export async function readLeavingStudent(person: Person, studentKey: number): Promise<LeavingStudent> {
  const t = noTransaction;
  const [student, statuses] = await Promise.all([leavingTo(person, studentKey, t), studentStatuses(t)]);
  return {
    id: student.id,
    studentId: student.student_id,
    firstName: student.first_name,
    lastName: student.last_name,
    name: nameOf(student),
    gender: student.gender,
    picture: studentPictureUrl(student.picture, "small"),
    classLabel: student.label,
    hasLeft: hasLeft(student) ? student.status : null,
    hasSomething: student.has_something,
    statuses: statuses
      .filter(({ student_status_id: id }) => id >= TRANSFERRED)
      .map(({ student_status_id: id, detail }) => ({ value: String(id), label: detail })),
  };
}

/** Deletes softly: a status, of which those above Registered are offered (A4); all that was entered stays. @throws notFound */
export function deleteStudent(
  person: Person,
  { studentKey, statusId }: { studentKey: number; statusId: number },
): Promise<StudentLeft> {
  return termTransaction(person, async (t) => {
    await lockStudentStatus(studentKey, t);
    const student = await leavingTo(person, studentKey, t);
    const name = nameOf(student);
    if (hasLeft(student)) return { ok: false, status: 409, fault: `${name} was deleted in the meantime.` };
    const offered = (await studentStatuses(t)).filter(({ student_status_id: id }) => id >= TRANSFERRED);
    if (!offered.some(({ student_status_id: id }) => id === statusId))
      return { ok: false, status: 422, fault: "Choose a status from the list." };
    await setStudentStatus({ studentKey, statusId }, t);
    return { ok: true, name };
  });
}

/** Who left is here again, in the class they had this term; who never was in one is registered again. @throws notFound, forbidden */
export function bringStudentBack(person: Person, studentKey: number): Promise<StudentLeft> {
  if (!holds(person, "admin")) throw forbidden("Only an administrator brings a student back.");
  return termTransaction(person, async (t) => {
    await lockStudentStatus(studentKey, t);
    const student = await leavingTo(person, studentKey, t);
    const name = nameOf(student);
    if (!hasLeft(student)) return { ok: false, status: 409, fault: `${name} is here already.` };
    await setStudentStatus({ studentKey, statusId: student.was_registered ? CURRENT : REGISTERED }, t);
    return { ok: true, name };
  });
}

/** Whoever looks after students deletes; who has left is for admins (design section 8). @throws notFound */
async function leavingTo(person: Person, studentKey: number, t: Reading): Promise<LeavingStudentRow> {
  const student = allows("student-records", person) ? await studentToLeave(studentKey, t) : null;
  const isMerged = student?.student_status_id === MERGED;
  if (!student || isMerged || (hasLeft(student) && !holds(person, "admin")))
    throw notFound("There is no such student.");
  return student;
}

function hasLeft({ student_status_id: id }: LeavingStudentRow): boolean {
  return id > REGISTERED;
}

function nameOf({ first_name, last_name }: LeavingStudentRow): string {
  return `${first_name} ${last_name}`;
}
