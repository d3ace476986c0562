import { z } from "zod";
import { formSucceeded, rejected, stale } from "#access/forms/answer-form.server.ts";
import { rowIdSchema } from "#access/forms/form-values.schema.server.ts";
import { formatOneTimeValidity } from "#access/passwords/one-time.server.ts";
import { hasAccess, isPermissionOverOthers } from "#access/permissions.ts";
import { listOpenSessions, type Visit } from "#access/session.server.ts";
import { getVisibleEmployee, type VisibleEmployee } from "#access/visible.server.ts";
import { noTransaction, transaction, type Transaction } from "#db/index.ts";
import { lockAdmins } from "#db/queries/accounts/admins.ts";
import {
  findAccountCreation,
  changePermissions,
  listPermissionHolders,
  lockOneTimePassword,
  findPasswordState,
  listPermissionChanges,
  listPermissions,
  type AccountPasswordState,
  type PermissionAction,
  type PermissionChange,
} from "#db/queries/accounts/permissions.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { endSessionOfAccount } from "#db/queries/accounts/sessions.ts";
import { toCalendarDay, formatDate, formatDateAndTime } from "#domain/dates.ts";
import { MESSAGES } from "#domain/messages.ts";
import { formatActorName } from "#domain/names.ts";
import { PATHS } from "#domain/paths.ts";
import {
  ADMIN_PERMISSION_ID,
  PERMISSION_IDS,
  listPermissionNames,
  type PermissionId,
  describeDevice,
} from "#domain/people/access.ts";
import { ACTIVE_EMPLOYEE } from "#domain/people/employees.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import { randomId } from "#runtime/ids.ts";
import { loadEmployeeHead } from "../profile.server.ts";

/** A limit for one query, higher than the number of changes to any account. */
const MOST_CHANGES = 200;

export type EmployeeAccessView = Awaited<ReturnType<typeof loadEmployeeAccess>>;
export type EmployeeAccountView = NonNullable<EmployeeAccessView["account"]>;

/** Loads an account's permissions, its open sessions and the history of its access. @throws notFound */
export async function loadEmployeeAccess(visit: Visit, employeeId: number) {
  const employee = await getVisibleEmployee(visit.person, employeeId, noTransaction);
  const head = await loadEmployeeHead(visit, employee);
  return { head, account: employee.account_id === null ? null : await loadAccount(visit, employee) };
}

async function loadAccount(visit: Visit, employee: VisibleEmployee) {
  const { timeZone } = visit.school;
  const accountId = Number(employee.account_id);
  const [held, administrators, sessions, changes, made, password] = await Promise.all([
    listPermissions(accountId, noTransaction),
    listPermissionHolders({ permissionId: ADMIN_PERMISSION_ID }, noTransaction),
    listOpenSessions({ accountId }),
    listPermissionChanges({ accountId, limit: MOST_CHANGES }, noTransaction),
    findAccountCreation(accountId, noTransaction),
    findPasswordState(accountId, noTransaction),
  ]);
  const given = actsIn(changes).map((act) => changeView(act, timeZone));
  const adminIds = administrators.map((holder) => holder.account_id);
  return {
    held,
    administrators: administrators.map((holder) => formatActorName(holder) || holder.user_name),
    isLastAdministrator: isLast(adminIds, accountId),
    sessions: sessions.map(({ session_id, device, last_seen_at }) => ({
      id: session_id,
      device: describeDevice(device),
      lastSeen: formatDateAndTime(last_seen_at, timeZone),
    })),
    password: password ? passwordWords(password, timeZone) : "",
    /** The URL for resetting the password; null if the viewer may not reset it. */
    resetTo: mayReset(employee, visit) ? `${PATHS.resetPassword}/${employee.employee_id}` : null,
    changes: made ? [...given, { what: "Account", done: "created", by: byWords(made, timeZone) }] : given,
  };
}

/** People change their own password on their profile page, and a former employee cannot sign in at all. */
function mayReset({ isOwn, employee_status_id }: VisibleEmployee, { person }: Visit): boolean {
  return !isOwn && employee_status_id === ACTIVE_EMPLOYEE && hasAccess("employee-passwords", person);
}

function passwordWords(
  { password_reset, password_changed_at, one_time_until }: AccountPasswordState,
  timeZone: string,
): string {
  if (one_time_until !== null) return formatOneTimeValidity(one_time_until, timeZone);
  const day = formatDate(toCalendarDay(password_changed_at, timeZone));
  if (password_reset) return `One-time password, set on ${day}`;
  return `Chosen by the employee on ${day}`;
}

/**
 * Groups changes that were made together: in the same save or, for changes without a save id, within the same minute.
 */
function actsIn(changes: readonly PermissionChange[]): PermissionChange[][] {
  const byAct = new Map<string, PermissionChange[]>();
  for (const change of changes) {
    const minute = change.at.toISOString().slice(0, 16);
    const act = `${change.operation} ${change.save_id ?? `${change.actor} ${minute}`}`;
    byAct.set(act, [...(byAct.get(act) ?? []), change]);
  }
  return [...byAct.values()];
}

function changeView(act: readonly PermissionChange[], timeZone: string) {
  const [first] = act;
  if (!first) throw new Error("an act without a change");
  return {
    what: listPermissionNames(act.map(({ permission_id }) => permission_id)),
    done: first.operation === "delete" ? "removed" : "given",
    by: byWords(first, timeZone),
  };
}

