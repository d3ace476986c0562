import { randomSecret, type SecretMaker } from "#access/passwords/once.server.ts";
import { hashPassword, passwordMatches } from "#access/passwords/passwords.server.ts";
import { lastDayOf, makeOneTimePassword } from "#access/passwords/one-time.server.ts";
import { sealSlips } from "#access/passwords/sealed-slips.server.ts";
import { openSessionsOf, type Visit } from "#access/session.server.ts";
import { noTransaction, transaction, type Reading, type Transaction } from "#db/index.ts";
import { lockResettable, resettableAccounts, type ResettableRow } from "#db/queries/accounts/resets.ts";
import { formatDate } from "#domain/dates.ts";
import { conflict, forbidden, invalid, kindOf, notFound } from "#runtime/errors.ts";
import { giveOneTimePassword } from "./give-password.server.ts";
import { whyNotReset } from "./read-reset-list.server.ts";
import { MOST_AT_ONCE, type Resettable, type ShownReset } from "./reset.rules.ts";

type Who = Pick<Visit, "person" | "school">;

/** Those whose passwords are to be reset, by name. @throws invalid, notFound, forbidden */
export async function readResettable(visit: Who, employeeIds: readonly number[]): Promise<Resettable[]> {
  const accounts = await accountsToReset(visit, employeeIds, noTransaction);
  return Promise.all(accounts.map(resettable));
}

type Asked = {
  employeeIds: readonly number[];
  /** As of when the question told of each password, by employee, where it was asked on a page. */
  asOf?: ReadonlyMap<number, number>;
  address: string;
  /** Of the form that asks for it: sent twice it resets once. */
  makeSecret?: SecretMaker | null;
};

/**
 * Gives each a password that is told here and nowhere else, and ends their sessions. All are reset or none. It hashes
 * before the transaction, which would hold its rows meanwhile, and judges again in it: of two who reset one password at
 * once the second is told. A form that is sent twice resets once, and is shown the same again.
 * @throws invalid, notFound, forbidden, conflict
 */
export async function resetPasswords(visit: Who, asked: Asked): Promise<ShownReset> {
  try {
    return await resetNow(visit, asked);
  } catch (error) {
    const before = kindOf(error) === "conflict" ? await resetBefore(visit, asked) : null;
    if (before) return before;
    throw error;
  }
}

async function resetNow(
  visit: Who,
  { employeeIds, asOf = new Map(), address, makeSecret }: Asked,
): Promise<ShownReset> {
  const accounts = await accountsToReset(visit, employeeIds, noTransaction);
  refuseChanged(accounts, asOf);
  const given = await Promise.all(accounts.map((account) => withPassword(account, makeSecret)));
  const sessions = await Promise.all(accounts.map(resettable));
  const until = await transaction(visit.person, (t) => store(visit, { given, address }, t));
  const ended = sessions.reduce((sum, { openSessions }) => sum + openSessions, 0);
  return shown(visit, { given, until, ended });
}

/** What the same form has reset already, while nobody has chosen a password of their own since; else null. */
async function resetBefore(visit: Who, { employeeIds, makeSecret }: Asked): Promise<ShownReset | null> {
  if (!makeSecret) return null;
  const accounts = await accountsToReset(visit, employeeIds, noTransaction);
  const given = accounts.map((account) => ({ account, password: passwordFor(account, makeSecret) }));
  const [until] = accounts.map(({ one_time_until }) => one_time_until);
  const isSame = await Promise.all(
    given.map(({ account, password }) => passwordMatches(account.password_hash, password)),
  );
  return until && isSame.every(Boolean) ? shown(visit, { given, until, ended: 0 }) : null;
}

type Reset = { given: readonly Pick<Given, "account" | "password">[]; until: Date; ended: number };

function shown({ person, school }: Who, { given, until, ended }: Reset): ShownReset {
  const day = lastDayOf(until, school.timeZone);
  const slips = given.map(({ account, password }) => ({
    ...{ name: addressed(account), userName: account.user_name, password, until: day },
  }));
  return {
    people: given.map(({ account, password }) => ({ ...named(account), password })),
    ended,
    voidAfter: formatDate(day),
    seal: sealSlips(person, slips),
  };
}

async function accountsToReset(
  visit: Who,
  employeeIds: readonly number[],
  t: Reading,
): Promise<ResettableRow[]> {
  if (employeeIds.length === 0) throw invalid("Tick the colleagues whose passwords are to be reset.");
  if (employeeIds.length > MOST_AT_ONCE) throw invalid(`At most ${MOST_AT_ONCE} are reset at once.`);
  const accounts = await resettableAccounts(employeeIds, t);
  if (accounts.length < employeeIds.length) throw notFound("There is no such employee, or they have left.");
  for (const account of accounts) {
    const refusal = whyNotReset(account, visit);
    if (refusal !== null) throw forbidden(`${nameOf(account)}: ${refusal}.`);
  }
  return accounts;
}

/** @throws conflict where a password is not the one any more that was to be reset */
function refuseChanged(accounts: readonly ResettableRow[], asOf: ReadonlyMap<number, number>): void {
  for (const account of accounts) {
    const before = asOf.get(account.employee_id);
    if (before !== undefined && before !== account.password_changed_at.getTime())
      throw conflict(`${nameOf(account)} has got another password in the meantime. Nothing was reset.`);
  }
}

type Given = { account: ResettableRow; password: string; hash: string };

function passwordFor({ employee_id }: ResettableRow, makeSecret: SecretMaker): string {
  return makeOneTimePassword(makeSecret(`reset ${employee_id}`));
}

async function withPassword(
  account: ResettableRow,
  makeSecret: SecretMaker | null | undefined,
): Promise<Given> {
  const password = passwordFor(account, makeSecret ?? randomSecret);
  return { account, password, hash: await hashPassword(password) };
}

/** @returns until when the passwords are good */
async function store(
  visit: Who,
  { given, address }: { given: readonly Given[]; address: string },
  t: Transaction,
): Promise<Date> {
  const { person } = visit;
  const read = given.map(({ account }) => account);
  const employeeIds = read.map(({ employee_id }) => employee_id);
  await lockResettable(employeeIds, t);
  refuseChanged(await accountsToReset(visit, employeeIds, t), new Map(read.map(asRead)));
  let until = new Date(0);
  for (const { account, hash } of given) {
    until = await giveOneTimePassword({ account, hash, by: person.accountId, address }, t);
  }
  return until;
}

function asRead({ employee_id, password_changed_at }: ResettableRow) {
  return [employee_id, password_changed_at.getTime()] as const;
}

async function resettable(account: ResettableRow): Promise<Resettable> {
  const open = await openSessionsOf({ accountId: account.account_id });
  const asOf = account.password_changed_at.getTime();
  return { ...named(account), openSessions: open.length, asOf };
}

function named(account: ResettableRow) {
  const { employee_id: id, first_name: firstName, gender, user_name: userName } = account;
  return { id, firstName, name: nameOf(account), gender, userName };
}

function nameOf({ first_name, last_name }: ResettableRow): string {
  return `${first_name} ${last_name}`;
}

function addressed(account: ResettableRow): string {
  return account.title === null ? nameOf(account) : `${account.title} ${nameOf(account)}`;
}
