import { holds, readsAllClasses } from "#access/permissions.ts";
import { noTransaction } from "#db/index.ts";
import { listedEmployees, type EmployeeRow } from "#db/queries/employees.ts";
import { currentTeachers, type TeacherRow } from "#db/queries/people/teachers.ts";
import type { ListAsked, Listed } from "#domain/list/list-asked.ts";
import type { Person } from "#domain/person.ts";

/**
 * Who works at the school, as far as this person may know: everybody for those who manage people or read all classes,
 * else oneself. User names are half of a sign-in and shown to those who manage accounts.
 */
export async function listEmployees(person: Person, asked: ListAsked): Promise<Listed<EmployeeRow>> {
  const manages = managesAccounts(person);
  if (!manages && !readsAllClasses(person) && person.employeeId === null) return NOBODY;
  const only = manages || readsAllClasses(person) ? null : person.employeeId;
  const { listed, total } = await listedEmployees({ ...asked, only }, noTransaction);
  const employees = listed.map((employee) => ({
    ...employee,
    user_name: manages || employee.employee_id === person.employeeId ? employee.user_name : null,
  }));
  return { listed: employees, total };
}

const NOBODY = { listed: [], total: 0 };

/** Who teaches at the school now, for those who give lessons and classes or look after students; else oneself. */
export async function listTeachers(person: Person): Promise<TeacherRow[]> {
  const teachers = await currentTeachers(noTransaction);
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
