import type { UndoOutcome } from "#access/forms/undo-change.server.ts";
import { hasAccess } from "#access/permissions.ts";
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
  findStudentKeyById,
} from "#db/queries/subjects/assignments.ts";
import { insertUndoableChange, type UndoableChangeData } from "#db/queries/people/undoable-changes.ts";
import { lockColleagues } from "#db/queries/people/leaving.ts";
import { listCurrentEmployees } from "#db/queries/employees.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { formatShortName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { capitalise } from "#domain/text/capital.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { forbidden, notFound } from "#runtime/errors.ts";
import { describeAssignedStudents, findLessonFault, joinStudentNames } from "./assignment.rules.ts";
import type { RefusedRosterRow } from "./roster/posted-roster.rules.ts";
import { getSubjectInYear, type SubjectInYear } from "./read-subjects.server.ts";

/** A refusal: nothing was changed. `field` is the field at fault, by its name in the form and the API. */
type AssignmentRefusal = {
  ok: false;
  status: 409 | 422;
  field: "student_id" | "employee_id";
  fault: string;
};

/** The number of assigned students. `kept` is the number of marks that they already have in the subject. */
type AssignmentResult = { ok: true; students: number; kept: number } | AssignmentRefusal;

type Adding = { subjectId: number; studentKeys: readonly number[]; employeeId: number };

/**
 * Assigns students to a teacher of the subject. If one cannot be assigned, none is.
 * @throws notFound
 */
export function addStudentsToSubject(
  person: Person,
  { subjectId, studentKeys, employeeId }: Adding,
): Promise<AssignmentResult> {
  return termTransaction(person, async (t) => {
    const subject = await getSubjectInYear(subjectId, t);
    const of = { subjectId, academicYearId: subject.academicYearId, studentKeys };
    // Locks the teacher, because the teacher's lessons must not change until the students are assigned.
    await lockColleagues([employeeId], t);
    const teacher = await teacherNamed(employeeId, t);
    if (!teacher)
      return refused(422, "employee_id", "This teacher is not a current employee. Choose another teacher.");
    const students = await lockStudentsOfTerm({ ...of, employeeId }, t);
    if (students.length < studentKeys.length || students.length === 0)
      return refused(422, "student_id", "Choose students who are in a class this term.");
    const has = students.filter(({ employee_id }) => employee_id !== null);
    if (has.length > 0) return refused(409, "student_id", describeAssignedStudents(has, subject.title));
    const fault = firstFault(students, subject, teacher);
    if (fault) return refused(422, "employee_id", `${fault}.`);
    await assignSubject({ ...of, employeeId }, t);
    return { ok: true, students: students.length, kept: await countMarksOfStudents(of, t) };
  });
}

/** A student to change. `was` is the teacher that the caller has seen; null for an API call that does not say. */
type Row = { studentKey: number; was: number | null };

type Change = Row & { employeeId: number };

type Refusals = Map<number, RefusedRosterRow>;

/**
 * Assigns students to other teachers of the subject. Each student is checked separately. A student whom a colleague has
 * changed in the meantime is refused and not overwritten. Returns the refusals by the student's key, and `kept` as in
 * `AssignmentResult`.
 * @throws notFound
 */
