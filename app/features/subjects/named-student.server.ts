import { noTransaction } from "#db/index.ts";
import { listAssignedStudents, type AssignedStudent } from "#db/queries/subjects/assigned-students.ts";
import { findStudentById } from "#db/queries/subjects/assignments.ts";
import type { Person } from "#domain/person.ts";
import { capital } from "#domain/text/capital.ts";
import { notFound } from "#runtime/errors.ts";
import { addStudents, changeTeachers, removeStudents, type Assigned } from "./assign-students.server.ts";
import { subjectOfYear } from "./subject-of-year.server.ts";

/** The fields by which an API call names one student; the id is the public one. */
type OfStudent = { subjectId: number; studentId: string; was: number | null };
type WithTeacher = OfStudent & { employee_id: number };

/** Lists the students who have a subject this year, in the order of the register. @throws notFound */
export async function listSubjectStudents(subjectId: number): Promise<Omit<AssignedStudent, Hidden>[]> {
  const { academicYearId } = await subjectOfYear(subjectId, noTransaction);
  const all = { words: [], classId: null, employeeId: null, limit: null, offset: 0 };
  const students = await listAssignedStudents({ subjectId, academicYearId, ...all }, noTransaction);
  return students.map(
    ({ student_key: _key, first_name_of_teacher: _first, last_name_of_teacher: _last, ...student }) =>
      student,
  );
}

type Hidden = "student_key" | "first_name_of_teacher" | "last_name_of_teacher";

/** @throws notFound */
export async function addSubjectStudent(person: Person, input: WithTeacher): Promise<Assigned> {
  const { subjectId, employee_id: employeeId } = input;
  const studentKey = await findStudentById(input.studentId, noTransaction);
  if (studentKey === null) return noStudent();
  return addStudents(person, { subjectId, studentKeys: [studentKey], employeeId });
}

/** Changes the student's teacher, or adds the student if the subject is new to them. @throws notFound */
export async function setSubjectTeacher(person: Person, input: WithTeacher): Promise<Assigned> {
  const { subjectId, was, employee_id: employeeId } = input;
  const studentKey = await findStudentById(input.studentId, noTransaction);
  if (studentKey === null) return noStudent();
  const { refused, kept } = await changeTeachers(person, {
    subjectId,
    changes: [{ studentKey, was, employeeId }],
  });
  const row = refused.get(studentKey);
  if (!row) return { ok: true, students: 1, kept };
  const status = row.cause === "lesson" ? 422 : 409;
  return { ok: false, status, field: "employee_id", fault: `${capital(row.reason)}.` };
}

/** @throws notFound */
export async function deleteSubjectStudent(person: Person, input: OfStudent): Promise<Assigned> {
  const { subjectId, was } = input;
  const studentKey = await findStudentById(input.studentId, noTransaction);
  if (studentKey === null) return noStudent();
  const removed = await removeStudents(person, { subjectId, rows: [{ studentKey, was }] });
  if (removed.ok && removed.students === 0) throw notFound("This student does not have the subject.");
  return removed;
}

function noStudent(): Assigned {
  return { ok: false, status: 422, field: "student_id", fault: "No student has this ID." };
}
