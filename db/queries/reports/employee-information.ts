import { queryRows, type ReadTransaction } from "../../index.ts";
import type { EmployeeEmployment, EmployeePost } from "../../models/employee-records.ts";
import type { Employee } from "../../models/people.ts";
import type { NullableColumns } from "../../models/rows.ts";
import { ACTIVE_EMPLOYEE } from "#domain/people/employees.ts";
import { registerOrderSql } from "../parts.ts";

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
