import { queryRow, type ReadTransaction, type Transaction, runQuery } from "../../index.ts";
import { School, type AcademicTerm } from "../../models/school.ts";
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

export type SchoolColumnsToChange = Partial<Pick<School, "name" | "address" | "motto" | "sessions_per_day">>;

export async function updateSchool(change: SchoolColumnsToChange, t: TermTransaction): Promise<void> {
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

type SchoolFacts = Pick<School, "name" | "flavour" | "address" | "motto">;

/** Creates the school. Returns false if there already is one. If two requests arrive together, the second waits. */
export async function insertSchool(facts: SchoolFacts, t: TermTransaction): Promise<boolean> {
  const made = await queryRow<{ school_id: number }>(
    `insert into schools (name, flavour, address, motto)
     values ($name, $flavour, $address, $motto)
         on conflict do nothing
     returning school_id`,
    facts,
    t,
  );
  return made !== null;
}

/** Creates the school year with its first term and makes this term current. */
export async function insertFirstTerm(
  term: Omit<AcademicTerm, "version" | "updated_at" | "academic_year_id"> & { academic_year_id: number },
  t: TermTransaction,
): Promise<void> {
  const { academic_term_id, academic_year_id } = term;
  await insertRows("academic_years", [{ academic_year_id }], t);
  await insertRows("academic_terms", [term], t);
  await runQuery(`update schools set current_term_id = $academic_term_id`, { academic_term_id }, t);
}

/** A row of one of the initial lists. All rows of a list have the same columns. */
type InitialListRow = Readonly<Record<string, string | number | boolean | null>>;

/** The initial lists of a new school by table. Each table comes after the tables that it refers to. */
type InitialLists = Readonly<
  Record<
    | "form_classes"
    | "classes"
    | "religions"
    | "ethnic_groups"
    | "subjects"
    | "assessment_criteria"
    | "school_holidays",
    readonly InitialListRow[]
  >
>;

export async function insertInitialLists(lists: InitialLists, t: TermTransaction): Promise<void> {
  await insertRows("form_classes", lists.form_classes, t);
  await insertRows("classes", lists.classes, t);
  await insertRows("religions", lists.religions, t);
  await insertRows("ethnic_groups", lists.ethnic_groups, t);
  await insertRows("subjects", lists.subjects, t);
  await passTakenSubjectIds(t);
  await insertRows("assessment_criteria", lists.assessment_criteria, t);
  await insertRows("school_holidays", lists.school_holidays, t);
}

/** Inserts rows. Table and columns come from our own code, so they can be part of the statement. */
async function insertRows(table: string, list: readonly InitialListRow[], t: TermTransaction): Promise<void> {
  const [first] = list;
  if (!first) return;
  const columns = Object.keys(first).join(", ");
  await runQuery(
    `insert into ${table} (${columns})
     select ${columns} from jsonb_populate_recordset(null::${table}, $list::jsonb)`,
    { list: JSON.stringify(list) },
    t,
  );
}

/** Advances the sequence past the ids of the initial subjects. The web's role may draw ids but not set the sequence. */
function passTakenSubjectIds(t: TermTransaction): Promise<void> {
  return runQuery(
    `select nextval(pg_get_serial_sequence('subjects', 'subject_id'))
       from generate_series(1, (select max(subject_id) from subjects))`,
    {},
    t,
  );
}
