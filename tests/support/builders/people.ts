import type { Caller } from "#access/caller.server.ts";
import { createSessionCookie } from "#access/session-cookie.server.ts";
import { startSession } from "#access/session.server.ts";
import { queryRow, transaction, type Transaction } from "#db/index.ts";
import { Account, AccountPermission } from "#db/models/accounts.ts";
import { Employee } from "#db/models/people.ts";
import type { Person } from "#domain/person.ts";
import { TEST } from "./school.ts";

export const PASSWORD = "a-password-of-the-tests";

/** The hash of PASSWORD. It is precomputed, because hashing takes 20 ms. */
const PASSWORD_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$JhKkb9IX+OfmCjOoQsBpHw$Q2j446cafCE50vnYT3t4Itg9WFwWtm73vtYfgOi8LdQ";

export type SignedIn = { person: Person; accountId: number; userName: string; cookie: string };
export type Colleague = SignedIn & { employeeId: number };

type AccountOptions = {
  permissions?: readonly number[];
  userName?: string;
  firstName?: string;
  lastName?: string;
  passwordReset?: boolean;
};

const TEACHER = [1, 3];
const FORM_TEACHER = [1, 2, 3];
const PRINCIPAL = [1, 2, 3, 10];
const CLERK = [3, 4, 6, 7, 8];
const EVERYTHING = [1, 2, 3, 4, 6, 7, 8, 9, 10];

let made = 0;

/** Creates an employee with an account, permissions (1 and 3 by default) and a session. */
export function createTeacher(options: AccountOptions = {}): Promise<Colleague> {
  made += 1;
  const { firstName = `Teacher${made}`, lastName = `Surname${made}`, userName = `user${made}` } = options;
  const { permissions = TEACHER, passwordReset = false } = options;
  return transaction(TEST, async (t) => {
    const names = { title: "Ms.", first_name: firstName, last_name: lastName, gender: "F" } as const;
    const { employee_id: employeeId } = await Employee.insert(names, t);
    const signedIn = await signIn(
      { firstName, lastName, userName, permissions, passwordReset, employeeId },
      t,
    );
    return { ...signedIn, employeeId };
  });
}

/** Creates a teacher who may become form teacher (`createClass({ formTeacher })`) or co-teacher (`addCoTeacher`). */
export function createFormTeacher(options: AccountOptions = {}): Promise<Colleague> {
  return createTeacher({ permissions: FORM_TEACHER, ...options });
}

export function createPrincipal(options: AccountOptions = {}): Promise<Colleague> {
  return createTeacher({ permissions: PRINCIPAL, ...options });
}

export function createClerk(options: AccountOptions = {}): Promise<Colleague> {
  return createTeacher({ permissions: CLERK, ...options });
}

export function createAdmin(): Promise<SignedIn> {
  const names = { firstName: "", lastName: "Admin", userName: "Admin" };
  const account = { ...names, permissions: EVERYTHING, passwordReset: false, employeeId: null };
  return transaction(TEST, (t) => signIn(account, t));
}

type ExistingAccount = Pick<Account, "account_id" | "user_name" | "password_hash"> & {
  employee_id: number | null;
  first_name: string | null;
  last_name: string | null;
  permissions: number[];
};

/** Signs in the account with this user name, such as one of the demo school. */
export function signInAs(userName: string): Promise<SignedIn> {
  return transaction(TEST, async (t) => {
    const account = await queryRow<ExistingAccount>(
      `select a.account_id, a.user_name, a.password_hash, a.employee_id, e.first_name, e.last_name,
              array(select p.user_permission_id from account_permissions p
                     where p.account_id = a.account_id order by 1) as permissions
         from accounts a
         left join employees e using (employee_id)
        where a.user_name = $userName
        order by a.account_id`,
      { userName },
      t,
    );
    if (!account) throw new Error(`there is no account ${userName}`);
    const { account_id: accountId, employee_id: employeeId, permissions } = account;
    const { sessionId, cookie } = await openSession(accountId, t, account.password_hash);
    const names = { firstName: account.first_name ?? "", lastName: account.last_name ?? "", userName };
    return {
      person: { accountId, sessionId, employeeId, permissions, ...names },
      accountId,
      userName,
      cookie,
    };
  });
}

type NewAccount = Required<AccountOptions> & { employeeId: number | null };

async function signIn(account: NewAccount, t: Transaction): Promise<SignedIn> {
  const { firstName, lastName, userName, permissions, passwordReset, employeeId } = account;
  const password = { password_hash: PASSWORD_HASH, password_reset: passwordReset };
  const { account_id } = await Account.insert(
    { user_name: userName, employee_id: employeeId, ...password },
    t,
  );
  for (const user_permission_id of permissions) {
    await AccountPermission.insert({ account_id, user_permission_id }, t);
  }
  const { sessionId, cookie } = await openSession(account_id, t);
  const person = { accountId: account_id, sessionId, userName, employeeId, firstName, lastName, permissions };
  return { person, accountId: account_id, userName, cookie };
}

/** Describes a browser in which nobody has signed in yet. */
export function callerFrom(address = "127.0.0.1", device = "tests"): Caller {
  return { address, device, browser: null, token: null };
}

async function openSession(
  accountId: number,
  t: Transaction,
  passwordHash = PASSWORD_HASH,
): Promise<{ sessionId: number; cookie: string }> {
  const session = await startSession({ accountId, passwordHash, caller: callerFrom() }, t);
  if (!session) throw new Error("the account has another password");
  const [cookie = ""] = createSessionCookie(session.token).split(";");
  return { sessionId: session.sessionId, cookie };
}
