import { hasPermission } from "#access/permissions.ts";
import type { Visit } from "#access/session.server.ts";
import { getVisibleEmployee, type VisibleEmployee } from "#access/visible.server.ts";
import { noTransaction, queryAll, type ReadTransaction, type Transaction } from "#db/index.ts";
import { listEmployeeStatuses, listTimetableSummaries } from "#db/queries/people/employee-list.ts";
import {
  listEmployeePosts,
  listEmployeeEntries,
  listFormClassEntries,
  listQualificationNames,
  saveListEntries,
  listSubjectEntries,
  type ListEntryRow,
} from "#db/queries/people/employee-lists.ts";
import {
  findEmployeeEmployment,
  findEmployeePersonal,
  saveEmployeeEmployment,
  saveEmployeePersonal,
} from "#db/queries/people/employee-records.ts";
import { listEntryChanges, listRecordChanges } from "#db/queries/people/record-changes.ts";
import { lockRecord } from "#db/queries/people/record-files.ts";
import type { RowChange } from "#db/queries/row-change.ts";
import { getSchool } from "#db/queries/school.ts";
import type { LockReason } from "#domain/lock.ts";
import { formatInitials } from "#domain/names.ts";
import { employeePictureUrl } from "#domain/paths.ts";
import { ACTIVE_EMPLOYEE, isEmployeeTab, type EmployeeTab } from "#domain/people/employees.ts";
import type { Person } from "#domain/person.ts";
import {
  EMPLOYMENT_COLUMNS,
  formatListEntryField,
  employeeTabFields,
  type EmployeeRecordList,
  type EmployeeTabInput,
} from "#fields/people/employee.ts";
import type { RecordFields } from "#fields/record.ts";
import type { ColumnValue } from "#fields/value.ts";
import { today } from "#runtime/clock.ts";
import { badRequest, notFound } from "#runtime/errors.ts";
import { parsePostedRecord, parseRecordName } from "#saving/server/posted-rows.server.ts";
import { savePostedForm } from "#saving/server/save-form.server.ts";
import {
  saveRowFromApi,
  type RecordSaveInput,
  type RecordSaveResult,
} from "#saving/server/save-record.server.ts";
import {
  recordSaveDefinition,
  type RecordRow,
  type RecordWrite,
  type SaveDefinition,
} from "#saving/server/saved-screen.server.ts";
import { formatTeachingSummary } from "../list/params.rules.ts";
import type { EmployeeHead, EmployeeTabView } from "./profile.ts";

type RecordKey = { employeeId: number };

type FoundTab = { employee: VisibleEmployee; rules: EmployeeTabInput; fields: RecordFields };

type TabWrite = RecordKey & Pick<RecordWrite, "columns" | "changed">;

/** The settings in which the tabs differ. */
type Tab = {
  closed: (employee: VisibleEmployee) => LockReason | null;
  rules: (
    whose: RecordKey & Pick<VisibleEmployee, "manages">,
    t: ReadTransaction,
  ) => Promise<EmployeeTabInput>;
  read: (key: RecordKey, t: ReadTransaction) => Promise<RecordRow | null>;
  /** Returns the changes since a version, in any order. */
  history: (input: RecordKey & { base: number }, t: ReadTransaction) => Promise<RowChange[]>;
  store: (write: TabWrite, t: Transaction) => Promise<void>;
};

const TICKED = "Yes";

const PERSONAL = savedTab({
  closed: () => null,
  rules: async ({ manages }, t) => {
    const { time_zone: timeZone } = await getSchool(t);
    return personalTabRules({ isNameClosed: !manages, timeZone });
  },
  read: async ({ employeeId }, t) => {
    const found = await findEmployeePersonal(employeeId, t);
    return found && rowOf(found, []);
  },
  history: (input, t) => listRecordChanges({ ...changesOf(input), table: "employees" }, t),
  store: saveEmployeePersonal,
});

