import type { SecretMaker } from "#access/passwords/once.server.ts";
import { hashPassword, passwordMatches } from "#access/passwords/passwords.server.ts";
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
  lockNewEmployee,
  namesakes,
  type Namesake,
} from "#db/queries/people/new-employee.ts";
import { storePersonal } from "#db/queries/people/employee-records.ts";
import { userNameProposals } from "#domain/people/user-name.ts";
import type { Person } from "#domain/person.ts";
import type { ColumnValue } from "#fields/value.ts";
import { env } from "#runtime/env.ts";
import type { NewEmployeeForm } from "./employee.schema.server.ts";

export type AddedEmployee = { employeeId: number; gender: "F" | "M" | null; slip: PasswordSlip };

export type EmployeeAdded =
  { ok: true; added: AddedEmployee } | { ok: false; fault: string; isNamesake?: boolean };

type Adding = {
  employee: NewEmployeeForm;
  /** The columns of Personal Information, where more is known than the form asks. */
  personal?: Readonly<Record<string, ColumnValue>>;
  school: VisitedSchool;
  address: string;
  /** The form that asks for it; a call has none, and is asked nothing. */
  form?: {
    makeSecret: SecretMaker;
    /** Somebody else than the colleagues of the same name is meant. */
    isAnother: boolean;
  };
};

/** Marks, term details and reports: an admin changes it under Access. */
export const FIRST_PERMISSIONS = [1, 2, 3];

/**
 * A colleague with an account that signs in by a password which is shown once. Whether the user name is free says its
 * unique index alone: of two who take it at the same moment one is refused. A form that was sent twice adds one colleague,
 * and shows the password again; of a colleague's namesake it asks first.
 */
export async function addEmployee(person: Person, adding: Adding): Promise<EmployeeAdded> {
  const { employee, form } = adding;
  const userName = employee.userName || (await proposedUserName(employee));
  if (userName === null) return { ok: false, fault: "Write a user name: none can be made from this name." };
  const password = makeOneTimePassword(form?.makeSecret(`employee ${JSON.stringify(employee)}`));
  const known = form ? await namesakes(employee, noTransaction) : [];
  const before = form && (await addedBefore(known, { ...adding, password }));
  if (before) return before;
  if (form && known.length > 0 && !form.isAnother) return namesakeFault(known);
  const hash = await hashPassword(password);
  const outcome = await transaction(person, async (t) => {
    if (form) {
      await lockNewEmployee(employee, t);
      const others = await namesakes(employee, t);
      if (others.length > known.length) return { others };
    }
    return add(person, { ...adding, userName, password, hash }, t);
  });
  if (!("others" in outcome)) return outcome;
  return (await addedBefore(outcome.others, { ...adding, password })) ?? namesakeFault(outcome.others);
}

type Storing = Adding & { userName: string; password: string; hash: string };

async function add(person: Person, adding: Storing, t: Transaction): Promise<EmployeeAdded> {
  const { employee, personal, school, address, userName, password } = adding;
  const stored = await store(adding, t);
  if (!stored) return { ok: false, fault: await takenWords(userName, employee, t) };
  if (personal) await storePersonal({ employeeId: stored.employeeId, columns: personal }, t);
  const { accountId } = person;
  await recordSecurityEvent({ kind: "employee-added", accountId, address, detail: userName }, t);
  return addedAs(stored.employeeId, { employee, userName, password, until: stored.until, school });
}

/** The answer of the same form once more: what it made has the password that it makes now, and not one of its own yet. */
async function addedBefore(
  known: readonly Namesake[],
  { employee, school, password }: Pick<Storing, "employee" | "school" | "password">,
): Promise<EmployeeAdded | null> {
  for (const { employee_id, user_name: userName, password_hash, one_time_until: until } of known) {
    if (until !== null && (await passwordMatches(password_hash, password)))
      return addedAs(employee_id, { employee, userName, password, until, school });
  }
  return null;
}

type Told = Pick<Storing, "employee" | "userName" | "password" | "school"> & { until: Date };

function addedAs(
  employeeId: number,
  { employee, userName, password, until, school }: Told,
): Extract<EmployeeAdded, { ok: true }> {
  const name = `${employee.firstName} ${employee.lastName}`;
  const slip = { name, userName, password, until: lastDayOf(until, school.timeZone) };
  return { ok: true, added: { employeeId, gender: employee.gender, slip } };
}

function namesakeFault(known: readonly Namesake[]): EmployeeAdded {
  const [first] = known;
  const name = `${first?.first_name} ${first?.last_name}`;
  const userNames = known.map(({ user_name }) => user_name).join(", ");
  const fault = `${name} (${userNames}) is in the list already. If this is somebody else, tick that it is.`;
  return { ok: false, fault, isNamesake: true };
}

/** The likeliest that is free, or null for a name without a letter that keyboards have. */
export function proposedUserName(name: { firstName: string; lastName: string }): Promise<string | null> {
  return firstFreeUserName(userNameProposals(name), noTransaction);
}

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
