import { noTransaction, queryAll, type ReadTransaction } from "#db/index.ts";
import {
  countAccountsWithEvents,
  listEmployeesToImport,
  listUserNames,
  type ImportedEmployee,
  ensureEmploymentRows,
} from "#db/queries/imports/employees.ts";
import { listEmployeePosts } from "#db/queries/people/employee-lists.ts";
import { EMPLOYEE_TABLE_NAMES } from "#db/queries/people/merges/tables.ts";
import { type SnapshotRow, updateSnapshotRows, readRowSnapshot } from "#db/queries/people/merges/images.ts";
import { getSchool } from "#db/queries/school.ts";
import type { TermTransaction } from "#db/term-transaction.ts";
import { isForAdminsOnly } from "#access/permissions.ts";
import type { MatchedImportRow, CheckedImportRow, ImportingPerson } from "#domain/people/imports.ts";
import type { Person } from "#domain/person.ts";
import { formatExportedCell } from "#fields/kind.ts";
import { uniqueValueKey, findRowsByUniqueValue } from "#fields/imported/row-values.rules.ts";
import { employeeTabFields, EMPLOYMENT_COLUMNS, PERSONAL_COLUMNS } from "#fields/people/employee.ts";
import { columnsToValues, type RecordFields, valuesToColumns } from "#fields/record.ts";
import { hashPassword } from "#access/passwords/passwords.server.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { grantPermissions, insertAccount, insertEmployee } from "#db/queries/people/new-employee.ts";
import { env } from "#runtime/env.ts";
import { unavailable } from "#runtime/errors.ts";
import { randomId } from "#runtime/ids.ts";
import { parseEmployeesParams } from "../list/params.rules.ts";
import { listEmployeeIds } from "../list/read-employees.server.ts";
import { personalTabRules } from "../profile/profile.server.ts";
import {
  employeeNameKey,
  checkEmployeeRow,
  rejectRepeatedEmployees,
  type ExistingEmployee,
  type CheckedEmployeeRow,
  type EmployeeImportContext,
  type EmployeeValuesToWrite,
  EMPLOYEE_DATE_COLUMNS,
  EMPLOYEE_COLUMNS,
  REQUIRED_EMPLOYEE_COLUMNS,
  UNIQUE_EMPLOYEE_COLUMNS,
} from "./judge-employee.rules.ts";
import { DEFAULT_PERMISSIONS } from "../add/new-employee.server.ts";

/** The name of each table's rows in messages, singular and plural. */
const TABLES: Readonly<Record<string, readonly [one: string, several: string]>> = {
  employees: ["Personal Information", "Personal Information"],
  accounts: ["account", "accounts"],
  account_permissions: ["permission", "permissions"],
  employee_employment: ["Employment Information", "Employment Information"],
  employee_form_classes: ["class taught", "classes taught"],
  employee_subjects: ["subject taught", "subjects taught"],
  employee_qualifications: ["qualification", "qualifications"],
  employee_documents: ["document", "documents"],
  class_teachers: ["class", "classes"],
  dean_assignments: ["form class as dean", "form classes as dean"],
  lessons: ["lesson", "lessons"],
  substitutes: ["substitution", "substitutions"],
  entry_extensions: ["period of extra time", "periods of extra time"],
};

/**
 * Defines the import of employees. A new account gets the default permissions and a random password that nobody knows.
 */
export const EMPLOYEES_IMPORT = {
  kind: "employees",
  columns: EMPLOYEE_COLUMNS,
  needed: REQUIRED_EMPLOYEE_COLUMNS,
  dates: EMPLOYEE_DATE_COLUMNS,
  judge,
  undo: {
    tables: EMPLOYEE_TABLE_NAMES,
    personOf: (_table: string, row: SnapshotRow) => Number(row["employee_id"]),
    called: ({ first_name, last_name }: SnapshotRow) => `${String(first_name)} ${String(last_name)}`,
    counted,
    against: async (keys: readonly number[], t: TermTransaction) => {
      const count = await countAccountsWithEvents(keys, t);
      if (count === 0) return "";
      return `${count === 1 ? "1 new employee has" : `${count} new employees have`} signed in or tried to sign in.`;
    },
    forget: () => Promise.resolve(),
  },
} as const;

