import { mayDelete } from "#access/permissions.ts";
import { openSessionsOf } from "#access/session.server.ts";
import { employeeVisibleTo } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { employeeStatuses, type EmployeeStatusRow } from "#db/queries/people/employee-list.ts";
import {
  classesLedBy,
  colleaguesOf,
  employeeToLeave,
  lessonsByClass,
  type Candidate,
  type LeavingRow,
  type LedClass,
} from "#db/queries/people/leaving.ts";
import { ACTIVE } from "#domain/people/employees.ts";
import { shortName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import { FOR_ADMINS, OWN_ACCOUNT, type Leaving } from "./leave.rules.ts";

/** Resigned (A9). */
export const USUAL_STATUS = 2;

/** What deleting an employee would do; for admins also who left, to be brought back. @throws notFound */
export async function readLeaving(person: Person, employeeId: number): Promise<Leaving> {
  const t = noTransaction;
  await employeeVisibleTo(person, employeeId, t);
  const employee = await employeeToLeave(employeeId, t);
  if (!employee) throw notFound("There is no such employee.");
  const [statuses, led, lessons, colleagues, openSessions] = await Promise.all([
    employeeStatuses(t),
    classesLedBy(employeeId, t),
    lessonsByClass(employeeId, t),
    colleaguesOf(employeeId, t),
    openCount(employee),
  ]);
  const hasLeft = employee.employee_status_id !== ACTIVE;
  return {
    id: employeeId,
    firstName: employee.first_name,
    name: `${employee.first_name} ${employee.last_name}`,
    gender: employee.gender,
    hasLeft: hasLeft ? employee.status : null,
    refusal: refusalOf(person, employee),
    openSessions,
    lessons,
    leads: led.map(({ label }) => label),
    statuses: choicesOf(statuses),
    ...successorsOf(led, colleagues),
  };
}

/** What is known before anything is asked. */
export function refusalOf(person: Person, employee: LeavingRow): string | null {
  if (employee.employee_id === person.employeeId) return OWN_ACCOUNT;
  return mayDelete(employee, person) ? null : FOR_ADMINS;
}

async function openCount({ account_id: accountId }: LeavingRow): Promise<number> {
  return accountId === null ? 0 : (await openSessionsOf({ accountId })).length;
}

/** Ids of 1 or lower are not offered (A4). */
function choicesOf(statuses: readonly EmployeeStatusRow[]): Leaving["statuses"] {
  return statuses
    .filter(({ employee_status_id: id }) => id > ACTIVE)
    .map(({ employee_status_id: id, status }) => ({ value: String(id), label: status }));
}

function successorsOf(
  led: readonly LedClass[],
  colleagues: readonly Candidate[],
): Pick<Leaving, "successors" | "proposed"> {
  if (led.length === 0) return { successors: [], proposed: "" };
  const coTeachers = new Set(led.flatMap(({ co_teachers }) => co_teachers));
  const first = colleagues.filter(({ employee_id: id }) => coTeachers.has(id));
  const others = colleagues.filter(({ employee_id: id }) => !coTeachers.has(id));
  const named = (suffix: string) => (one: Candidate) => ({
    value: String(one.employee_id),
    label: `${shortName(one)}${suffix}`,
  });
  const successors = [...first.map(named(", co-teacher")), ...others.map(named(""))];
  return { successors, proposed: first[0] ? String(first[0].employee_id) : "" };
}
