import { hashPassword } from "#access/passwords/passwords.server.ts";
import { lastDayOf, makeOneTimePassword } from "#access/passwords/one-time.server.ts";
import type { PasswordSlip } from "#access/passwords/sealed-slips.server.ts";
import type { VisitedSchool } from "#access/session.server.ts";
import { noTransaction, transaction, type Transaction } from "#db/index.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import {
  firstFreeUserName,
  grantPermissions,
  holderOfUserName,
  insertAccount,
  insertEmployee,
} from "#db/queries/people/new-employee.ts";
import { storePersonal } from "#db/queries/people/employee-records.ts";
import { userNameProposals } from "#domain/people/user-name.ts";
import type { Person } from "#domain/person.ts";
import type { ColumnValue } from "#fields/value.ts";
import { env } from "#runtime/env.ts";
import type { NewEmployeeForm } from "./employee.schema.server.ts";

export type AddedEmployee = { employeeId: number; gender: "F" | "M" | null; slip: PasswordSlip };

export type EmployeeAdded = { ok: true; added: AddedEmployee } | { ok: false; fault: string };

type Adding = {
  employee: NewEmployeeForm;
  /** The columns of Personal Information, where more is known than the form asks. */
  personal?: Readonly<Record<string, ColumnValue>>;
  school: VisitedSchool;
  address: string;
};

/** Marks, term details and reports: an admin changes it under Access. */
export const FIRST_PERMISSIONS = [1, 2, 3];

/**
 * A colleague with an account that signs in by a password which is shown once. Whether the user name is free says its
 * unique index alone: of two who take it at the same moment one is refused.
 */
export async function addEmployee(
  person: Person,
  { employee, personal, school, address }: Adding,
): Promise<EmployeeAdded> {
  const userName = employee.userName || (await proposedUserName(employee));
  if (userName === null) return { ok: false, fault: "Write a user name: none can be made from this name." };
  const password = makeOneTimePassword();
  const hash = await hashPassword(password);
  return transaction(person, async (t) => {
    const stored = await store({ employee, userName, hash }, t);
    if (!stored) return { ok: false, fault: await takenWords(userName, employee, t) };
    if (personal) await storePersonal({ employeeId: stored.employeeId, columns: personal }, t);
    const { accountId } = person;
    await recordSecurityEvent({ kind: "employee-added", accountId, address, detail: userName }, t);
    const name = `${employee.firstName} ${employee.lastName}`;
    const until = lastDayOf(stored.until, school.timeZone);
    const slip = { name, userName, password, until };
    return { ok: true, added: { employeeId: stored.employeeId, gender: employee.gender, slip } };
  });
}

/** The likeliest that is free, or null for a name without a letter that keyboards have. */
export function proposedUserName(name: { firstName: string; lastName: string }): Promise<string | null> {
  return firstFreeUserName(userNameProposals(name), noTransaction);
}

type Storing = { employee: NewEmployeeForm; userName: string; hash: string };

/** @returns null when somebody has the user name */
async function store({ employee, userName, hash }: Storing, t: Transaction) {
  const days = env().ONE_TIME_PASSWORD_DAYS;
  const account = await insertAccount({ user_name: userName, password_hash: hash, days }, t);
  if (!account) return null;
  const { account_id: accountId, one_time_until: until } = account;
  const { firstName: first_name, lastName: last_name, gender } = employee;
  const employeeId = await insertEmployee({ accountId, employee: { first_name, last_name, gender } }, t);
  await grantPermissions({ accountId, permissions: FIRST_PERMISSIONS }, t);
  return { employeeId, until };
}

async function takenWords(userName: string, employee: NewEmployeeForm, t: Transaction): Promise<string> {
  const [taken, free] = [await takenBy(userName, t), await firstFreeUserName(userNameProposals(employee), t)];
  return free ? `${taken}. ${free} is free.` : `${taken}.`;
}

/** `a.george is Akilah George`; the special account is called by its user name. */
export async function takenBy(userName: string, t: Transaction | null): Promise<string> {
  const holder = await holderOfUserName(userName, t);
  if (!holder) return `${userName} was just taken`;
  const { first_name, last_name } = holder;
  return `${holder.user_name} is ${last_name === null ? "the school’s own account" : `${first_name} ${last_name}`}`;
}
