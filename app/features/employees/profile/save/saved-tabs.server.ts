import { queryAll, type Transaction } from "#db/index.ts";
import { entryChanges } from "#db/queries/people/employee-history.ts";
import {
  employeePosts,
  entriesOf,
  formClassEntries,
  qualifications,
  storeEntries,
  subjectEntries,
  type EntryRow,
} from "#db/queries/people/employee-lists.ts";
import {
  employmentRecord,
  personalRecord,
  storeEmployment,
  storePersonal,
} from "#db/queries/people/employee-records.ts";
import { recordChanges } from "#db/queries/people/record-changes.ts";
import { theSchool } from "#db/queries/school.ts";
import type { RecordTab } from "#domain/people/employees.ts";
import { EMPLOYMENT_COLUMNS, entryField, type ListName, type TabRules } from "#fields/people/employee.ts";
import type { ColumnValue } from "#fields/value.ts";
import { today } from "#runtime/clock.ts";
import type { RecordRow } from "#saving/server/saved-record.server.ts";
import type { SavedScreen } from "#saving/server/saved-screen.server.ts";
import { savedTab, type FoundTab, type RecordKey } from "./saved-tab.server.ts";

const TICKED = "Yes";

const PERSONAL = savedTab({
  closed: () => null,
  rules: async ({ manages }, t) => {
    const { time_zone: timeZone } = await theSchool(t);
    return personalRules({ isNameClosed: !manages, timeZone });
  },
  read: async ({ employeeId }, t) => {
    const found = await personalRecord(employeeId, t);
    return found && rowOf(found, []);
  },
  history: (asked, t) => recordChanges({ ...changesOf(asked), table: "employees" }, t),
  store: storePersonal,
});

const EMPLOYMENT = savedTab({
  closed: ({ manages }) =>
    manages ? null : { why: "not-yours", words: "employment information is entered by the office" },
  rules: async ({ employeeId }, t) => {
    const [posts, formClasses, subjects] = await queryAll(
      [() => employeePosts(t), () => formClassEntries(t), () => subjectEntries({ employeeId }, t)],
      t,
    );
    return { tab: "employment", posts, formClasses, subjects };
  },
  read: async ({ employeeId }, t) => {
    const [record, classes, subjects] = await queryAll(
      [
        () => employmentRecord(employeeId, t),
        () => entriesOf({ list: "form_classes", employeeId }, t),
        () => entriesOf({ list: "subjects", employeeId }, t),
      ],
      t,
    );
    return rowOf(record, [...classes, ...subjects]);
  },
  history: async (asked, t) => {
    const changes = await queryAll(
      [
        () => recordChanges({ ...changesOf(asked), table: "employee_employment" }, t),
        () => entryChanges({ ...asked, list: "form_classes" }, t),
        () => entryChanges({ ...asked, list: "subjects" }, t),
      ],
      t,
    );
    return changes.flat();
  },
  store: async (write, t) => {
    if (EMPLOYMENT_COLUMNS.some((column) => write.changed.has(column))) await storeEmployment(write, t);
    const [classes, subjects] = [await formClassEntries(t), await subjectEntries(write, t)];
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
  rules: async (_key, t) => ({ tab: "qualifications", qualifications: await qualifications(t) }),
  read: async ({ employeeId }, t) =>
    rowOf({ version: 0 }, await entriesOf({ list: "qualifications", employeeId }, t)),
  history: (asked, t) => entryChanges({ ...asked, list: "qualifications" }, t),
  store: async (write, t) => {
    const ids = (await qualifications(t)).map(({ qualification_id }) => qualification_id);
    await storeChanged(write, { list: "qualifications", ids }, t);
  },
});

/** The tabs of an employee's record, each saved alone. */
export const SAVED_TABS: Readonly<
  Record<RecordTab, SavedScreen<RecordKey, FoundTab, RecordRow, Transaction>>
> = {
  personal: PERSONAL,
  employment: EMPLOYMENT,
  qualifications: QUALIFICATIONS,
};

export function personalRules({
  isNameClosed,
  timeZone,
}: {
  isNameClosed: boolean;
  timeZone: string;
}): TabRules {
  return { tab: "personal", today: today(timeZone), isNameClosed };
}

function changesOf({ employeeId, base }: RecordKey & { base: number }) {
  return { row: employeeId, rowId: String(employeeId), base };
}

/** The version of a tab is the newest of its rows. */
function rowOf(record: { version: number } & object, entries: readonly EntryRow[]): RecordRow {
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
  { list, ids }: { list: ListName; ids: readonly (string | number)[] },
  t: Transaction,
): Promise<void> {
  const entries = ids.flatMap((id) => {
    const field = entryField(list, id);
    return changed.has(field) ? [{ id, value: entryValue(list, columns[field] ?? null) }] : [];
  });
  if (entries.length > 0) await storeEntries({ list, employeeId, entries }, t);
}

/** A ticked qualification is a word among the others' words; what was taken back is false, or no words. */
function entryValue(list: ListName, value: ColumnValue): boolean | string {
  if (list !== "qualifications") return value === true;
  return value === true ? TICKED : String(value || "");
}