const EMPLOYMENT = savedTab({
  closed: ({ manages }) =>
    manages ? null : { why: "not-yours", words: "the school office enters employment information" },
  rules: async ({ employeeId }, t) => {
    const [posts, formClasses, subjects] = await queryAll(
      [
        () => listEmployeePosts(t),
        () => listFormClassEntries(t),
        () => listSubjectEntries({ employeeId }, t),
      ],
      t,
    );
    return { tab: "employment", posts, formClasses, subjects };
  },
  read: async ({ employeeId }, t) => {
    const [record, classes, subjects] = await queryAll(
      [
        () => findEmployeeEmployment(employeeId, t),
        () => listEmployeeEntries({ list: "form_classes", employeeId }, t),
        () => listEmployeeEntries({ list: "subjects", employeeId }, t),
      ],
      t,
    );
    return rowOf(record, [...classes, ...subjects]);
  },
  history: async (input, t) => {
    const changes = await queryAll(
      [
        () => listRecordChanges({ ...changesOf(input), table: "employee_employment" }, t),
        () => listEntryChanges({ ...input, list: "form_classes" }, t),
        () => listEntryChanges({ ...input, list: "subjects" }, t),
      ],
      t,
    );
    return changes.flat();
  },
  store: async (write, t) => {
    if (EMPLOYMENT_COLUMNS.some((column) => write.changed.has(column)))
      await saveEmployeeEmployment(write, t);
    const [classes, subjects] = [await listFormClassEntries(t), await listSubjectEntries(write, t)];
    await storeChanged(
      write,
      { list: "form_classes", ids: classes.map(({ form_class_id }) => form_class_id) },
      t,
    );
    await storeChanged(write, { list: "subjects", ids: subjects.map(({ subject_id }) => subject_id) }, t);
  },
});

const QUALIFICATIONS = savedTab({
  closed: () => null,
  rules: async (_key, t) => ({ tab: "qualifications", qualifications: await listQualificationNames(t) }),
  read: async ({ employeeId }, t) =>
    rowOf({ version: 0 }, await listEmployeeEntries({ list: "qualifications", employeeId }, t)),
  history: (input, t) => listEntryChanges({ ...input, list: "qualifications" }, t),
  store: async (write, t) => {
    const ids = (await listQualificationNames(t)).map(({ qualification_id }) => qualification_id);
    await storeChanged(write, { list: "qualifications", ids }, t);
  },
});

/** Defines how each tab of an employee's record is saved. The tabs are saved separately. */
export const EMPLOYEE_TAB_SAVE_DEFINITIONS: Readonly<
  Record<EmployeeTab, SaveDefinition<RecordKey, FoundTab, RecordRow, Transaction>>
> = {
  personal: PERSONAL,
  employment: EMPLOYMENT,
  qualifications: QUALIFICATIONS,
};

/** Defines how a tab is saved: as a single row, with the employee's id as its row id. */
function savedTab(tab: Tab) {
  return recordSaveDefinition<RecordKey, FoundTab>({
    find: async (person, key, t) => {
      const employee = await getVisibleEmployee(person, key.employeeId, t);
      const rules = await tab.rules({ ...key, manages: employee.manages }, t);
      return { employee, rules, fields: employeeTabFields(rules) };
    },
    closed: ({ employee }) => tab.closed(employee),
    fields: ({ fields }) => fields,
    lock: ({ employee }, t) => lockRecord({ kind: "employee", id: employee.employee_id }, t),
    read: async ({ employee: { employee_id: employeeId } }, t) => {
      const found = await tab.read({ employeeId }, t);
      return new Map(found && [[employeeId, found]]);
    },
    history: (_target, { row: employeeId, base }, t) => tab.history({ employeeId, base }, t),
    store: (_target, { row: employeeId, ...write }, t) => tab.store({ employeeId, ...write }, t),
    words: {
      notFound: "This employee’s record no longer exists, or you cannot open it. Choose another employee.",
      noRow: "no longer an employee",
      noField: "this tab has no field with this name",
    },
  });
}

export function personalTabRules({
  isNameClosed,
  timeZone,
}: {
  isNameClosed: boolean;
  timeZone: string;
}): EmployeeTabInput {
  return { tab: "personal", today: today(timeZone), isNameClosed };
}

function changesOf({ employeeId, base }: RecordKey & { base: number }) {
  return { row: employeeId, rowId: String(employeeId), base };
}

/**
 * Builds the row of a tab. A tab may be stored in several database rows; its version is the newest of their versions.
 */
function rowOf(record: { version: number } & object, entries: readonly ListEntryRow[]): RecordRow {
  const { version, ...columns } = record as { version: number } & Record<string, ColumnValue>;
  const listed = entries.map(({ field, value }) => [field, value] as const);
  return {
    version: Math.max(version, ...entries.map((entry) => entry.version)),
    columns: { ...columns, ...Object.fromEntries(listed) },
  };
}

type Write = {
  employeeId: number;
  columns: Readonly<Record<string, ColumnValue>>;
  changed: ReadonlySet<string>;
};

async function storeChanged(
  { employeeId, columns, changed }: Write,
  { list, ids }: { list: EmployeeRecordList; ids: readonly (string | number)[] },
  t: Transaction,
): Promise<void> {
  const entries = ids.flatMap((id) => {
    const field = formatListEntryField(list, id);
    return changed.has(field) ? [{ id, value: entryValue(list, columns[field] ?? null) }] : [];
  });
  if (entries.length > 0) await saveListEntries({ list, employeeId, entries }, t);
}

