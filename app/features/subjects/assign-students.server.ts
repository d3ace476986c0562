import { noTransaction } from "#db/index.ts";
import {
  countMarksOfStudents,
  listAssignedStudents,
  type AssignedStudent,
} from "#db/queries/subjects/assigned-students.ts";
import {
  assignSubject,
  lockStudentsOfTerm,
  unassignSubject,
  type StudentToAssign,
  findStudentById,
} from "#db/queries/subjects/assignments.ts";
import { lockColleagues } from "#db/queries/people/leaving.ts";
import { listCurrentEmployees } from "#db/queries/employees.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { shortName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { capital } from "#domain/text/capital.ts";
import { notFound } from "#runtime/errors.ts";
import { describeAssigned, lessonFault, namesOf } from "./assignment.rules.ts";
import type { RefusedRow } from "./roster/posted-roster.rules.ts";
import { subjectOfYear, type FoundSubject } from "./read-subjects.server.ts";

/**
 * A refusal, after which nothing has changed. `field` names the field at fault, as the form and the API call name it.
 */
export type Refused = { ok: false; status: 409 | 422; field: "student_id" | "employee_id"; fault: string };

/** `kept` is the number of marks that these students have in the subject this year; the marks stay. */
export type Assigned = { ok: true; students: number; kept: number } | Refused;

type Adding = { subjectId: number; studentKeys: readonly number[]; employeeId: number };

/** Gives students the subject with a teacher: all of them, or none. @throws notFound */
export function addStudents(
  person: Person,
  { subjectId, studentKeys, employeeId }: Adding,
): Promise<Assigned> {
  return termTransaction(person, async (t) => {
    const subject = await subjectOfYear(subjectId, t);
    const of = { subjectId, academicYearId: subject.academicYearId, studentKeys };
    // The teacher and the teacher's lessons must not change until the students are assigned.
    await lockColleagues([employeeId], t);
    const teacher = await teacherNamed(employeeId, t);
    if (!teacher)
      return refused(422, "employee_id", "This teacher is not a current employee. Choose another one.");
    const students = await lockStudentsOfTerm({ ...of, employeeId }, t);
    if (students.length < studentKeys.length || students.length === 0)
      return refused(422, "student_id", "Every student must be in a class this term.");
    const has = students.filter(({ employee_id }) => employee_id !== null);
    if (has.length > 0) return refused(409, "student_id", describeAssigned(has, subject.title));
    const fault = firstFault(students, subject, teacher);
    if (fault) return refused(422, "employee_id", `${fault}.`);
    await assignSubject({ ...of, employeeId }, t);
    return { ok: true, students: students.length, kept: await countMarksOfStudents(of, t) };
  });
}

/** `was` is the teacher that the caller read; null for an API call that names none. */
type Row = { studentKey: number; was: number | null };

type Change = Row & { employeeId: number };

type Refusals = Map<number, RefusedRow>;

/**
 * Gives students to other teachers of the subject. Each row is judged alone: a row that a colleague has changed since
 * it was read is refused, never overwritten. Returns the refusals by the student's key, and `kept` as in `Assigned`.
 * @throws notFound
 */
export function changeTeachers(
  person: Person,
  { subjectId, changes }: { subjectId: number; changes: readonly Change[] },
): Promise<{ refused: Refusals; kept: number }> {
  return termTransaction(person, async (t) => {
    const subject = await subjectOfYear(subjectId, t);
    const { academicYearId } = subject;
    const teachers = [...new Set(changes.map((change) => change.employeeId))];
    await lockColleagues(teachers, t);
    const all = changes.map(({ studentKey }) => studentKey);
    await lockStudentsOfTerm({ subjectId, academicYearId, studentKeys: all, employeeId: null }, t);
    const refused: Refusals = new Map();
    for (const employeeId of teachers) {
      const ofTeacher = changes.filter((change) => change.employeeId === employeeId);
      for (const refusal of await changedTo(employeeId, { subject, changes: ofTeacher }, t))
        refused.set(...refusal);
    }
    const studentKeys = all.filter((key) => !refused.has(key));
    return { refused, kept: await countMarksOfStudents({ subjectId, academicYearId, studentKeys }, t) };
  });
}

/** `gone` names the students who no longer had the subject; the rest is as in `Assigned`. */
export type Removed = (Extract<Assigned, { ok: true }> & { gone: string }) | Refused;

