import { queryRow, type ReadTransaction, type Transaction } from "../../index.ts";
import { School } from "../../models/school.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import type { Account } from "../../models/accounts.ts";
import { userNameKeySql } from "../parts.ts";

export type SchoolCounts = { form_classes: number; classes: number; employees: number; students: number };

/** Counts the classes of the current year, the current students and the current employees. */
export async function countSchool(t: ReadTransaction): Promise<SchoolCounts> {
  const counts = await queryRow<SchoolCounts>(
    `select (select count(*)::integer from form_classes) as form_classes,
            (select count(*)::integer
               from classes c
               join academic_terms y using (academic_year_id)
               join schools o on o.current_term_id = y.academic_term_id) as classes,
            (select count(*)::integer from employees where employee_status_id = 1) as employees,
            (select count(*)::integer from students where student_status_id = 1) as students`,
    {},
    t,
  );
  if (!counts) throw new Error("The count returned no row.");
  return counts;
}

export type SchoolChange = Partial<Pick<School, "name" | "address" | "motto" | "sessions_per_day">>;

export async function updateSchool(change: SchoolChange, t: TermTransaction): Promise<void> {
  await School.update(change, { school_id: 1 }, t);
}

/** Finds an account by user name, ignoring case. Returns null if there is none, or if its employee has left. */
export function findAccountToReset(
  userName: string,
  t: Transaction,
): Promise<Pick<Account, "account_id" | "user_name"> | null> {
  return queryRow<Pick<Account, "account_id" | "user_name">>(
    `select a.account_id, a.user_name
       from accounts a
       left join employees e using (employee_id)
      where ${userNameKeySql("a.user_name")} = ${userNameKeySql("$userName")} and (e.employee_id is null or e.employee_status_id = 1)
      order by a.account_id
        for no key update of a`,
    { userName },
    t,
  );
}
