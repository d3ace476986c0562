import { isOverOthers } from "#access/permissions.ts";
import { employeeVisibleTo, type VisibleEmployee } from "#access/visible.server.ts";
import { noTransaction, transaction, type Transaction } from "#db/index.ts";
import { lockAdmins } from "#db/queries/accounts/admins.ts";
import { changePermissions, lockPassword, permissionsOf } from "#db/queries/accounts/permissions.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { endSessionOf } from "#db/queries/accounts/sessions.ts";
import { ADMINISTRATOR, PERMISSION_IDS, permissionNames } from "#domain/people/access.ts";
import type { Person } from "#domain/person.ts";
import { phraseFor } from "#domain/phrases.ts";
import { notFound } from "#runtime/errors.ts";
import { randomId } from "#runtime/ids.ts";
import { permissionField } from "./access.ts";
import { isLast } from "./show-access.server.ts";

export type WantedAccess = {
  employeeId: number;
  /** What the account held when the page was made. */
  was: readonly number[];
  wanted: readonly number[];
  address: string;
};

export type AccessChanged = { ok: true } | { ok: false; status: 409 | 422; fault: string };

/** The boxes of the form, and what they showed. */
export function accessIn(form: FormData): Pick<WantedAccess, "was" | "wanted"> {
  const was = String(form.get("was")).split(" ").map(Number);
  return {
    was: PERMISSION_IDS.filter((id) => was.includes(id)),
    wanted: PERMISSION_IDS.filter((id) => form.has(permissionField(id))),
  };
}

/** @throws notFound without an account too. For admins: the route's access says so */
export async function changeAccess(
  person: Person,
  { employeeId, was, wanted, address }: WantedAccess,
): Promise<AccessChanged> {
  const account = await accountOf(person, employeeId);
  const { account_id: accountId, user_name } = account;
  return transaction(
    person,
    async (t) => {
      const admins = await lockAdmins(t);
      const held = await permissionsOf(accountId, t);
      if (!isSame(held, was)) return refused(409, changedWords(held));
      const change = {
        given: wanted.filter((id) => !held.includes(id)),
        taken: held.filter((id) => !wanted.includes(id)),
      };
      const fault = await whyNot(person, { account, change, admins }, t);
      if (fault) return refused(422, fault);
      await changePermissions({ accountId, ...change }, t);
      const event = {
        kind: "access-changed",
        address,
        detail: `${user_name}: ${changeWords(change)}`,
      } as const;
      if (change.given.length + change.taken.length > 0)
        await recordSecurityEvent({ ...event, accountId: person.accountId }, t);
      return { ok: true };
    },
    { saveId: randomId() },
  );
}

type Change = { given: readonly number[]; taken: readonly number[] };
type Judged = { account: Account; change: Change; admins: readonly number[] };

async function whyNot(
  person: Person,
  { account, change: { given, taken }, admins }: Judged,
  t: Transaction,
): Promise<string | null> {
  if (taken.includes(ADMINISTRATOR) && isLast(admins, account.account_id)) return LAST_ADMINISTRATOR;
  return given.some(isOverOthers) ? passwordFault(person, account, t) : null;
}

/** @throws notFound for a session that is over, or of another account */
export async function endSessionFor(
  person: Person,
  { employeeId, sessionId, address }: { employeeId: number; sessionId: number; address: string },
): Promise<void> {
  const { account_id: accountId, user_name: detail } = await accountOf(person, employeeId);
  await transaction(person, async (t) => {
    if (!(await endSessionOf({ accountId, sessionId }, t))) throw notFound("That session is over already.");
    await recordSecurityEvent({ kind: "session-ended", accountId: person.accountId, address, detail }, t);
  });
}

type Account = VisibleEmployee & { account_id: number; user_name: string };

/** Whoever gave a one-time password could sign in with it, and would have what is given here. */
async function passwordFault(person: Person, account: Account, t: Transaction): Promise<string | null> {
  const pending = await lockPassword(account.account_id, t);
  if (!pending?.password_reset || pending.given_by === person.accountId) return null;
  const { first_name: firstName, last_name, gender } = account;
  const wait = phraseFor("wait until {he} has signed in", { firstName, gender });
  return `${firstName} ${last_name} has not chosen a password yet, and somebody else knows the one-time one. Reset it yourself, or ${wait}.`;
}

const LAST_ADMINISTRATOR =
  "Nobody else is an administrator. Make somebody else one first, or nobody could give it back.";

/** `Students, Employees given; Settings taken`. */
function changeWords({ given, taken }: Change): string {
  const did = { given: permissionNames(given), taken: permissionNames(taken) };
  return [did.given && `${did.given} given`, did.taken && `${did.taken} taken`].filter(Boolean).join("; ");
}

function changedWords(held: readonly number[]): string {
  const now = permissionNames(held) || "nothing";
  return `Somebody changed this access meanwhile: it is now ${now}. Look at it below, then change it again.`;
}

async function accountOf(person: Person, employeeId: number): Promise<Account> {
  const employee = await employeeVisibleTo(person, employeeId, noTransaction);
  const { account_id, user_name } = employee;
  if (account_id === null || user_name === null) throw notFound("This employee has no account.");
  return { ...employee, account_id, user_name };
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}

function refused(status: 409 | 422, fault: string): AccessChanged {
  return { ok: false, status, fault };
}