/** Takes the subject away from students; the marks that they were given stay. @throws notFound */
export function removeStudents(
  person: Person,
  { subjectId, rows }: { subjectId: number; rows: readonly Row[] },
): Promise<Removed> {
  return termTransaction(person, async (t) => {
    const { academicYearId } = await subjectOfYear(subjectId, t);
    const of = { subjectId, academicYearId, studentKeys: rows.map(({ studentKey }) => studentKey) };
    const students = await lockStudentsOfTerm({ ...of, employeeId: null }, t);
    const moved = students.filter((student) => wasChanged(student, rows));
    if (moved.length > 0)
      return refused(
        409,
        "student_id",
        `The teacher of ${namesOf(moved)} has been changed. Check the list, then try again.`,
      );
    const studentKeys = await unassignSubject(of, t);
    const gone = namesOf(students.filter(({ student_key }) => !studentKeys.includes(student_key)));
    return {
      ok: true,
      students: studentKeys.length,
      kept: await countMarksOfStudents({ ...of, studentKeys }, t),
      gone,
    };
  });
}

type Changes = { subject: FoundSubject; changes: readonly Change[] };

async function changedTo(
  employeeId: number,
  { subject, changes }: Changes,
  t: TermTransaction,
): Promise<Refusals> {
  const teacher = await teacherNamed(employeeId, t);
  const { subject_id: subjectId, academicYearId } = subject;
  const of = { subjectId, academicYearId, studentKeys: changes.map(({ studentKey }) => studentKey) };
  const students = await lockStudentsOfTerm({ ...of, employeeId }, t);
  const rows: Refusals = new Map();
  for (const { studentKey } of changes) {
    const student = students.find(({ student_key }) => student_key === studentKey);
    const stale = await staleRow(student, { employeeId, changes, subject }, t);
    const refusal = stale ?? rowFault(student, subject, teacher);
    if (refusal) rows.set(studentKey, refusal);
  }
  const studentKeys = of.studentKeys.filter((key) => !rows.has(key));
  await assignSubject({ ...of, studentKeys, employeeId }, t);
  return rows;
}

/**
 * Returns a refusal if somebody changed the row since it was read. A student who already has the teacher is no change.
 */
async function staleRow(
  student: StudentToAssign | undefined,
  { employeeId, changes, subject }: Changes & { employeeId: number },
  t: TermTransaction,
): Promise<RefusedRow | null> {
  const was = changes.find(({ studentKey }) => studentKey === student?.student_key)?.was ?? null;
  if (!student || was === null || student.employee_id === employeeId) return null;
  if (student.employee_id === null)
    return rowRefusal("gone", student, `the student no longer has ${subject.title}`);
  if (!wasChanged(student, changes)) return null;
  const now = await teacherNamed(student.employee_id, t);
  const words = `the teacher was changed${now ? ` to ${shortName(now)}` : ""}`;
  return rowRefusal("changed", student, words);
}

function rowFault(
  student: StudentToAssign | undefined,
  subject: FoundSubject,
  teacher: Teacher | null,
): RefusedRow | null {
  if (!student) return rowRefusal("gone", null, "not in a class this term");
  const fault = teacher ? firstFault([student], subject, teacher) : "this teacher is not a current employee";
  return fault === null ? null : rowRefusal("lesson", student, fault);
}

function rowRefusal(cause: RefusedRow["cause"], student: StudentToAssign | null, reason: string): RefusedRow {
  return { cause, who: student ? namesOf([student]) : "A student", reason };
}

/** Returns whether the student has another teacher than the one that was read; having none is no other teacher. */
function wasChanged({ student_key, employee_id }: StudentToAssign, rows: readonly Row[]): boolean {
  const was = rows.find(({ studentKey }) => studentKey === student_key)?.was ?? null;
  return was !== null && employee_id !== null && employee_id !== was;
}

type Teacher = { first_name: string; last_name: string };

function firstFault(
  students: readonly StudentToAssign[],
  { title: subject }: FoundSubject,
  teacher: Teacher,
): string | null {
  for (const { label, by_choice: byChoice } of students) {
    const fault = lessonFault({ subject, teacher, label, byChoice });
    if (fault) return fault;
  }
  return null;
}

async function teacherNamed(employeeId: number, t: TermTransaction): Promise<Teacher | null> {
  const [employee] = await listCurrentEmployees({ only: employeeId }, t);
  return employee ?? null;
}

function refused(status: 409 | 422, field: Refused["field"], fault: string): Refused {
  return { ok: false, status, field, fault };
}

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
