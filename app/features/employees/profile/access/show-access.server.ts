import { oneTimeWords } from "#access/passwords/one-time.server.ts";
import { allows } from "#access/permissions.ts";
import { openSessionsOf, type Visit } from "#access/session.server.ts";
import { employeeVisibleTo, type VisibleEmployee } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import {
  accountMade,
  holdersOf,
  passwordOf,
  permissionChanges,
  permissionsOf,
  type AccountPassword,
  type Act,
  type Holder,
  type PermissionChange,
} from "#db/queries/accounts/permissions.ts";
import { dayOf, formatDate, formatMoment } from "#domain/dates.ts";
import { actorName } from "#domain/names.ts";
import { PATHS } from "#domain/paths.ts";
import { ADMINISTRATOR, permissionNames } from "#domain/people/access.ts";
import { deviceWords } from "#domain/people/device.ts";
import { ACTIVE } from "#domain/people/employees.ts";
import { phraseFor } from "#domain/phrases.ts";
import { headOf } from "../show-profile.server.ts";
import type { AccountAccess, ProfileAccess } from "./access.ts";

/** More than anybody's access is ever changed. */
const MOST_CHANGES = 200;

/** @throws notFound */
export async function showAccess(visit: Visit, employeeId: number): Promise<ProfileAccess> {
  const employee = await employeeVisibleTo(visit.person, employeeId, noTransaction);
  const head = await headOf(visit, employee);
  const { account_id: accountId } = employee;
  return { head, account: accountId === null ? null : await accessOf({ accountId, employee }, visit) };
}

type Whose = { accountId: number; employee: VisibleEmployee };

async function accessOf({ accountId, employee }: Whose, visit: Visit): Promise<AccountAccess> {
  const { timeZone } = visit.school;
  const [held, administrators, sessions, changes, made, password] = await Promise.all([
    permissionsOf(accountId, noTransaction),
    holdersOf({ permissionId: ADMINISTRATOR }, noTransaction),
    openSessionsOf({ accountId }),
    permissionChanges({ accountId, limit: MOST_CHANGES }, noTransaction),
    accountMade(accountId, noTransaction),
    passwordOf(accountId, noTransaction),
  ]);
  return {
    held,
    administrators: administrators.map(nameOf),
    isLastAdministrator: isLast(
      administrators.map((holder) => holder.account_id),
      accountId,
    ),
    sessions: sessions.map(({ session_id, device, last_seen_at }) => ({
      id: session_id,
      device: deviceWords(device),
      lastSeen: formatMoment(last_seen_at, timeZone),
    })),
    password: password ? passwordWords(password, { employee, timeZone }) : "",
    resetTo: mayReset(employee, visit) ? `${PATHS.resetPassword}/${employee.employee_id}` : null,
    changes: [
      ...acts(changes).map((act) => changeWords(act, timeZone)),
      ...(made ? [{ what: "Account", done: "made", by: byWords(made, timeZone) }] : []),
    ],
  };
}

/** One's own is changed on one's own page; who has left could not sign in with another. */
function mayReset({ isOwn, employee_status_id }: VisibleEmployee, { person }: Visit): boolean {
  return !isOwn && employee_status_id === ACTIVE && allows("employee-passwords", person);
}

function passwordWords(
  { password_reset, password_changed_at, one_time_until }: AccountPassword,
  { employee, timeZone }: { employee: VisibleEmployee; timeZone: string },
): string {
  if (one_time_until !== null) return oneTimeWords(one_time_until, timeZone);
  const day = formatDate(dayOf(password_changed_at, timeZone));
  if (password_reset) return `One-time, since ${day}`;
  return phraseFor(`{His} own, since ${day}`, { ...employee, firstName: employee.first_name });
}

/** Nobody can take the last administrator away. */
export function isLast(administrators: readonly number[], accountId: number): boolean {
  return administrators.length === 1 && administrators[0] === accountId;
}

function nameOf(holder: Holder): string {
  return actorName(holder) || holder.user_name;
}

/** What was given, or taken, in one act: rows of one save, or of one minute where there is no name for it. */
function acts(changes: readonly PermissionChange[]): PermissionChange[][] {
  const byAct = new Map<string, PermissionChange[]>();
  for (const change of changes) {
    const minute = change.at.toISOString().slice(0, 16);
    const act = `${change.operation} ${change.save_id ?? `${change.actor} ${minute}`}`;
    byAct.set(act, [...(byAct.get(act) ?? []), change]);
  }
  return [...byAct.values()];
}

function changeWords(act: readonly PermissionChange[], timeZone: string): AccountAccess["changes"][number] {
  const [first] = act;
  if (!first) throw new Error("an act without a change");
  return {
    what: permissionNames(act.map(({ permission_id }) => permission_id)),
    done: first.operation === "delete" ? "taken" : "given",
    by: byWords(first, timeZone),
  };
}

function byWords(act: Act, timeZone: string): string {
  return `${actorName(act) || act.actor}, ${formatMoment(act.at, timeZone)}`;
}
