import { formatRegisterName } from "#domain/names.ts";
import { ACTIVE_EMPLOYEE } from "#domain/people/employees.ts";
import {
  NEW_PERSON,
  type MatchedImportRow,
  type ImportRemark,
  type CheckedImportRow,
  type ImportRefusals,
  type ImportColumn,
} from "#domain/people/imports.ts";
import { findUserNameFault, normaliseUserName, proposeUserNames } from "#domain/people/user-name.ts";
import {
  changedValues,
  toChangeLines,
  uniqueValueKey,
  toRefusalLine,
  toRefusalLines,
  listRefusedImportChanges,
  readCellText,
  listDuplicateValues,
  listUnreadableCells,
  parseRowValues,
  type RowsByUniqueValue,
} from "#fields/imported/row-values.rules.ts";
import { formatFieldText } from "#fields/kind.ts";
import { createBlankValues, columnsToValues, checkNewRecord, type RecordFields } from "#fields/record.ts";
import type { ColumnValue, FieldValues } from "#fields/value.ts";
import { EMPLOYMENT_FIELDS, EMPLOYEE_PERSONAL_FIELDS } from "#fields/people/employee.ts";

export type ExistingEmployee = {
  employee_id: number;
  first_name: string;
  last_name: string;
  employee_status_id: number;
  user_name: string | null;
  isForAdmins: boolean;
  record: Readonly<Record<string, ColumnValue>>;
};

/** The existing data that decides what the import does with a row. */
export type EmployeeImportContext = {
  fields: RecordFields;
  /** The employees, by the `uniqueValueKey` of their ID or user name. */
  here: ReadonlyMap<string, ExistingEmployee>;
  /** The employees with the same name, by `employeeNameKey`. */
  called: ReadonlyMap<string, readonly ExistingEmployee[]>;
  inFile: RowsByUniqueValue;
  /** The user names in use, in lower case, including those given to earlier rows of the import. */
  taken: Set<string>;
};

/** The values to write for a row: only the changed values, or all values of a new employee. */
export type EmployeeValuesToWrite = {
  row: number;
  key: number | null;
  userName: string;
  values: FieldValues;
};
export type CheckedEmployeeRow = CheckedImportRow & { write: EmployeeValuesToWrite | null };

const OWN_PAGE = "an import cannot change an administrator or the principal; open the record instead";

export function employeeNameKey(firstName: string, lastName: string): string {
  return `${firstName} ${lastName}`.trim().toLowerCase();
}

/** Decides whether the import would create or change an employee from this row, or why it refuses the row. */
export function checkEmployeeRow(input: MatchedImportRow, known: EmployeeImportContext): CheckedEmployeeRow {
  const { cells, choice } = input;
  const [id, userName] = [readCellText(cells, "employee_id"), readCellText(cells, "user_name")];
  const byId = choice !== "" && choice !== NEW_PERSON ? choice : id;
  const here =
    byId === ""
      ? known.here.get(uniqueValueKey("user_name", userName))
      : known.here.get(uniqueValueKey("employee_id", byId));
  const faults = [
    ...listUnreadableCells(cells, EMPLOYEE_COLUMNS),
    ...listDuplicateValues(input, { inFile: known.inFile, unique: UNIQUE_EMPLOYEE_COLUMNS }),
  ];
  if (here) return judgedChange(input, { here, known, faults });
  const unknown =
    byId === ""
      ? []
      : [toRefusalLine("Employee ID", "no employee has this ID; leave the cell empty to add an employee")];
  return judgedCreation(input, { known, faults: [...faults, ...unknown] });
}

type Changing = { here: ExistingEmployee; known: EmployeeImportContext; faults: ImportRefusals };

function judgedChange(
  { row, cells }: MatchedImportRow,
  { here, known: { fields }, faults }: Changing,
): CheckedEmployeeRow {
  const before = { ...createBlankValues(fields), ...columnsToValues(fields, here.record) };
  const changes = changedValues(before, parseRowValues(cells, fields));
  const about = {
    row,
    publicId: String(here.employee_id),
    name: formatRegisterName(here),
    class: here.user_name ?? "",
  };
  const refusals = [
    ...faults,
    ...standing(here, readCellText(cells, "user_name")),
    ...(here.isForAdmins && Object.keys(changes).length > 0 ? [toRefusalLine("Employee ID", OWN_PAGE)] : []),
    ...listRefusedImportChanges(changes, { fields, cells }),
  ];
  if (refusals.length > 0) return { ...about, outcome: "refused", lines: refusals, write: null };
  const lines = toChangeLines(changes, { fields, before });
  if (lines.length === 0) return { ...about, outcome: "unchanged", lines: [NOTHING], write: null };
  const write = { row, key: here.employee_id, userName: here.user_name ?? "", values: changes };
  return { ...about, outcome: "changed", lines, write };
}

const NOTHING: ImportRemark = { say: "words", words: "No changes" };

function standing({ employee_status_id, user_name }: ExistingEmployee, userName: string): ImportRefusals {
  const isOther = userName !== "" && normaliseUserName(userName) !== normaliseUserName(user_name ?? "");
  return [
    ...(employee_status_id === ACTIVE_EMPLOYEE
      ? []
      : [toRefusalLine("Employee ID", "this employee has left; bring the employee back first")]),
    ...(isOther
      ? [toRefusalLine("User Name", `${user_name ?? "an empty username"} cannot be changed by an import`)]
      : []),
  ];
}