/**
 * Returns the value to store for an entry. A ticked qualification is stored as `Yes`, because other qualifications have
 * text. False or an empty text deletes the entry.
 */
function entryValue(list: EmployeeRecordList, value: ColumnValue): boolean | string {
  if (list !== "qualifications") return value === true;
  return value === true ? TICKED : String(value || "");
}

/** Loads a tab of an employee's record, with the header of the record. @throws notFound */
export async function loadEmployeeTab(
  visit: Visit,
  { employeeId, tab }: { employeeId: number; tab: EmployeeTab },
): Promise<EmployeeTabView> {
  const read = await readEmployeeTab(visit.person, { tab, employeeId });
  return {
    head: await loadEmployeeHead(visit, read.employee),
    rules: read.rules,
    row: { row: read.row, version: read.stored.version, values: read.values },
    closed: EMPLOYEE_TAB_SAVE_DEFINITIONS[tab].closed(read)?.words ?? null,
    timeZone: visit.school.timeZone,
  };
}

export async function loadEmployeeHead(
  { person, term }: Visit,
  employee: VisibleEmployee,
): Promise<EmployeeHead> {
  const { employee_id: id, first_name, last_name, picture, user_name } = employee;
  const isHere = employee.employee_status_id === ACTIVE_EMPLOYEE;
  const what = isHere ? await taughtBy(id, term?.academicYearId ?? null) : await statusOf(employee);
  return {
    id,
    name: `${first_name} ${last_name}`,
    initials: formatInitials(employee),
    picture: employeePictureUrl(picture),
    about: [user_name ?? "", what].filter(Boolean).join(" · "),
    isSeenByAdmin: hasPermission(person, "admin"),
  };
}

async function taughtBy(employeeId: number, academicYearId: number | null): Promise<string> {
  const [summary] = await listTimetableSummaries(
    { employeeIds: [employeeId], academicYearId },
    noTransaction,
  );
  return summary ? formatTeachingSummary(summary) : "";
}

async function statusOf({ employee_status_id: id }: VisibleEmployee): Promise<string> {
  const statuses = await listEmployeeStatuses(noTransaction);
  return statuses.find(({ employee_status_id }) => employee_status_id === id)?.status ?? "";
}

type WhoseTab = { tab: EmployeeTab; employeeId: number };

export type EmployeeTabData = Awaited<ReturnType<typeof readEmployeeTab>>;

export async function readEmployeeTab(
  person: Person,
  { tab, employeeId }: WhoseTab,
  t: ReadTransaction = noTransaction,
) {
  const screen = EMPLOYEE_TAB_SAVE_DEFINITIONS[tab];
  const target = await screen.find(person, { employeeId }, t);
  const row = String(employeeId);
  const stored = (await screen.read(target, null, t)).get(row);
  if (!stored) throw notFound(screen.words.notFound);
  return { ...target, row, stored, values: screen.valuesOf(target, stored) };
}

/** Saves a tab for an API call. Fields that the call leaves out are unchanged. @throws notFound */
export async function saveEmployeeTab(
  person: Person,
  { tab, employeeId }: WhoseTab,
  recordOf: (read: EmployeeTabData) => RecordSaveInput,
): Promise<{ saved: RecordSaveResult; read: EmployeeTabData }> {
  const read = await readEmployeeTab(person, { tab, employeeId });
  const found = { person, key: { employeeId }, target: read, row: read.row, stored: read.stored };
  const saved = await saveRowFromApi(EMPLOYEE_TAB_SAVE_DEFINITIONS[tab], found, recordOf(read));
  return { saved, read };
}

export function listPosts() {
  return listEmployeePosts(noTransaction);
}

export function listQualifications() {
  return listQualificationNames(noTransaction);
}

/** Saves the form of a tab that was submitted without JavaScript. @throws notFound, badRequest */
export async function submitEmployeeTab(person: Person, employeeId: number, form: FormData) {
  const tab = parseRecordName(form);
  if (!isEmployeeTab(tab)) throw badRequest();
  const { row, fields } = await readEmployeeTab(person, { tab, employeeId });
  const posted = parsePostedRecord(row, form, fields.keys());
  if (!posted) throw badRequest();
  const { status, outcomes } = await savePostedForm(
    EMPLOYEE_TAB_SAVE_DEFINITIONS[tab],
    { person, key: { employeeId } },
    [posted],
  );
  const after = status === 200 ? await readEmployeeTab(person, { tab, employeeId }) : null;
  const stored = after && { row, version: after.stored.version, values: after.values };
  return { status, sent: { tab, outcome: outcomes[row] ?? null, stored } };
}
