import { queryRow, runQuery, type Transaction } from "#db/index.ts";
import type { Account } from "../../models/accounts.ts";
import type { Employee } from "../../models/people.ts";
import type { NullableColumns } from "../../models/rows.ts";
import type { CalendarTerm, School } from "../../models/school.ts";

export type VisitRow = Pick<Account, "account_id" | "user_name" | "password_reset" | "employee_id"> &
  Pick<Employee, "first_name" | "last_name"> &
  Pick<School, "flavour" | "address" | "motto" | "time_zone"> &
  NullableColumns<
    Pick<CalendarTerm, "academic_term_id" | "academic_year_id" | "term" | "assessment_type">
  > & {
    /** Null for a script that calls with an access token. */
    session_id: number | null;
    /** The new term while a rollover is running; otherwise null. */
    turning_to: number | null;
    permissions: number[];
    whole_seconds: number;
    idle_seconds: number;
    school: School["name"];
  };

/** SQL columns: the owner of account `a`, with school and term. Without an employee, the user name is the name. */
export const VISITOR_COLUMNS = `a.account_id, a.user_name, a.employee_id,
            coalesce(e.first_name, '') as first_name, coalesce(e.last_name, a.user_name) as last_name,
            array(select p.user_permission_id from account_permissions p
                   where p.account_id = a.account_id order by p.user_permission_id) as permissions,
            o.name as school, o.flavour, o.address, o.motto, o.time_zone,
            (select case v.state when 'running' then v.to_term_id else v.from_term_id end
               from term_rollovers v where v.state in ('running', 'undoing')) as turning_to,
            y.academic_term_id, y.academic_year_id, y.term, y.assessment_type`;

/** SQL join: adds the account's owner to a table that has an `account_id`. */
export const JOIN_VISITOR_SQL = `join accounts a using (account_id)
       left join employees e using (employee_id)
      cross join schools o
       left join academic_terms y on y.academic_term_id = o.current_term_id`;

/** SQL condition: the account's owner is a current employee, or the account has no employee. */
export const IS_CURRENT_EMPLOYEE = `(e.employee_id is null or e.employee_status_id = 1)`;

type Read = { accountId: number; period: number; targets: readonly Buffer[] };

type ReadCounts = { in_period: number; in_hour: number; known: number };

/**
 * Counts the records that were opened in this period, the other records of the last hour, and the `targets` that were
 * already opened.
 */
export async function countRecordReads(
  params: Read & { periodsAnHour: number },
  t: Transaction,
): Promise<ReadCounts> {
  const counts = await queryRow<ReadCounts>(
    `select count(*) filter (where period = $period)::integer as in_period,
            count(distinct target) filter (where target <> all ($targets::bytea[]))::integer as in_hour,
            count(*) filter (where period = $period and target = any ($targets::bytea[]))::integer as known
       from record_reads
      where account_id = $accountId and period > $period::integer - $periodsAnHour::integer`,
    params,
    t,
  );
  return counts ?? { in_period: 0, in_hour: 0, known: 0 };
}

/** Records that targets were opened. Another process may already have done so. */
export function saveRecordReads(read: Read, t: Transaction): Promise<void> {
  return runQuery(
    `insert into record_reads (account_id, period, target)
     select $accountId, $period, unnest($targets::bytea[])
     on conflict do nothing`,
    read,
    t,
  );
}
