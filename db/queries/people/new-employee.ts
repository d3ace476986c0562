import { queryRow, queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import { Account } from "../../models/accounts.ts";
import { Employee } from "../../models/people.ts";
import type { NullableColumns } from "../../models/rows.ts";
import { PASSWORD_EXPIRY_SQL, userNameKeySql } from "../parts.ts";

export type NewEmployee = Pick<Employee, "first_name" | "last_name" | "gender">;

export type UserNameHolder = Pick<Account, "user_name"> &
  NullableColumns<Pick<Employee, "first_name" | "last_name">>;

export function findUserNameHolder(userName: string, t: ReadTransaction): Promise<UserNameHolder | null> {
  return queryRow<UserNameHolder>(
    `select a.user_name, e.first_name, e.last_name
       from accounts a
       left join employees e using (employee_id)
      where ${userNameKeySql("a.user_name")} = ${userNameKeySql("$userName")}
      order by a.account_id`,
    { userName },
    t,
  );
}

export async function findFreeUserName(
  userNames: readonly string[],
  t: ReadTransaction,
): Promise<string | null> {
  const free = await queryRow<{ user_name: string }>(
    `select w.user_name
       from unnest($userNames::text[]) with ordinality as w (user_name, place)
      where not exists (select 1 from accounts a where ${userNameKeySql("a.user_name")} = ${userNameKeySql("w.user_name")})
      order by w.place
      limit 1`,
    { userNames },
    t,
  );
  return free?.user_name ?? null;
}

/** A colleague of the same name with an account. `one_time_until` is null if they have chosen a password. */
export type Namesake = Pick<Employee, "employee_id" | "first_name" | "last_name"> &
  Pick<Account, "user_name" | "password_hash" | "one_time_until">;

type Named = { firstName: string; lastName: string };

/** Finds current employees with this name, ignoring case. */
export function listEmployeesNamed({ firstName, lastName }: Named, t: ReadTransaction): Promise<Namesake[]> {
  return queryRows<Namesake>(
    `select e.employee_id, e.first_name, e.last_name, a.user_name, a.password_hash, a.one_time_until
       from employees e
       join accounts a using (employee_id)
      where lower(e.first_name) = lower($firstName) and lower(e.last_name) = lower($lastName)
        and e.employee_status_id = 1
      order by e.employee_id`,
    { firstName, lastName },
    t,
  );
}

/** An advisory lock with an arbitrary number, for adding employees. */
const NEW_EMPLOYEES = 7_210_329;

/** Locks a name. Until the transaction ends, nobody else can add an employee of this name. */
export function lockNewEmployee({ firstName, lastName }: Named, t: Transaction): Promise<void> {
  return runQuery(
    "select pg_advisory_xact_lock($lock, hashtext($name))",
    { lock: NEW_EMPLOYEES, name: `${firstName} ${lastName}`.toLowerCase() },
    t,
  );
}

export type NewAccount = Pick<Account, "user_name" | "password_hash"> & { days: number };

/**
 * Creates an account with a one-time password before its employee is created. If the user name is taken, even at the
 * same moment, returns null and nothing is written.
 */
export function insertAccount(
  account: NewAccount,
  t: Transaction,
): Promise<(Pick<Account, "account_id"> & { one_time_until: Date }) | null> {
  return queryRow<Pick<Account, "account_id"> & { one_time_until: Date }>(
    `insert into accounts (user_name, password_hash, password_reset, one_time_until)
     select $user_name, $password_hash, true, ${PASSWORD_EXPIRY_SQL}
       from schools o
         on conflict (lower(user_name)) do nothing
     returning account_id, one_time_until`,
    account,
    t,
  );
}

export async function insertEmployee(
  { accountId, employee }: { accountId: number; employee: NewEmployee },
  t: Transaction,
): Promise<number> {
  const { employee_id } = await Employee.insert(employee, t);
  await Account.update({ employee_id }, { account_id: accountId }, t);
  return employee_id;
}

export function grantPermissions(
  params: { accountId: number; permissions: readonly number[] },
  t: Transaction,
): Promise<void> {
  return runQuery(
    `insert into account_permissions (account_id, user_permission_id)
     select $accountId, unnest($permissions::smallint[])`,
    params,
    t,
  );
}
