import { hashPassword } from "#access/passwords/passwords.server.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { ensureEmploymentRows } from "#db/queries/imports/employees.ts";
import { EMPLOYEE_TABLE_NAMES } from "#db/queries/people/merges/employee-tables.ts";
import { updateSnapshotRows, readRowSnapshot } from "#db/queries/people/merges/images.ts";
import { grantPermissions, insertAccount, insertEmployee } from "#db/queries/people/new-employee.ts";
import type { TermTransaction } from "#db/term-transaction.ts";
import type { Importer } from "#domain/people/imports.ts";
import { EMPLOYMENT_COLUMNS, PERSONAL_COLUMNS } from "#fields/people/employee.ts";
import { valuesToColumns, type RecordFields } from "#fields/record.ts";
import { env } from "#runtime/env.ts";
import { unavailable } from "#runtime/errors.ts";
import { randomId } from "#runtime/ids.ts";
import { DEFAULT_PERMISSIONS } from "../add/new-employee.server.ts";
import type { EmployeeValuesToWrite } from "./judge-employee.rules.ts";

/** The tables that an import updates for existing employees. It never changes their accounts. */
const CHANGED_TABLES = ["employees", "employee_employment"] as const;

type Writing = { fields: RecordFields; importer: Importer };

/** Writes all rows of an import. Returns the affected database rows before and after. */
export async function writeEmployees(
  writes: readonly EmployeeValuesToWrite[],
  { fields, importer }: Writing,
  t: TermTransaction,
) {
  const changed = writes.flatMap(({ key }) => key ?? []);
  const before = await readRowSnapshot({ keys: changed, locked: true, tables: CHANGED_TABLES }, t);
  const ids = new Map<number, string>();
  const created: number[] = [];
  // Nobody knows this password: a new employee signs in with the password letter that is printed when the password is
  // reset.
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
    changed: await readRowSnapshot({ keys: changed, locked: false, tables: CHANGED_TABLES }, t),
    created: await readRowSnapshot({ keys: created, locked: false, tables: EMPLOYEE_TABLE_NAMES }, t),
  };
  return { ids, image: { created, changed, before, after } };
}

type Creating = Pick<EmployeeValuesToWrite, "userName" | "values"> & { hash: string };

async function create(
  { userName, values, hash }: Creating,
  importer: Importer,
  t: TermTransaction,
): Promise<number> {
  const days = env().ONE_TIME_PASSWORD_DAYS;
  const account = await insertAccount({ user_name: userName, password_hash: hash, days }, t);
  // Somebody else has just taken the user name: the whole import is retried.
  if (!account) throw unavailable("One of the usernames has just been taken. Try again.");
  const { account_id: accountId } = account;
  const employee = {
    first_name: String(values["first_name"]),
    last_name: String(values["last_name"]),
    gender: null,
  };
  const employeeId = await insertEmployee({ accountId, employee }, t);
  await grantPermissions({ accountId, permissions: DEFAULT_PERMISSIONS }, t);
  await recordSecurityEvent({ kind: "employee-added", ...importer, detail: userName }, t);
  return employeeId;
}

type Storing = { employeeId: number; fields: RecordFields } & Pick<EmployeeValuesToWrite, "values">;

/** Writes only the columns that are in the file, so that a colleague's changes to other columns are kept. */
async function store({ employeeId, fields, values }: Storing, t: TermTransaction): Promise<void> {
  const row = { employee_id: employeeId, ...valuesToColumns(fields, values) };
  const said = (columns: readonly string[]) => columns.filter((column) => Object.hasOwn(values, column));
  await updateSnapshotRows({ name: "employees", rows: [row], columns: said(PERSONAL_COLUMNS) }, t);
  const columns = said(EMPLOYMENT_COLUMNS);
  if (columns.length === 0) return;
  await ensureEmploymentRows([employeeId], t);
  await updateSnapshotRows({ name: "employee_employment", rows: [row], columns }, t);
}
