import { noteOwnTeaching } from "#access/own-teaching.server.ts";
import { holds } from "#access/permissions.ts";
import { employeeVisibleTo } from "#access/visible.server.ts";
import { transaction, type Transaction } from "#db/index.ts";
import { lockAdmins } from "#db/queries/accounts/admins.ts";
import { recordSecurityEvent, type NewSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { endAccessTokensOf } from "#db/queries/accounts/access-tokens.ts";
import { endSessionsOf } from "#db/queries/accounts/sessions.ts";
import { employeeStatuses } from "#db/queries/people/employee-list.ts";
import {
  classesLedBy,
  employeeToLeave,
  handOverLessons,
  lockColleagues,
  setStatus,
  type LeavingRow,
} from "#db/queries/people/leaving.ts";
import { endSubstitutionsOf } from "#db/queries/timetable/substitutes.ts";
import { endInClass, giveClass } from "#db/queries/timetable/class-teachers.ts";
import { lockClass } from "#db/queries/timetable/teacher-class.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { ACTIVE } from "#domain/people/employees.ts";
import type { Person } from "#domain/person.ts";
import { forbidden, notFound } from "#runtime/errors.ts";
import { LAST_ADMIN } from "./leave.rules.ts";
import { refusalOf } from "./read-leaving.server.ts";
import { currentYear } from "../timetable/timetable-of.server.ts";

export type Left = { ok: true; name: string } | { ok: false; status: 409 | 422; fault: string };

type Asked = {
  employeeId: number;
  statusId: number;
  /** Who takes the class and its lessons; null leaves that for later. */
  successorId: number | null;
  address: string;
};

/**
 * Deletes softly: the account can no longer sign in, and its sessions end in the same transaction; marks, reports and
 * history stay (A4, design section 8). @throws notFound
 */
export function deleteEmployee(person: Person, asked: Asked): Promise<Left> {
  const { employeeId, statusId, successorId, address } = asked;
  return termTransaction(person, async (t) => {
    const admins = await lockAdmins(t);
    const people = successorId === null ? [employeeId] : [employeeId, successorId];
    const colleagues = await lockColleagues(people, t);
    const employee = await toLeave(person, employeeId, t);
    const fault = whyNotLeave(person, { employee, admins }) ?? (await whyNotSo({ ...asked, colleagues }, t));
    if (fault) return { ok: false, ...fault };
    if (successorId !== null) await handOver(person, { employee, successorId }, t);
    await endSubstitutionsOf(employeeId, t);
    await setStatus({ employeeId, statusId }, t);
    await endAccess(person, { employee, kind: "employee-deleted", address }, t);
    return { ok: true, name: nameOf(employee) };
  });
}

/** Who left works here again, with the account that they had. @throws notFound, forbidden */
export function bringBack(
  person: Person,
  { employeeId, address }: { employeeId: number; address: string },
): Promise<Left> {
  if (!holds(person, "admin")) throw forbidden("Only an administrator brings somebody back.");
  return transaction(person, async (t) => {
    await lockColleagues([employeeId], t);
    const employee = await toLeave(person, employeeId, t);
    const name = nameOf(employee);
    if (employee.employee_status_id === ACTIVE)
      return { ok: false, status: 409, fault: `${name} works here already.` };
    await setStatus({ employeeId, statusId: ACTIVE }, t);
    await record(person, { employee, kind: "employee-brought-back", address }, t);
    return { ok: true, name };
  });
}

async function toLeave(person: Person, employeeId: number, t: Transaction): Promise<LeavingRow> {
  await employeeVisibleTo(person, employeeId, t);
  const employee = await employeeToLeave(employeeId, t);
  if (!employee) throw notFound("There is no such employee.");
  return employee;
}

type Fault = { status: 409 | 422; fault: string };

function whyNotLeave(
  person: Person,
  { employee, admins }: { employee: LeavingRow; admins: readonly number[] },
): Fault | null {
  const refusal = refusalOf(person, employee);
  if (refusal) return { status: 409, fault: refusal };
  if (employee.employee_status_id !== ACTIVE)
    return { status: 409, fault: `${nameOf(employee)} was deleted in the meantime.` };
  const [only, ...others] = admins;
  const isLastAdmin = others.length === 0 && only !== undefined && only === employee.account_id;
  return isLastAdmin ? { status: 409, fault: LAST_ADMIN } : null;
}

async function whyNotSo(
  {
    employeeId,
    statusId,
    successorId,
    colleagues,
  }: Omit<Asked, "address"> & { colleagues: readonly number[] },
  t: Transaction,
): Promise<Fault | null> {
  const statuses = await employeeStatuses(t);
  if (!statuses.some(({ employee_status_id: id }) => id === statusId && id > ACTIVE))
    return { status: 422, fault: "Choose a status from the list." };
  const takesOver = successorId !== employeeId && successorId !== null && colleagues.includes(successorId);
  return successorId === null || takesOver ? null : { status: 422, fault: "Who takes over must work here." };
}

async function handOver(
  person: Person,
  { employee, successorId }: { employee: LeavingRow; successorId: number },
  t: TermTransaction,
): Promise<void> {
  const leaverId = employee.employee_id;
  const classIds = (await classesLedBy(leaverId, t)).map(({ class_id }) => class_id);
  if (classIds.length === 0) return;
  await handOverLessons({ leaverId, successorId, classIds }, t);
  const { today: from } = await currentYear(t);
  for (const classId of classIds) {
    await lockClass(classId, t);
    await endInClass({ classId, employeeIds: [leaverId, successorId], from }, t);
    await giveClass({ classId, employeeId: successorId, isLead: true, from }, t);
  }
  const what = `class and lessons of ${nameOf(employee)}`;
  await noteOwnTeaching(person, { employeeId: successorId, what }, t);
}

type Recorded = { employee: LeavingRow; kind: NewSecurityEvent["kind"]; address: string };

async function endAccess(person: Person, recorded: Recorded, t: Transaction): Promise<void> {
  const { account_id: accountId } = recorded.employee;
  if (accountId !== null) {
    await endSessionsOf({ accountId, except: null }, t);
    await endAccessTokensOf({ accountId }, t);
  }
  await record(person, recorded, t);
}

function record({ accountId }: Person, { employee, kind, address }: Recorded, t: Transaction): Promise<void> {
  const detail = employee.user_name ?? nameOf(employee);
  return recordSecurityEvent({ kind, accountId, address, detail }, t);
}

function nameOf({ first_name, last_name }: LeavingRow): string {
  return `${first_name} ${last_name}`;
}
