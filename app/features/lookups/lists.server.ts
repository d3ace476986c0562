import { hasAccess, hasPermission, canReadAllClasses } from "#access/permissions.ts";
import { getPrintedListScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import {
  listClassesWithTeachers,
  listFormClassRows,
  type FormClassRow,
  type ClassWithTeachersRow,
} from "#db/queries/class-teachers.ts";
import {
  searchEmployees,
  type EmployeeRow,
  listCurrentTeachers,
  type CurrentTeacher,
} from "#db/queries/employees.ts";
import { listCurrentStudents, type CurrentStudent } from "#db/queries/people/current-students.ts";
import { listEthnicGroupRows, listHouseRows, listReligionRows } from "#db/queries/people/groups.ts";
import { getCurrentTerm } from "#db/queries/school.ts";
import type { ListRequest, RowsWithTotal } from "#domain/list/paging.ts";
import type { Person } from "#domain/person.ts";
import { GENERAL_FIELDS } from "#fields/people/student-general.ts";
import { columnsToValues } from "#fields/record.ts";
import { itemNotFound } from "#runtime/errors.ts";
import {
  listChangedStudents,
  readCurrentMoment,
  type DatabaseMoment,
  type StudentsResponsePart,
} from "#db/queries/people/students-changed.ts";

/**
 * Lists current students. People who manage students or assign subjects get all students; others get the students of
 * their own classes and lessons. Only people who manage students get full records.
 */
export async function listStudents(person: Person, input: ListRequest) {
  const scope = getPrintedListScope(person);
  const all = scope.all || hasPermission(person, "settings.manage");
  const { listed, total } = await listCurrentStudents({ ...input, ...scope, all }, noTransaction);
  const keeps = hasAccess("student-records", person);
  return { listed: listed.map((student) => listedStudent(student, keeps)), total };
}

function listedStudent({ id, teachers, documents, ...student }: CurrentStudent, keeps: boolean) {
  const { student_id, first_name, last_name, gender, picture, ...others } = student;
  const { class_id, form_class_id, form_level, label, student_status_id } = others;
  const general = () => columnsToValues(GENERAL_FIELDS, student);
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

/**
 * Lists employees. People who manage accounts or may read all classes get everybody; others get only themselves. Only
 * people who manage accounts get user names, because a user name makes it easier to break into an account.
 */
export async function listEmployees(person: Person, input: ListRequest): Promise<RowsWithTotal<EmployeeRow>> {
  const manages = managesAccounts(person);
  if (!manages && !canReadAllClasses(person) && person.employeeId === null) return NOBODY;
  const only = manages || canReadAllClasses(person) ? null : person.employeeId;
  const { listed, total } = await searchEmployees({ ...input, only }, noTransaction);
  const employees = listed.map((employee) => ({
    ...employee,
    user_name: manages || employee.employee_id === person.employeeId ? employee.user_name : null,
  }));
  return { listed: employees, total };
}

const NOBODY = { listed: [], total: 0 };

/**
 * Lists the current teachers for people who assign lessons and classes or manage students. Others get only themselves.
 */
export async function listTeachers(person: Person): Promise<CurrentTeacher[]> {
  const teachers = await listCurrentTeachers(noTransaction);
  const seesAll =
    canReadAllClasses(person) ||
    hasPermission(person, "employees.manage") ||
    hasPermission(person, "students.manage") ||
    hasPermission(person, "settings.manage");
  return seesAll ? teachers : teachers.filter(({ employee_id }) => employee_id === person.employeeId);
}

function managesAccounts(person: Person): boolean {
  return (
    hasPermission(person, "employees.manage") ||
    hasPermission(person, "passwords.reset") ||
    hasPermission(person, "admin")
  );
}

export function listFormClasses(): Promise<FormClassRow[]> {
  return listFormClassRows(noTransaction);
}

/** The filters of the list of classes. The default is all form classes of the current year. */
type AskedClassList = { academicYearId: number | null; formClassId: string | null };

/**
 * Lists the classes of a year with their teachers. People who may read or manage every class get all of them; others
 * get the classes of which they are form teacher, co-teacher or form dean.
 */
export async function listClasses(person: Person, input: AskedClassList): Promise<ClassWithTeachersRow[]> {
  const academicYearId = input.academicYearId ?? (await getCurrentTerm(noTransaction))?.academic_year_id;
  if (academicYearId === undefined) return [];
  const scope = { employeeId: person.employeeId, all: seesAllClasses(person) };
  return listClassesWithTeachers({ ...scope, academicYearId, formClassId: input.formClassId }, noTransaction);
}

/**
 * Lists the classes of one form class, with the same access rules as `listClasses`.
 * @throws notFound instead of an empty list
 */
export async function listClassesOfForm(
  person: Person,
  input: { formClassId: string; academicYearId: number },
): Promise<ClassWithTeachersRow[]> {
  const classes = await listClasses(person, input);
  if (classes.length === 0) throw itemNotFound("class");
  return classes;
}

/**
 * Tells whether a person sees all classes. People who make timetables, manage students or post reports must know
 * which teacher has which class, as must people who may read all classes.
 */
function seesAllClasses(person: Person): boolean {
  return (
    canReadAllClasses(person) ||
    hasPermission(person, "employees.manage") ||
    hasPermission(person, "students.manage") ||
    hasPermission(person, "settings.manage")
  );
}

/** A group to which a student can belong: a house, a religious group or an ethnic group. */
export type StudentGroup = { id: number; grouping: string };

export async function listReligions(): Promise<StudentGroup[]> {
  const found = await listReligionRows(noTransaction);
  return found.map(({ religion_id: id, grouping }) => ({ id, grouping }));
}

export async function listEthnicGroups(): Promise<StudentGroup[]> {
  const found = await listEthnicGroupRows(noTransaction);
  return found.map(({ ethnic_group_id: id, grouping }) => ({ id, grouping }));
}

export async function listHouses(): Promise<{ id: number; house: string }[]> {
  const found = await listHouseRows(noTransaction);
  return found.map(({ house_id: id, house }) => ({ id, house }));
}

export type { StudentsResponsePart as Told } from "#db/queries/people/students-changed.ts";

/** PostgreSQL's transaction ids wrap around. Only within this distance can it tell which of two ids is older. */
const COMES_ROUND = 2n ** 31n;
const VERSION = /^([\d-]+)\.(\d{1,19})\.(\d{4}-\d{2}-\d{2})$/;

export type StudentChanges = {
  /** The version that the caller sends with the next request. */
  version: string;
  /** The ids of students whose rows may have changed; null if all may have changed. */
  changed: ReadonlySet<string> | null;
};

/**
 * Returns the students that have changed since the caller's version. If this database never issued that version, for
 * example because it was restored from a backup, every student counts as changed.
 */
export async function listStudentsChangedSince(
  given: string | undefined,
  changedParts: readonly StudentsResponsePart[],
): Promise<StudentChanges> {
  const now = await readCurrentMoment(noTransaction);
  const then = given === undefined ? null : momentOf(given);
  const isKnown = then !== null && isBefore(then, now);
  return {
    version: `${now.database}.${now.transaction}.${now.day}`,
    changed: isKnown ? await listChangedStudents(then, changedParts, noTransaction) : null,
  };
}

function momentOf(version: string): DatabaseMoment | null {
  const [, database = "", transaction = "", day = ""] = VERSION.exec(version) ?? [];
  return day === "" || Number.isNaN(Date.parse(day)) ? null : { database, transaction, day };
}

function isBefore(then: DatabaseMoment, now: DatabaseMoment): boolean {
  const passed = BigInt(now.transaction) - BigInt(then.transaction);
  return then.database === now.database && passed >= 0n && passed < COMES_ROUND;
}
