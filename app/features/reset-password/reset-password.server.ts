import { z } from "zod";
import { formSucceededWithResult, stale } from "#access/forms/answer-form.server.ts";
import {
  lastDayOfOneTimePassword,
  createOneTimePassword,
  formatOneTimeValidity,
} from "#access/passwords/one-time.server.ts";
import {
  readSubmissionToken,
  createRandomSecret,
  type SecretGenerator,
} from "#access/passwords/once.server.ts";
import { hashPassword, isPasswordCorrect } from "#access/passwords/passwords.server.ts";
import { encryptPasswordLetters } from "#access/passwords/encrypted-letters.server.ts";
import { canResetPasswordOf } from "#access/permissions.ts";
import { listOpenSessions, type Visit } from "#access/session.server.ts";
import { noTransaction, transaction, type ReadTransaction, type Transaction } from "#db/index.ts";
import { revokeAccessTokensOf } from "#db/queries/accounts/access-tokens.ts";
import {
  lockAccountsOfEmployees,
  listResettableAccounts,
  type ResettablePasswordRow,
  storeOneTimePassword,
} from "#db/queries/accounts/accounts.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { endSessionsOfAccount } from "#db/queries/accounts/sessions.ts";
import { findAccountToReset } from "#db/queries/first-run/school-facts.ts";
import { findEmployeesPage, type ListedEmployee } from "#db/queries/people/employee-list.ts";
import { getSchool } from "#db/queries/school.ts";
import { formatDate } from "#domain/dates.ts";
import { ACTIVE_EMPLOYEE } from "#domain/people/employees.ts";
import { toListedPerson, parseListParams } from "#domain/people/list-params.ts";
import { env } from "#runtime/env.ts";
import { forbidden, invalid, notFound } from "#runtime/errors.ts";
import { MAX_PASSWORD_RESETS, parseChosenEmployeeIds } from "./reset.rules.ts";

export type PasswordResetList = Awaited<ReturnType<typeof loadPasswordResetList>>;
export type PasswordResetLine = ReturnType<typeof lineOf>;

/** Loads one page of the employees, with the state of each password and the ids that the URL selects. */
export async function loadPasswordResetList(visit: Visit, query: URLSearchParams) {
  const t = noTransaction;
  const params = parseListParams(query);
  const { page, listed, ...counts } = await findEmployeesPage({ params, statusIds: [ACTIVE_EMPLOYEE] }, t);
  const employeeIds = listed.map(({ employee_id }) => employee_id);
  const accounts = await listResettableAccounts(employeeIds, t);
  const byEmployee = new Map(accounts.map((account) => [account.employee_id, account]));
  const lines = listed.map((employee) => lineOf(employee, byEmployee.get(employee.employee_id), visit));
  return { params: { ...params, page }, chosen: await listChosen(visit, query, t), lines, ...counts };
}

/** Returns the selected people in the URL whose passwords this person can still reset. */
async function listChosen(visit: Visit, query: URLSearchParams, t: ReadTransaction): Promise<number[]> {
  const ids = parseChosenEmployeeIds(query.keys());
  if (ids.length === 0) return [];
  const accounts = await listResettableAccounts(ids, t);
  const may = new Set(accounts.filter((one) => refusalOf(one, visit) === null).map((one) => one.employee_id));
  return ids.filter((id) => may.has(id));
}

function lineOf(employee: ListedEmployee, account: ResettablePasswordRow | undefined, visit: Visit) {
  return {
    ...toListedPerson(employee),
    /** Text such as `Own`, `One-time, works until 4 Jul`, or why this person cannot reset it. */
    password: account ? passwordWords(account, visit) : "No account",
    isOneTime: account?.one_time_until !== null && account !== undefined,
    mayReset: account !== undefined && refusalOf(account, visit) === null,
  };
}

function passwordWords(account: ResettablePasswordRow, visit: Visit): string {
  const { one_time_until: until, password_reset } = account;
  const refusal = refusalOf(account, visit);
  if (refusal !== null) return refusal;
  if (until === null) return password_reset ? "One-time" : "Own";
  return formatOneTimeValidity(until, visit.school.timeZone);
}

/** Returns the text in the list that says why this person cannot reset the password, or null. */
function refusalOf(account: ResettablePasswordRow, { person }: Who): string | null {
  if (account.account_id === person.accountId) return "Change your own password under Profile";
  return canResetPasswordOf(account, person) ? null : "Only an administrator can reset this password";
}

type Who = Pick<Visit, "person" | "school">;

export type PeopleToReset = Awaited<ReturnType<typeof resettable>>;