export function changeSubjectTeachers(
  person: Person,
  { subjectId, changes }: { subjectId: number; changes: readonly Change[] },
): Promise<{ refused: Refusals; kept: number }> {
  return termTransaction(person, async (t) => {
    const subject = await getSubjectInYear(subjectId, t);
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

/** `gone` names the students who no longer had the subject. The other fields are as in `AssignmentResult`. */
type RemovalResult =
  | (Extract<AssignmentResult, { ok: true }> & {
      gone: string;
      /** The id of the change, which its author can undo for a day. */
      undo: number | null;
    })
  | AssignmentRefusal;

/** Removes students from the subject. Their marks are kept. @throws notFound */
export function removeStudentsFromSubject(
  person: Person,
  { subjectId, rows }: { subjectId: number; rows: readonly Row[] },
): Promise<RemovalResult> {
  return termTransaction(person, async (t) => {
    const { academicYearId, title } = await getSubjectInYear(subjectId, t);
    const of = { subjectId, academicYearId, studentKeys: rows.map(({ studentKey }) => studentKey) };
    const students = await lockStudentsOfTerm({ ...of, employeeId: null }, t);
    const moved = students.filter((student) => wasChanged(student, rows));
    if (moved.length > 0)
      return refused(
        409,
        "student_id",
        `The teacher of ${joinStudentNames(moved)} has been changed. Check the list, then try again.`,
      );
    const studentKeys = await unassignSubject(of, t);
    const gone = joinStudentNames(students.filter(({ student_key }) => !studentKeys.includes(student_key)));
    const removed = students.flatMap(({ student_key: studentKey, employee_id: employeeId }) =>
      employeeId !== null && studentKeys.includes(studentKey) ? [{ studentKey, employeeId }] : [],
    );
    return {
      ok: true,
      students: studentKeys.length,
      kept: await countMarksOfStudents({ ...of, studentKeys }, t),
      gone,
      undo: await noteRemoval(person, { subjectId, academicYearId, title, removed }, t),
    };
  });
}

type Removal = Omit<RemovedStudents, "kind" | "students"> & {
  title: string;
  removed: RemovedStudents["students"];
};
type RemovedStudents = Extract<UndoableChangeData, { kind: "subject" }>;

/** Notes a removal, so that its author can undo it. Returns null if nobody was removed. */
async function noteRemoval(
  { accountId }: Person,
  { subjectId, academicYearId, title, removed }: Removal,
  t: TermTransaction,
): Promise<number | null> {
  if (removed.length === 0) return null;
  const change = { kind: "subject", subjectId, academicYearId, students: removed } as const;
  const words = `${formatCountOf(removed.length, "student")} deleted from ${title}`;
  return insertUndoableChange({ accountId, title: words, change }, t);
}

/**
 * Gives students back a subject from which they were removed, with the same teacher. Students who already have it again
 * stay as they are, and so do students who can no longer get it. In another school year, that is everybody.
 * @throws forbidden, notFound
 */
export async function undoRemovedStudents(
  person: Person,
  { title, change }: { title: string; change: RemovedStudents },
  t: TermTransaction,
): Promise<UndoOutcome> {
  if (!hasAccess("subject-assignment", person)) throw forbidden();
  const { subjectId, academicYearId, students } = change;
  const subject = await getSubjectInYear(subjectId, t);
  if (subject.academicYearId !== academicYearId)
    return { isUndone: false, message: `Undo failed: ${title}. A new school year has started since.` };
  const teachers = [...new Set(students.map((student) => student.employeeId))];
  await lockColleagues(teachers, t);
  let returned = 0;
  for (const employeeId of teachers) {
    const ofTeacher = students.filter((student) => student.employeeId === employeeId);
    const of = {
      subjectId,
      academicYearId,
      studentKeys: ofTeacher.map(({ studentKey }) => studentKey),
    };
    const teacher = await teacherNamed(employeeId, t);
    const there = await lockStudentsOfTerm({ ...of, employeeId }, t);
    const free = there.filter(
      (student) => teacher && student.employee_id === null && !firstFault([student], subject, teacher),
    );
    const studentKeys = free.map(({ student_key }) => student_key);
    await assignSubject({ ...of, studentKeys, employeeId }, t);
    returned += studentKeys.length;
  }
  const left = students.length - returned;
  if (returned === 0)
    return { isUndone: false, message: `Undo failed: ${title}. Other changes were made since then.` };
  const stays =
    left === 0 ? "" : ` ${formatCountOf(left, "student")} cannot be restored because of later changes.`;
  return { isUndone: true, message: `Undone: ${title}.${stays}` };
}

type Changes = { subject: SubjectInYear; changes: readonly Change[] };

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

/** Returns a refusal if somebody has meanwhile chosen a teacher other than the requested one. */
async function staleRow(
  student: StudentToAssign | undefined,
  { employeeId, changes, subject }: Changes & { employeeId: number },
  t: TermTransaction,
): Promise<RefusedRosterRow | null> {
  const was = changes.find(({ studentKey }) => studentKey === student?.student_key)?.was ?? null;
  if (!student || was === null || student.employee_id === employeeId) return null;
  if (student.employee_id === null)
    return rowRefusal("gone", student, `the student no longer has ${subject.title}`);
  if (!wasChanged(student, changes)) return null;
  const now = await teacherNamed(student.employee_id, t);
  const words = `the teacher was changed${now ? ` to ${formatShortName(now)}` : ""}`;
  return rowRefusal("changed", student, words);
}

function rowFault(
  student: StudentToAssign | undefined,
  subject: SubjectInYear,
  teacher: Teacher | null,
): RefusedRosterRow | null {
  if (!student) return rowRefusal("gone", null, "not in a class this term");
  const fault = teacher ? firstFault([student], subject, teacher) : "this teacher is not a current employee";
  return fault === null ? null : rowRefusal("lesson", student, fault);
}

function rowRefusal(
  cause: RefusedRosterRow["cause"],
  student: StudentToAssign | null,
  reason: string,
): RefusedRosterRow {
  return { cause, who: student ? joinStudentNames([student]) : "A student", reason };
}

/**
 * Tells whether the student's teacher has changed since the caller read it. A student who has no teacher now counts as
 * unchanged.
 */
function wasChanged({ student_key, employee_id }: StudentToAssign, rows: readonly Row[]): boolean {
  const was = rows.find(({ studentKey }) => studentKey === student_key)?.was ?? null;
  return was !== null && employee_id !== null && employee_id !== was;
}

type Teacher = { first_name: string; last_name: string };

function firstFault(
  students: readonly StudentToAssign[],
  { title: subject }: SubjectInYear,
  teacher: Teacher,
): string | null {
  for (const { label, by_choice: byChoice } of students) {
    const fault = findLessonFault({ subject, teacher, label, byChoice });
    if (fault) return fault;
  }
  return null;
}

async function teacherNamed(employeeId: number, t: TermTransaction): Promise<Teacher | null> {
  const [employee] = await listCurrentEmployees({ only: employeeId }, t);
  return employee ?? null;
}

function refused(status: 409 | 422, field: AssignmentRefusal["field"], fault: string): AssignmentRefusal {
  return { ok: false, status, field, fault };
}

/** The fields by which an API call identifies one student. `studentId` is the public ID. */
type OfStudent = { subjectId: number; studentId: string; was: number | null };
type WithTeacher = OfStudent & { employee_id: number };

/** Lists the students who have a subject this year, sorted by name. @throws notFound */
export async function listSubjectStudents(subjectId: number): Promise<Omit<AssignedStudent, Hidden>[]> {
  const { academicYearId } = await getSubjectInYear(subjectId, noTransaction);
  const all = { words: [], classId: null, employeeId: null, limit: null, offset: 0 };
  const students = await listAssignedStudents({ subjectId, academicYearId, ...all }, noTransaction);
  return students.map(
    ({ student_key: _key, first_name_of_teacher: _first, last_name_of_teacher: _last, ...student }) =>
      student,
  );
}

type Hidden = "student_key" | "first_name_of_teacher" | "last_name_of_teacher";

/** Adds a student to a subject, for an API call. @throws notFound */
export async function addSubjectStudent(person: Person, input: WithTeacher): Promise<AssignmentResult> {
  const { subjectId, employee_id: employeeId } = input;
  const studentKey = await findStudentKeyById(input.studentId, noTransaction);
  if (studentKey === null) return noStudent();
  return addStudentsToSubject(person, { subjectId, studentKeys: [studentKey], employeeId });
}

/** Changes the student's teacher, or adds the student if they do not have the subject yet. @throws notFound */
export async function setSubjectTeacher(person: Person, input: WithTeacher): Promise<AssignmentResult> {
  const { subjectId, was, employee_id: employeeId } = input;
  const studentKey = await findStudentKeyById(input.studentId, noTransaction);
  if (studentKey === null) return noStudent();
  const { refused, kept } = await changeSubjectTeachers(person, {
    subjectId,
    changes: [{ studentKey, was, employeeId }],
  });
  const row = refused.get(studentKey);
  if (!row) return { ok: true, students: 1, kept };
  const status = row.cause === "lesson" ? 422 : 409;
  return { ok: false, status, field: "employee_id", fault: `${capitalise(row.reason)}.` };
}

/** Removes a student from a subject, for an API call. @throws notFound */
export async function deleteSubjectStudent(person: Person, input: OfStudent): Promise<AssignmentResult> {
  const { subjectId, was } = input;
  const studentKey = await findStudentKeyById(input.studentId, noTransaction);
  if (studentKey === null) return noStudent();
  const removed = await removeStudentsFromSubject(person, { subjectId, rows: [{ studentKey, was }] });
  if (removed.ok && removed.students === 0) throw notFound("This student does not have the subject.");
  return removed;
}

function noStudent(): AssignmentResult {
  return { ok: false, status: 422, field: "student_id", fault: "No student has this ID. Check the ID." };
}
