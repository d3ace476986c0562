import { type DemoEmployee, NEW_TEACHER } from "./employees.ts";
import type { DemoRow } from "../insert.ts";

export type DemoUserAccount = {
  account_id: number;
  user_name: string;
  employee_id: number | null;
  permissions: readonly number[];
  /** True when the person must choose a new password at the next sign-in. */
  isNew: boolean;
};

/** The special account `Admin`, which has every permission and no employee. */
const ADMIN: DemoUserAccount = {
  account_id: 1,
  user_name: "Admin",
  employee_id: null,
  permissions: [1, 2, 3, 4, 6, 7, 8, 9, 10],
  isNew: false,
};

/** Generates an account for every employee. Former employees have one too, to show that they cannot sign in. */
export function createDemoUserAccounts(
  employees: readonly DemoEmployee[],
  permissions: ReadonlyMap<number, readonly number[]>,
) {
  const taken = new Set<string>();
  const lastPlain = employees.findLast(({ post }) => !post.demo && !post.left);
  const accounts = employees.map((employee): DemoUserAccount => {
    const { employee_id, post } = employee;
    const user_name = post.demo ?? freeUserName(employee, taken);
    taken.add(user_name);
    const held = permissions.get(employee_id) ?? post.permissions;
    const isNew = user_name === NEW_TEACHER || employee === lastPlain;
    return { account_id: ADMIN.account_id + employee_id, user_name, employee_id, permissions: held, isNew };
  });
  return [ADMIN, ...accounts];
}

/** Returns a user name that is not taken: `k.alexander`, or `k.alexander2` for a second person with that name. */
function freeUserName({ first_name, last_name }: DemoEmployee, taken: ReadonlySet<string>): string {
  const wanted = `${plainLetters(first_name).slice(0, 1)}.${plainLetters(last_name)}`;
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}${number}`)) number += 1;
  return `${wanted}${number}`;
}

function plainLetters(name: string): string {
  return name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z-]/g, "");
}

export function accountRows(accounts: readonly DemoUserAccount[], password_hash: string): DemoRow[] {
  return accounts.map(({ account_id, user_name, employee_id, isNew }) => ({
    account_id,
    user_name,
    employee_id,
    password_hash,
    password_reset: isNew,
  }));
}

/**
 * The SQL expression for the time when an unused one-time password expires. The password of `newteacher` never
 * expires.
 */
export const ONE_TIME_UNTIL = `
  case when r.password_reset and r.user_name <> '${NEW_TEACHER}'
       then (select ((now() at time zone time_zone)::date + 15)::timestamp at time zone time_zone from schools) end`;

export function accountPermissionRows(accounts: readonly DemoUserAccount[]): DemoRow[] {
  return accounts.flatMap(({ account_id, permissions }) =>
    permissions.map((user_permission_id) => ({ account_id, user_permission_id })),
  );
}
