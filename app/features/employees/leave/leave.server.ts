import { z } from "zod";
import { formSucceeded, rejected, stale } from "#access/forms/answer-form.server.ts";
import { logOwnTeachingChange } from "#access/own-teaching.server.ts";
import { hasPermission, canMarkAsLeft } from "#access/permissions.ts";
import { listOpenSessions } from "#access/session.server.ts";
import { getVisibleEmployee } from "#access/visible.server.ts";
import { noTransaction, transaction, type ReadTransaction, type Transaction } from "#db/index.ts";
import { revokeAccessTokensOf } from "#db/queries/accounts/access-tokens.ts";
import { lockAdmins } from "#db/queries/accounts/admins.ts";
import { recordSecurityEvent, type NewSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { endSessionsOfAccount } from "#db/queries/accounts/sessions.ts";
import { listEmployeeStatuses } from "#db/queries/people/employee-list.ts";
import {
  listClassesToHandOver,
  listColleagues,
  findEmployeeToLeave,
  handOverLessons,
  listLessonsByClass,
  lockColleagues,
  setEmployeeStatus,
  type ColleagueRow,
  type LeavingEmployeeRow,
  type ClassToHandOverRow,
} from "#db/queries/people/leaving.ts";
import { endTeacherRolesInClass, assignTeacherToClass } from "#db/queries/timetable/class-teachers.ts";
import { endSubstitutionsOf } from "#db/queries/timetable/substitutes.ts";
import { lockClass } from "#db/queries/timetable/teacher-class.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { formatShortName } from "#domain/names.ts";
import { parseId } from "#domain/paths.ts";
import { ACTIVE_EMPLOYEE } from "#domain/people/employees.ts";
import type { Person } from "#domain/person.ts";
import { forbidden, itemNotFound } from "#runtime/errors.ts";
import { getCurrentYear } from "../timetable/timetable-of.server.ts";

const OWN_ACCOUNT = "You cannot delete your own record. Ask a colleague who manages employees.";
const FOR_ADMINS = "Only an administrator can delete an administrator or the principal.";
const LAST_ADMIN = "This is the school’s only administrator. Make somebody else an administrator first.";

/** The id of the status "Resigned", which the form suggests. */
export const DEFAULT_LEAVING_STATUS = 2;

export type LeavingEmployeeView = Awaited<ReturnType<typeof loadLeavingEmployee>>;

/**
 * Loads the data that the dialog for deleting an employee shows. Administrators can also open it for a former
 * employee.
 * @throws notFound
 */
export async function loadLeavingEmployee(person: Person, employeeId: number) {
  const t = noTransaction;
  const employee = await visibleEmployee(person, employeeId, t);
  const [statuses, led, lessons, colleagues, openSessions] = await Promise.all([
    listEmployeeStatuses(t),
    listClassesToHandOver(employeeId, t),
    listLessonsByClass(employeeId, t),
    listColleagues(employeeId, t),
    employee.account_id === null ? [] : listOpenSessions({ accountId: employee.account_id }),
  ]);
  return {
    firstName: employee.first_name,
    name: nameOf(employee),
    gender: employee.gender,
    /** The status of a former employee; null for a current one. */
    hasLeft: employee.employee_status_id === ACTIVE_EMPLOYEE ? null : employee.status,
    refusal: refusalOf(person, employee),
    openSessions: openSessions.length,
    lessons,
    classesLed: led.map(({ label }) => label),
    statuses: statuses
      .filter(({ employee_status_id: id }) => id > ACTIVE_EMPLOYEE)
      .map(({ employee_status_id: id, status }) => ({ value: String(id), label: status })),
    ...successorsOf(led, colleagues),
  };
}

/** Returns the reason why this person cannot delete the employee at all, or null. */
function refusalOf(person: Person, employee: LeavingEmployeeRow): string | null {
  if (employee.employee_id === person.employeeId) return OWN_ACCOUNT;
  return canMarkAsLeft(employee, person) ? null : FOR_ADMINS;
}

/**
 * Lists the colleagues who may take over the employee's classes, co-teachers first. The result is empty without a
 * class to take over.
 */
function successorsOf(led: readonly ClassToHandOverRow[], colleagues: readonly ColleagueRow[]) {
  if (led.length === 0) return { successors: [], proposed: "" };
  const coTeachers = new Set(led.flatMap(({ co_teachers }) => co_teachers));
  const first = colleagues.filter(({ employee_id: id }) => coTeachers.has(id));
  const others = colleagues.filter(({ employee_id: id }) => !coTeachers.has(id));
  const named = (suffix: string) => (one: ColleagueRow) => ({
    value: String(one.employee_id),
    label: `${formatShortName(one)}${suffix}`,
  });
  const successors = [...first.map(named(", co-teacher")), ...others.map(named(""))];
  return { successors, proposed: first[0] ? String(first[0].employee_id) : "" };
}

export type EmployeeLeavingInput = z.input<typeof EmployeeLeavingFormSchema>;

/** An invalid id becomes 0, which no employee has. The class then has no form teacher. */
export const EmployeeLeavingFormSchema = z.object({
  intent: z.literal("bring-back").optional(),
  status: z.string().default("").transform(idOrNobody),
  successor: z.string().transform(idOrNobody).optional(),
});

function idOrNobody(text: string): number {
  return parseId(text) ?? 0;
}

type Submitted = {
  employeeId: number;
  input: z.output<typeof EmployeeLeavingFormSchema>;
  address: string;
  /** The URL of the list, to which the person returns with a message. */
  list: string;
};

/** Deletes or restores an employee, depending on the form. @throws notFound, forbidden */
export function deleteOrRestoreEmployee(person: Person, submitted: Submitted) {
  return submitted.input.intent === "bring-back"
    ? bringBack(person, submitted)
    : deleteEmployee(person, submitted);
}

/**
 * Deletes an employee by setting a status. The account can no longer sign in, and its sessions end in the same
 * transaction. Marks, reports and history are kept.
 * @throws notFound
 */
export function deleteEmployee(person: Person, { employeeId, input, address, list }: Submitted) {
  const { status, successor } = input;
  return termTransaction(person, async (t) => {
    const admins = await lockAdmins(t);
    const colleagues = await lockColleagues([employeeId, successor ?? employeeId], t);
    const employee = await visibleEmployee(person, employeeId, t);
    const fault = faultOf(person, { employee, admins });
    if (fault !== null) return stale(fault);
    const statuses = await listEmployeeStatuses(t);
    if (!statuses.some(({ employee_status_id: id }) => id === status && id > ACTIVE_EMPLOYEE))
      return rejected({ status: "Choose a status from the list." });
    if (successor !== undefined) {
      if (successor === employeeId || !colleagues.includes(successor))
        return rejected({ successor: "Choose a colleague who works here." });
      await handOver(person, { employee, successorId: successor }, t);
    }
    await endSubstitutionsOf(employeeId, t);
    await setEmployeeStatus({ employeeId, statusId: status }, t);
    await endAccess(person, { employee, kind: "employee-deleted", address }, t);
    return formSucceeded(list, `${nameOf(employee)} deleted`);
  });
}

/** Makes a former employee current again, with the old account. @throws notFound, forbidden */
function bringBack(person: Person, { employeeId, address, list }: Submitted) {
  if (!hasPermission(person, "admin")) throw forbidden("Ask an administrator to bring the employee back.");
  return transaction(person, async (t) => {
    await lockColleagues([employeeId], t);
    const employee = await visibleEmployee(person, employeeId, t);
    const name = nameOf(employee);
    if (employee.employee_status_id === ACTIVE_EMPLOYEE) return stale(`${name} was already brought back.`);
    await setEmployeeStatus({ employeeId, statusId: ACTIVE_EMPLOYEE }, t);
    await record(person, { employee, kind: "employee-brought-back", address }, t);
    return formSucceeded(list, `${name} brought back`);
  });
}

async function visibleEmployee(
  person: Person,
  employeeId: number,
  t: ReadTransaction,
): Promise<LeavingEmployeeRow> {
  await getVisibleEmployee(person, employeeId, t);
  const employee = await findEmployeeToLeave(employeeId, t);
  if (!employee) throw itemNotFound("employee’s record", "employee");
  return employee;
}

function faultOf(
  person: Person,
  { employee, admins }: { employee: LeavingEmployeeRow; admins: readonly number[] },
): string | null {
  const refusal = refusalOf(person, employee);
  if (refusal !== null) return refusal;
  if (employee.employee_status_id !== ACTIVE_EMPLOYEE) return `${nameOf(employee)} has already been deleted.`;
  const [only, ...others] = admins;
  const isLastAdmin = others.length === 0 && only !== undefined && only === employee.account_id;
  return isLastAdmin ? LAST_ADMIN : null;
}

async function handOver(
  person: Person,
  { employee, successorId }: { employee: LeavingEmployeeRow; successorId: number },
  t: TermTransaction,
): Promise<void> {
  const leaverId = employee.employee_id;
  const classIds = (await listClassesToHandOver(leaverId, t)).map(({ class_id }) => class_id);
  if (classIds.length === 0) return;
  await handOverLessons({ leaverId, successorId, classIds }, t);
  const { today: from } = await getCurrentYear(t);
  for (const classId of classIds) {
    await lockClass(classId, t);
    await endTeacherRolesInClass({ classId, employeeIds: [leaverId, successorId], from }, t);
    await assignTeacherToClass({ classId, employeeId: successorId, isLead: true, from }, t);
  }
  const what = `class and lessons of ${nameOf(employee)}`;
  await logOwnTeachingChange(person, { employeeId: successorId, what }, t);
}

type Recorded = { employee: LeavingEmployeeRow; kind: NewSecurityEvent["kind"]; address: string };

async function endAccess(person: Person, recorded: Recorded, t: Transaction): Promise<void> {
  const { account_id: accountId } = recorded.employee;
  if (accountId !== null) {
    await endSessionsOfAccount({ accountId, except: null }, t);
    await revokeAccessTokensOf({ accountId }, t);
  }
  await record(person, recorded, t);
}

function record({ accountId }: Person, { employee, kind, address }: Recorded, t: Transaction): Promise<void> {
  const detail = employee.user_name ?? nameOf(employee);
  return recordSecurityEvent({ kind, accountId, address, detail }, t);
}

function nameOf({ first_name, last_name }: LeavingEmployeeRow): string {
  return `${first_name} ${last_name}`;
}