/** Loads the people whose passwords would be reset. @throws invalid, notFound, forbidden */
export async function loadPeopleToReset(visit: Who, employeeIds: readonly number[]) {
  const accounts = await accountsToReset(visit, employeeIds, noTransaction);
  return Promise.all(accounts.map(resettable));
}

async function resettable(account: ResettablePasswordRow) {
  const open = await listOpenSessions({ accountId: account.account_id });
  return { ...named(account), openSessions: open.length, asOf: account.password_changed_at.getTime() };
}

export type PasswordResetInput = z.input<typeof PasswordResetFormSchema>;

/**
 * Fields such as `reset-12` contain the time when that person's password was last set. A password that has been changed
 * since is not reset.
 */
export const PasswordResetFormSchema = z
  .looseObject({ once: z.string().optional() })
  .transform(({ once, ...ticks }) => ({
    once,
    employeeIds: parseChosenEmployeeIds(Object.keys(ticks)),
    asOf: timesIn(ticks),
  }));

function timesIn(ticks: Record<string, unknown>): ReadonlyMap<number, number> {
  const times = Object.entries(ticks).flatMap(([name, value]) => {
    const [id] = parseChosenEmployeeIds([name]);
    return id !== undefined && /^\d+$/.test(String(value)) ? [[id, Number(value)] as const] : [];
  });
  return new Map(times);
}

export type PasswordResetView = ReturnType<typeof shown>["result"];

type Asked = {
  employeeIds: readonly number[];
  /** The time when each password was last set, as the form showed it; an API call does not send any. */
  asOf?: ReadonlyMap<number, number>;
  address: string;
  /** The value that identifies the form, so that the passwords are reset only once even if the form is sent twice. */
  once?: string | undefined;
};

/**
 * Gives each person a new one-time password and ends their sessions. Only this response shows the passwords. Either all
 * passwords are reset or none. The passwords are hashed before the transaction, so that it locks rows only briefly. The
 * accounts are checked again inside the transaction, so that if two people reset one password at once, the second is
 * refused. If a form is sent twice, the second response shows the same passwords.
 * @throws invalid, notFound, forbidden
 */
export async function resetPasswords(visit: Who, input: Asked) {
  const makeSecret = readSubmissionToken(visit.person, input.once);
  const outcome = await resetNow(visit, input, makeSecret ?? createRandomSecret);
  if (outcome.kind === "done-here" || !makeSecret) return outcome;
  return (await resetBefore(visit, input, makeSecret)) ?? outcome;
}

async function resetNow(visit: Who, { employeeIds, asOf, address }: Asked, makeSecret: SecretGenerator) {
  const accounts = await accountsToReset(visit, employeeIds, noTransaction);
  const fault = changedWords(accounts, asOf ?? new Map());
  if (fault !== null) return stale(fault);
  const given = await Promise.all(
    accounts.map(async (account) => {
      const password = passwordFor(account, makeSecret);
      return { account, password, hash: await hashPassword(password) };
    }),
  );
  const sessions = await Promise.all(accounts.map(resettable));
  const ended = sessions.reduce((sum, { openSessions }) => sum + openSessions, 0);
  const read = new Map(
    accounts.map((account) => [account.employee_id, account.password_changed_at.getTime()]),
  );
  return transaction(visit.person, async (t) => {
    await lockAccountsOfEmployees([...read.keys()], t);
    const changed = changedWords(await accountsToReset(visit, [...read.keys()], t), read);
    if (changed !== null) return stale(changed);
    return shown(visit, { given, until: await store(visit, { given, address }, t), ended });
  });
}

type Given = { account: ResettablePasswordRow; password: string; hash: string };

/** Stores the passwords. Returns the time until which they are valid. */
async function store(
  { person }: Who,
  { given, address }: { given: readonly Given[]; address: string },
  t: Transaction,
): Promise<Date> {
  let until = new Date(0);
  for (const { account, hash } of given) {
    until = await setOneTimePassword({ account, hash, by: person.accountId, address }, t);
  }
  return until;
}

/** Returns the passwords if the same form was sent before and nobody has changed them since; otherwise null. */
async function resetBefore(visit: Who, { employeeIds }: Asked, makeSecret: SecretGenerator) {
  const accounts = await accountsToReset(visit, employeeIds, noTransaction);
  const given = accounts.map((account) => ({ account, password: passwordFor(account, makeSecret) }));
  const [until] = accounts.map(({ one_time_until }) => one_time_until);
  const isSame = await Promise.all(
    given.map(({ account, password }) => isPasswordCorrect(account.password_hash, password)),
  );
  return until && isSame.every(Boolean) ? shown(visit, { given, until, ended: 0 }) : null;
}