async function judge(
  rows: readonly MatchedImportRow[],
  t: ReadTransaction,
  only: readonly MatchedImportRow[] = rows,
) {
  const known = await readKnown(rows, t);
  // The import decides on all rows together, because each user name must differ from those of earlier rows.
  const all = rejectRepeatedEmployees(
    rows.map((row) => checkEmployeeRow(only.find((item) => item.row === row.row) ?? row, known)),
  );
  const judged = all.filter(({ row }) => only === rows || only.some((item) => item.row === row));
  const writes = judged.flatMap(({ write }) => write ?? []);
  return {
    judged: judged.map(withoutWrite),
    write: (importer: ImportingPerson, writing: TermTransaction) =>
      writeEmployees(writes, { fields: known.fields, importer }, writing),
  };
}

function withoutWrite({ write: _, ...row }: CheckedEmployeeRow): CheckedImportRow {
  return row;
}

/** Loads the fields of an employee, as the office may edit them. */
async function employeeFields(t: ReadTransaction): Promise<RecordFields> {
  const [posts, { time_zone: timeZone }] = await queryAll(
    [() => listEmployeePosts(t), () => getSchool(t)],
    t,
  );
  return new Map([
    ...employeeTabFields(personalTabRules({ isNameClosed: false, timeZone })),
    ...employeeTabFields({ tab: "employment", posts, formClasses: [], subjects: [] }),
  ]);
}

async function readKnown(
  rows: readonly MatchedImportRow[],
  t: ReadTransaction,
): Promise<EmployeeImportContext> {
  const people = (await listEmployeesToImport(t)).map(({ permissions, ...employee }): ExistingEmployee => {
    return { ...employee, isForAdmins: isForAdminsOnly({ permissions }) };
  });
  const here = new Map<string, ExistingEmployee>();
  const called = new Map<string, ExistingEmployee[]>();
  for (const each of people) {
    here.set(uniqueValueKey("employee_id", each.employee_id), each);
    if (each.user_name !== null) here.set(uniqueValueKey("user_name", each.user_name), each);
    const name = employeeNameKey(each.first_name, each.last_name);
    called.set(name, [...(called.get(name) ?? []), each]);
  }
  const inFile = findRowsByUniqueValue(
    rows,
    UNIQUE_EMPLOYEE_COLUMNS.map(({ name }) => name),
  );
  return { fields: await employeeFields(t), here, called, inFile, taken: new Set(await listUserNames(t)) };
}

function counted(table: string, count: number): string[] {
  const [one = table, several = table] = TABLES[table] ?? [];
  if (count === 0) return [];
  return [one === several ? one : `${count} ${count === 1 ? one : several}`];
}

/** Exports the whole list that the query describes, in the same columns as an import. */
export async function exportEmployees(person: Person, query: URLSearchParams) {
  const ids = await listEmployeeIds(person, parseEmployeesParams(query));
  const employees = await listEmployeesToImport(noTransaction);
  const fields = await employeeFields(noTransaction);
  const byId = new Map(employees.map((employee) => [employee.employee_id, employee]));
  const rows = ids.flatMap((id) => {
    const employee = byId.get(id);
    return employee ? [cellsOf(employee, fields)] : [];
  });
  return { columns: EMPLOYEE_COLUMNS, rows };
}

function cellsOf({ employee_id, user_name, record }: ImportedEmployee, fields: RecordFields): string[] {
  const values = columnsToValues(fields, record);
  return EMPLOYEE_COLUMNS.map(({ name }) => {
    if (name === "employee_id") return String(employee_id);
    if (name === "user_name") return user_name ?? "";
    return formatExportedCell(fields.get(name)?.kind, values[name] ?? null);
  });
}

/** The tables that an import updates for existing employees. An import never changes their accounts. */
const CHANGED_TABLES = ["employees", "employee_employment"] as const;

type Writing = { fields: RecordFields; importer: ImportingPerson };

/** Writes all rows of an import. Returns the affected database rows before and after. */
async function writeEmployees(
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
  importer: ImportingPerson,
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
