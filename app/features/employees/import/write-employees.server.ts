import { hashPassword } from "#access/passwords/passwords.server.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { beginEmployment } from "#db/queries/imports/employees.ts";
import { EMPLOYEE_TABLE_NAMES } from "#db/queries/people/merges/employee-tables.ts";
import { updateImageRows, readImage } from "#db/queries/people/merges/images.ts";
import { grantPermissions, insertAccount, insertEmployee } from "#db/queries/people/new-employee.ts";
import type { TermTransaction } from "#db/term-transaction.ts";
import { EMPLOYMENT_COLUMNS, PERSONAL_COLUMNS } from "#fields/people/employee.ts";
import { toColumns, type RecordFields } from "#fields/record.ts";
import { env } from "#runtime/env.ts";
import { unavailable } from "#runtime/errors.ts";
import { randomId } from "#runtime/ids.ts";
import { FIRST_PERMISSIONS } from "../add/new-employee.server.ts";
import type { Write } from "./judge-employee.rules.ts";

/** The tables that an import writes for existing employees. Their accounts never change. */
const CHANGED_TABLES = ["employees", "employee_employment"] as const;

/** The account that started the import, and its network address. */
export type Importer = { accountId: number; address: string };

type Writing = { fields: RecordFields; importer: Importer };

/** Writes all rows of an import, and returns the affected rows as they were before and after. */
export async function writeEmployees(
  writes: readonly Write[],
  { fields, importer }: Writing,
  t: TermTransaction,
) {
  const changed = writes.flatMap(({ key }) => key ?? []);
  const before = await readImage({ keys: changed, locked: true, tables: CHANGED_TABLES }, t);
  const ids = new Map<number, string>();
  const created: number[] = [];
  // Nobody knows this password: a new employee signs in with the letter that is printed when the password is reset.
  const hash = await hashPassword(randomId() + randomId());
  for (const { row, key, userName, values } of writes) {
    const employeeId = key ?? (await create({ userName, values, hash }, importer, t));
    if (key === null) {
      ids.set(row, String(employeeId));
      created.push(employeeId);
    }
    await store({ employeeId, fields, values }, t);
  }
  const after = {
    changed: await readImage({ keys: changed, locked: false, tables: CHANGED_TABLES }, t),
    created: await readImage({ keys: created, locked: false, tables: EMPLOYEE_TABLE_NAMES }, t),
  };
  return { ids, image: { created, changed, before, after } };
}

type Creating = Pick<Write, "userName" | "values"> & { hash: string };

async function create(
  { userName, values, hash }: Creating,
  importer: Importer,
  t: TermTransaction,
): Promise<number> {
  const days = env().ONE_TIME_PASSWORD_DAYS;
  const account = await insertAccount({ user_name: userName, password_hash: hash, days }, t);
  // Somebody took the user name a moment ago: the whole import starts again.
  if (!account) throw unavailable("One of the user names has just been taken. Try again.");
  const { account_id: accountId } = account;
  const employee = {
    first_name: String(values["first_name"]),
    last_name: String(values["last_name"]),
    gender: null,
  };
  const employeeId = await insertEmployee({ accountId, employee }, t);
  await grantPermissions({ accountId, permissions: FIRST_PERMISSIONS }, t);
  await recordSecurityEvent({ kind: "employee-added", ...importer, detail: userName }, t);
  return employeeId;
}

type Storing = { employeeId: number; fields: RecordFields } & Pick<Write, "values">;

/** Writes only the columns that the file has, so that a colleague's changes to the others stay. */
async function store({ employeeId, fields, values }: Storing, t: TermTransaction): Promise<void> {
  const row = { employee_id: employeeId, ...toColumns(fields, values) };
  const said = (columns: readonly string[]) => columns.filter((column) => Object.hasOwn(values, column));
  await updateImageRows({ name: "employees", rows: [row], columns: said(PERSONAL_COLUMNS) }, t);
  const columns = said(EMPLOYMENT_COLUMNS);
  if (columns.length === 0) return;
  await beginEmployment([employeeId], t);
  await updateImageRows({ name: "employee_employment", rows: [row], columns }, t);
}
