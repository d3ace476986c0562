import { holds } from "#access/permissions.ts";
import { noTransaction } from "#db/index.ts";
import { findAccountByUserName } from "#db/queries/accounts/accounts.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import { cleanUserName } from "./sign-in.server.ts";

export type UserLookUp = {
  employeeId: number | null;
  firstName: string;
  lastName: string;
  passwordReset: boolean;
  permissions: readonly number[];
};

/** Every visitor gets this reply for every name, so that nobody learns who works here. */
const NOTHING_KNOWN: UserLookUp = {
  employeeId: null,
  firstName: "",
  lastName: "",
  passwordReset: false,
  permissions: [],
};

/**
 * Looks up the account of a user name, for its owner and for people who manage accounts.
 * @param person null for a visitor
 * @throws notFound for a colleague's or an unknown name
 */
export async function lookUpUser(person: Person | null, userName: string): Promise<UserLookUp> {
  if (!person) return NOTHING_KNOWN;
  const account = await findAccountByUserName(cleanUserName(userName), noTransaction);
  if (!account || !(account.account_id === person.accountId || managesAccounts(person))) {
    throw notFound("This account no longer exists, or you cannot open it.");
  }
  return {
    employeeId: account.employee_id,
    firstName: account.first_name,
    lastName: account.last_name,
    passwordReset: account.password_reset,
    permissions: account.permissions,
  };
}

function managesAccounts(person: Person): boolean {
  return holds(person, "admin") || holds(person, "employees.manage") || holds(person, "passwords.reset");
}