/** Refuses rows that identify the same employee, because nobody knows which row is right. */
export function rejectRepeatedEmployees(judged: readonly CheckedEmployeeRow[]): CheckedEmployeeRow[] {
  const rowsOf = new Map<string, number[]>();
  for (const { row, outcome, publicId } of judged) {
    if (isOfSomebodyHere(outcome)) rowsOf.set(publicId, [...(rowsOf.get(publicId) ?? []), row]);
  }
  return judged.map((item) => {
    const others = (rowsOf.get(item.publicId) ?? []).filter((row) => row !== item.row);
    if (!isOfSomebodyHere(item.outcome) || others.length === 0) return item;
    const lines = [
      toRefusalLine(
        "Employee ID",
        `${others.length === 1 ? "row" : "rows"} ${others.join(", ")} ${others.length === 1 ? "is" : "are"} also for this employee`,
      ),
    ];
    return { ...item, outcome: "refused", lines, write: null };
  });
}

function isOfSomebodyHere(outcome: CheckedEmployeeRow["outcome"]): boolean {
  return outcome === "changed" || outcome === "unchanged";
}

type Creating = { known: EmployeeImportContext; faults: ImportRefusals };

function judgedCreation(
  { row, cells, choice }: MatchedImportRow,
  { known, faults }: Creating,
): CheckedEmployeeRow {
  const { fields, called, taken, inFile } = known;
  const values = parseRowValues(cells, fields);
  const judged = checkNewRecord(fields, values);
  const [first_name, last_name] = [
    formatFieldText(values["first_name"]),
    formatFieldText(values["last_name"]),
  ];
  const name =
    first_name && last_name ? formatRegisterName({ first_name, last_name }) : first_name || last_name || "–";
  const others = [...faults, ...toRefusalLines(judged.refusals, judged.values, { fields, cells })];
  const given = userNameFor(
    readCellText(cells, "user_name"),
    { firstName: first_name, lastName: last_name },
    { taken, inFile },
  );
  const refusals = given.fault === null ? others : [...others, toRefusalLine("User Name", given.fault)];
  const about = { row, publicId: "", name, class: given.userName };
  if (refusals.length > 0) return { ...about, outcome: "refused", lines: refusals, write: null };
  const alike = choice === NEW_PERSON ? [] : (called.get(employeeNameKey(first_name, last_name)) ?? []);
  if (alike.length > 0) return { ...about, outcome: "choose", lines: alike.map(alikeLine), write: null };
  taken.add(normaliseUserName(given.userName));
  const lines: ImportRemark[] = [{ say: "words", words: `Username ${given.userName}` }];
  return { ...about, outcome: "created", lines, write: { row, key: null, userName: given.userName, values } };
}

/** Returns the requested user name, or else the first suggestion that is free and that no other row requests. */
function userNameFor(
  input: string,
  name: { firstName: string; lastName: string },
  { taken, inFile }: { taken: ReadonlySet<string>; inFile: RowsByUniqueValue },
): { userName: string; fault: string | null } {
  if (input !== "") {
    const fault = taken.has(normaliseUserName(input)) ? "this username is taken" : findUserNameFault(input);
    return { userName: input, fault: fault && `${fault.replace(/\.$/, "")}, ‘${input.slice(0, 60)}’` };
  }
  const free = proposeUserNames(name).find(
    (item) => !taken.has(item) && !inFile.has(uniqueValueKey("user_name", item)),
  );
  if (free === undefined && name.lastName !== "")
    return { userName: "", fault: "Termbook cannot make a username from this name; enter one" };
  return { userName: free ?? "", fault: null };
}

function alikeLine({ employee_id, user_name, employee_status_id }: ExistingEmployee): ImportRemark {
  const where = employee_status_id === ACTIVE_EMPLOYEE ? "who works here" : "who has left";
  const words = `Same name as ${user_name ?? employee_id}, ${where}`;
  return { say: "alike", publicId: String(employee_id), words, mayBeAnother: true };
}

/** The columns that identify an employee. An import never changes their values. */
export const UNIQUE_EMPLOYEE_COLUMNS: readonly ImportColumn[] = [
  { name: "employee_id", title: "Employee ID" },
  { name: "user_name", title: "User Name" },
];

/** The columns of an import file, its template and the export, in order. */
export const EMPLOYEE_COLUMNS: readonly ImportColumn[] = [
  ...UNIQUE_EMPLOYEE_COLUMNS,
  ...[...EMPLOYEE_PERSONAL_FIELDS.values(), ...EMPLOYMENT_FIELDS.values()].map(({ name, title }) => ({
    name,
    title,
  })),
];

/** The columns that a file must have, because without them a row does not identify anybody. */
export const REQUIRED_EMPLOYEE_COLUMNS = ["first_name", "last_name"];

export const EMPLOYEE_DATE_COLUMNS: readonly string[] = [
  ...EMPLOYEE_PERSONAL_FIELDS.values(),
  ...EMPLOYMENT_FIELDS.values(),
]
  .filter(({ kind }) => kind.control === "date")
  .map(({ name }) => name);