function byWords(act: PermissionAction, timeZone: string): string {
  return `${formatActorName(act) || act.actor}, ${formatDateAndTime(act.at, timeZone)}`;
}

export type EmployeeAccessInput = z.input<typeof EmployeeAccessFormSchema>;

const box = z.boolean().default(false);
const boxes = Object.fromEntries(PERMISSION_IDS.map((id) => [`permission_${id}`, box]));

/** Either a session to end, or the checkboxes with the permissions as the page showed them. */
export const EmployeeAccessFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("end-session"), sessionId: rowIdSchema }),
  z.object({
    intent: z.literal("change").optional(),
    was: z.string().default(""),
    ...(boxes as Record<`permission_${PermissionId}`, typeof box>),
  }),
]);

type Submitted<Input> = {
  input: Input;
  address: string;
  /** The URL to which the person returns with a message. */
  to: string;
};
type Output = z.output<typeof EmployeeAccessFormSchema>;
type Session = Extract<Output, { intent: "end-session" }>;

/** Changes an account's permissions, or ends one of its sessions, depending on the form. @throws notFound */
export async function submitEmployeeAccess(
  person: Person,
  { employeeId, input, ...submitted }: Submitted<Output> & { employeeId: number },
) {
  const account = await accountOf(person, employeeId);
  return input.intent === "end-session"
    ? endSession(person, account, { ...submitted, input })
    : changeAccess(person, account, { ...submitted, input });
}

function changeAccess(
  person: Person,
  account: Account,
  { input, address, to }: Submitted<Exclude<Output, Session>>,
) {
  const { account_id: accountId, user_name } = account;
  const wanted: number[] = PERMISSION_IDS.filter((id) => input[`permission_${id}`]);
  const shown = input.was.split(" ").map(Number);
  const was: number[] = PERMISSION_IDS.filter((id) => shown.includes(id));
  return transaction(
    person,
    async (t) => {
      const admins = await lockAdmins(t);
      const held = await listPermissions(accountId, t);
      if (!isSame(held, was)) return stale(changedWords(held));
      const change = {
        given: wanted.filter((id) => !held.includes(id)),
        taken: held.filter((id) => !wanted.includes(id)),
      };
      if (change.taken.includes(ADMIN_PERMISSION_ID) && isLast(admins, accountId))
        return rejected(LAST_ADMINISTRATOR);
      const fault = change.given.some(isPermissionOverOthers)
        ? await passwordFault(person, account, t)
        : null;
      if (fault !== null) return rejected(fault);
      await changePermissions({ accountId, ...change }, t);
      const detail = `${user_name}: ${changeWords(change)}`;
      const event = { kind: "access-changed", accountId: person.accountId, address, detail } as const;
      if (change.given.length + change.taken.length > 0) await recordSecurityEvent(event, t);
      return formSucceeded(to, MESSAGES.profileSaved);
    },
    { saveId: randomId() },
  );
}

function endSession(person: Person, account: Account, { input, address, to }: Submitted<Session>) {
  const { sessionId } = input;
  const { account_id: accountId, user_name: detail } = account;
  return transaction(person, async (t) => {
    if (!(await endSessionOfAccount({ accountId, sessionId }, t)))
      throw notFound("This device has already been signed out. Reload the page.");
    await recordSecurityEvent({ kind: "session-ended", accountId: person.accountId, address, detail }, t);
    return formSucceeded(to, "Signed out on that device.");
  });
}

type Account = VisibleEmployee & { account_id: number; user_name: string };

async function accountOf(person: Person, employeeId: number): Promise<Account> {
  const employee = await getVisibleEmployee(person, employeeId, noTransaction);
  const { account_id, user_name } = employee;
  if (account_id === null || user_name === null) throw notFound("This employee has no account to change.");
  return { ...employee, account_id, user_name };
}

/**
 * Returns the reason why the account cannot get power over other accounts, or null. Somebody who knows the account's
 * one-time password could otherwise sign in and use that power.
 */
async function passwordFault(person: Person, account: Account, t: Transaction): Promise<string | null> {
  const pending = await lockOneTimePassword(account.account_id, t);
  if (!pending?.password_reset || pending.given_by === person.accountId) return null;
  const { first_name: firstName, last_name } = account;
  return `${firstName} ${last_name} still has a one-time password that somebody else knows. Reset the password yourself, or wait until ${firstName} has chosen a new one.`;
}

const LAST_ADMINISTRATOR =
  "This is the school’s only administrator. Make somebody else an administrator first.";

/** Returns text such as `Students, Employees given; Settings removed`. */
function changeWords({ given, taken }: { given: readonly number[]; taken: readonly number[] }): string {
  const did = { given: listPermissionNames(given), taken: listPermissionNames(taken) };
  return [did.given && `${did.given} given`, did.taken && `${did.taken} removed`].filter(Boolean).join("; ");
}

function changedWords(held: readonly number[]): string {
  const now = listPermissionNames(held) || "no access";
  return `This access was changed while you had it open. The employee now has: ${now}. Check the boxes below, then make your change again.`;
}

function isLast(administrators: readonly number[], accountId: number): boolean {
  return administrators.length === 1 && administrators[0] === accountId;
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}
