import { holds, readsAllClasses } from "#access/permissions.ts";
import { noTransaction } from "#db/index.ts";
import { searchEmployees, type EmployeeRow } from "#db/queries/employees.ts";
import { listCurrentTeachers, type TeacherRow } from "#db/queries/people/teachers.ts";
import type { ListRequest, Listed } from "#domain/list/list-request.ts";
import type { Person } from "#domain/person.ts";

/**
 * Lists the employees as far as this person may know them: everybody for people who manage accounts or read all
 * classes, otherwise only themselves. A user name is half of a sign-in, so only people who manage accounts see it.
 */
export async function listEmployees(person: Person, input: ListRequest): Promise<Listed<EmployeeRow>> {
  const manages = managesAccounts(person);
  if (!manages && !readsAllClasses(person) && person.employeeId === null) return NOBODY;
  const only = manages || readsAllClasses(person) ? null : person.employeeId;
  const { listed, total } = await searchEmployees({ ...input, only }, noTransaction);
  const employees = listed.map((employee) => ({
    ...employee,
    user_name: manages || employee.employee_id === person.employeeId ? employee.user_name : null,
  }));
  return { listed: employees, total };
}

const NOBODY = { listed: [], total: 0 };

/**
 * Lists the current teachers, for people who assign lessons and classes or look after students; otherwise only oneself.
 */
export async function listTeachers(person: Person): Promise<TeacherRow[]> {
  const teachers = await listCurrentTeachers(noTransaction);
  const seesAll =
    readsAllClasses(person) ||
    holds(person, "employees.manage") ||
    holds(person, "students.manage") ||
    holds(person, "settings.manage");
  return seesAll ? teachers : teachers.filter(({ employee_id }) => employee_id === person.employeeId);
}

function managesAccounts(person: Person): boolean {
  return holds(person, "employees.manage") || holds(person, "passwords.reset") || holds(person, "admin");
}