function passwordFor({ employee_id }: ResettablePasswordRow, makeSecret: SecretGenerator): string {
  return createOneTimePassword(makeSecret(`reset ${employee_id}`));
}

type Reset = { given: readonly Omit<Given, "hash">[]; until: Date; ended: number };

function shown({ person, school }: Who, { given, until, ended }: Reset) {
  const day = lastDayOfOneTimePassword(until, school.timeZone);
  const letters = given.map(({ account, password }) => {
    const name = account.title === null ? nameOf(account) : `${account.title} ${nameOf(account)}`;
    return { name, userName: account.user_name, password, until: day };
  });
  return formSucceededWithResult({
    people: given.map(({ account, password }) => ({ ...named(account), password })),
    ended,
    voidAfter: formatDate(day),
    seal: encryptPasswordLetters(person, letters),
  });
}

async function accountsToReset(
  visit: Who,
  employeeIds: readonly number[],
  t: ReadTransaction,
): Promise<ResettablePasswordRow[]> {
  if (employeeIds.length === 0) throw invalid("Select the people whose passwords you want to reset.");
  if (employeeIds.length > MAX_PASSWORD_RESETS)
    throw invalid(
      `You can reset at most ${MAX_PASSWORD_RESETS} passwords at once. Select fewer people now, then reset the other passwords afterwards.`,
    );
  const accounts = await listResettableAccounts(employeeIds, t);
  if (accounts.length < employeeIds.length)
    throw notFound(
      employeeIds.length === 1
        ? "This employee’s record no longer exists, or the employee has left. Choose another employee."
        : "One of the selected people has left or no longer has an account. No password was reset. Clear the selection, then select the people again.",
    );
  for (const account of accounts) {
    const refusal = refusalOf(account, visit);
    if (refusal !== null) throw forbidden(`You cannot reset the password of ${nameOf(account)}. ${refusal}.`);
  }
  return accounts;
}

/** Returns an error message about a person whose password was changed since the form was opened, or null. */
function changedWords(
  accounts: readonly ResettablePasswordRow[],
  asOf: ReadonlyMap<number, number>,
): string | null {
  const changed = accounts.find(({ employee_id, password_changed_at }) => {
    const before = asOf.get(employee_id);
    return before !== undefined && before !== password_changed_at.getTime();
  });
  return changed
    ? `The password of ${nameOf(changed)} was changed while you had this page open. No password was reset. Check the list, then try again.`
    : null;
}

function named(account: ResettablePasswordRow) {
  const { employee_id: id, first_name: firstName, gender, user_name: userName } = account;
  return { id, firstName, name: nameOf(account), gender, userName };
}

function nameOf({ first_name, last_name }: ResettablePasswordRow): string {
  return `${first_name} ${last_name}`;
}

type Giving = {
  account: { account_id: number; user_name: string };
  hash: string;
  /** The account that resets the password; null for a reset on the server's command line. */
  by: number | null;
  address: string;
};

/**
 * Sets the password and ends all sessions of the account, because somebody else may have known the old password.
 * Returns the time at which the new password expires.
 */
async function setOneTimePassword({ account, hash, by, address }: Giving, t: Transaction): Promise<Date> {
  const { account_id: accountId, user_name: detail } = account;
  const days = env().ONE_TIME_PASSWORD_DAYS;
  const until = await storeOneTimePassword({ accountId, passwordHash: hash, days }, t);
  await endSessionsOfAccount({ accountId, except: null }, t);
  await revokeAccessTokensOf({ accountId }, t);
  await recordSecurityEvent({ kind: "password-reset", accountId: by, address, detail }, t);
  return until;
}

const TERMINAL = "terminal";

/**
 * Resets a password from the server's command line, in case nobody is able to sign in and reset it on the page.
 * @throws notFound also for a former employee and for a person without an account
 */
export async function resetPasswordAtTerminal(userName: string) {
  const { time_zone } = await getSchool(noTransaction);
  const password = createOneTimePassword();
  const hash = await hashPassword(password);
  return transaction({ system: TERMINAL }, async (t) => {
    const account = await findAccountToReset(userName, t);
    if (!account) throw notFound(`No current employee has the username ${userName}. Check the username.`);
    const until = await setOneTimePassword({ account, hash, by: null, address: TERMINAL }, t);
    return { userName: account.user_name, password, until: lastDayOfOneTimePassword(until, time_zone) };
  });
}
