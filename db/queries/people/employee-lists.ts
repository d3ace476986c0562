import { formatListEntryField, type EmployeeRecordList } from "#fields/people/employee.ts";
import { ACTIVE_EMPLOYEE } from "#domain/people/employees.ts";
import { queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import { FormClass, type Subject } from "../../models/classes.ts";
import { EmployeePost, Qualification, type EmployeeEmployment } from "../../models/employee-records.ts";
import type { Employee } from "../../models/people.ts";
import type { NullableColumns } from "../../models/rows.ts";
import { registerOrderSql } from "../parts.ts";

/** The tables of an employee's lists. Rows are never deleted, so that they keep version and history. */
export const EMPLOYEE_LISTS = {
  form_classes: { table: "employee_form_classes", key: "form_class_id", value: "taught" },
  subjects: { table: "employee_subjects", key: "subject_id", value: "taught" },
  qualifications: { table: "employee_qualifications", key: "qualification_id", value: "value" },
} as const satisfies Record<EmployeeRecordList, { table: string; key: string; value: string }>;

/** An entry of a list, under the name of its field. `value` has the type of its column. */
export type ListEntryRow = { field: string; value: boolean | string; version: number };

export async function listEmployeeEntries(
  { list, employeeId }: { list: EmployeeRecordList; employeeId: number },
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
  }: { list: EmployeeRecordList; employeeId: number; entries: readonly ListEntryWrite[] },
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

export type EmployeeListFormClass = Pick<FormClass, "form_class_id">;
export type EmployeeListSubject = Pick<Subject, "subject_id" | "title">;

export function listFormClassEntries(t: ReadTransaction): Promise<EmployeeListFormClass[]> {
  return FormClass.select(["form_class_id"], { order: ["position"] }, t);
}

/** Lists the active subjects, and the inactive subjects in the person's record. */
export function listSubjectEntries(
  { employeeId }: { employeeId: number },
  t: ReadTransaction,
): Promise<EmployeeListSubject[]> {
  return queryRows<EmployeeListSubject>(
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

export type EmployeeInformationRow = Pick<
  Employee,
  | "employee_id"
  | "title"
  | "first_name"
  | "other_name"
  | "last_name"
  | "gender"
  | "date_of_birth"
  | "marital_status"
  | "picture"
  | "phone_mobile"
  | "phone_home"
  | "address_home"
  | "kin_name"
  | "kin_relation"
  | "kin_phone"
> &
  NullableColumns<Omit<EmployeeEmployment, "employee_id" | "version" | "updated_at">> &
  NullableColumns<Pick<EmployeePost, "post">> & {
    status: string;
    acting_post: EmployeePost["post"] | null;
    qualifications: { id: number; title: string; details: boolean; value: string }[];
    documents: { description: string; day: string }[];
  };

export function listEmployeeInformation(t: ReadTransaction): Promise<EmployeeInformationRow[]> {
  return queryRows<EmployeeInformationRow>(
    `select e.employee_id, e.title, e.first_name, e.other_name, e.last_name, e.gender,
            e.date_of_birth::text as date_of_birth, e.marital_status, e.picture, s.status,
            e.phone_mobile, e.phone_home, e.address_home, e.kin_name, e.kin_relation, e.kin_phone,
            m.teacher_number, m.email_moe, m.ihris_id, m.department, m.substantive_post_id, m.acting_post_id,
            m.entry_date_public_service::text as entry_date_public_service,
            m.entry_date_teaching_service::text as entry_date_teaching_service,
            m.assumption_date_school::text as assumption_date_school,
            m.assumption_date_substantive::text as assumption_date_substantive,
            m.assumption_date_acting::text as assumption_date_acting, p.post, a.post as acting_post,
            coalesce((select jsonb_agg(jsonb_build_object('id', q.qualification_id, 'title', k.title,
                             'details', k.details, 'value', q.value) order by q.qualification_id desc)
                        from employee_qualifications q
                        join qualifications k using (qualification_id)
                       where q.employee_id = e.employee_id and q.value <> ''), '[]') as qualifications,
            coalesce((select jsonb_agg(jsonb_build_object('description', d.description,
                             'day', (d.uploaded_at at time zone o.time_zone)::date)
                             order by d.uploaded_at, d.employee_document_id)
                        from employee_documents d
                       where d.employee_id = e.employee_id), '[]') as documents
       from employees e
       join employee_statuses s using (employee_status_id)
      cross join schools o
       left join employee_employment m using (employee_id)
       left join employee_posts p on p.employee_post_id = m.substantive_post_id
       left join employee_posts a on a.employee_post_id = m.acting_post_id
      where e.employee_status_id = ${ACTIVE_EMPLOYEE}
      order by ${registerOrderSql("e", "e.employee_id")}`,
    [],
    t,
  );
}
