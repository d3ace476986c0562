import { formatListEntryField, type EmployeeListName } from "#fields/people/employee.ts";
import { queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import { FormClass, type Subject } from "../../models/classes.ts";
import { EmployeePost, Qualification } from "../../models/employee-records.ts";

/** The tables of an employee's lists. Rows are never deleted, so that they keep version and history. */
export const EMPLOYEE_LISTS = {
  form_classes: { table: "employee_form_classes", key: "form_class_id", value: "taught" },
  subjects: { table: "employee_subjects", key: "subject_id", value: "taught" },
  qualifications: { table: "employee_qualifications", key: "qualification_id", value: "value" },
} as const satisfies Record<EmployeeListName, { table: string; key: string; value: string }>;

/** An entry of a list, under the name of its field. `value` has the type of its column. */
export type ListEntryRow = { field: string; value: boolean | string; version: number };

export async function listEmployeeEntries(
  { list, employeeId }: { list: EmployeeListName; employeeId: number },
  t: ReadTransaction,
): Promise<ListEntryRow[]> {
  const { table, key, value } = EMPLOYEE_LISTS[list];
  const found = await queryRows<Omit<ListEntryRow, "field"> & { key: string }>(
    `select ${key}::text as key, to_jsonb(${value}) as value, version
       from ${table}
      where employee_id = $employeeId
      order by ${key}`,
    { employeeId },
    t,
  );
  return found.map(({ key: id, ...entry }) => ({ ...entry, field: formatListEntryField(list, id) }));
}

export type ListEntryWrite = { id: string | number; value: boolean | string };

/** Stores entries of a list. An entry that was never chosen gets no row. Lock the employee first. */
export function saveListEntries(
  {
    list,
    employeeId,
    entries,
  }: { list: EmployeeListName; employeeId: number; entries: readonly ListEntryWrite[] },
  t: Transaction,
): Promise<void> {
  const { table, key, value } = EMPLOYEE_LISTS[list];
  const written = entries.map((entry) => ({
    employee_id: employeeId,
    [key]: entry.id,
    [value]: entry.value,
  }));
  return runQuery(
    `insert into ${table} (employee_id, ${key}, ${value})
     select i.employee_id, i.${key}, i.${value}
       from jsonb_populate_recordset(null::${table}, $written::jsonb) i
      order by i.${key}
     on conflict (employee_id, ${key}) do update set ${value} = excluded.${value}`,
    { written: JSON.stringify(written) },
    t,
  );
}

export type FormClassEntry = Pick<FormClass, "form_class_id">;
export type SubjectEntry = Pick<Subject, "subject_id" | "title">;

export function listFormClassEntries(t: ReadTransaction): Promise<FormClassEntry[]> {
  return FormClass.select(["form_class_id"], { order: ["position"] }, t);
}

/** Lists the active subjects, and the inactive subjects in the person's record. */
export function listSubjectEntries(
  { employeeId }: { employeeId: number },
  t: ReadTransaction,
): Promise<SubjectEntry[]> {
  return queryRows<SubjectEntry>(
    `select s.subject_id, s.title
       from subjects s
      where s.is_active or exists (select 1 from employee_subjects x
                                    where x.subject_id = s.subject_id and x.employee_id = $employeeId and x.taught)
      order by s.title collate names, s.subject_id`,
    { employeeId },
    t,
  );
}

export function listEmployeePosts(t: ReadTransaction): Promise<EmployeePost[]> {
  return EmployeePost.select(["employee_post_id", "post"], { order: ["employee_post_id"] }, t);
}

export function listQualificationNames(t: ReadTransaction): Promise<Qualification[]> {
  return Qualification.select(
    ["qualification_id", "title", "details", "detail"],
    { order: ["qualification_id"] },
    t,
  );
}
