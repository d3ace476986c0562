import { row, run } from "../../index.ts";
import type { AcademicTerm, School } from "../../models/school.ts";
import type { TermTransaction } from "../../term-transaction.ts";

export type SchoolFacts = Pick<School, "name" | "flavour" | "address" | "motto">;

/**
 * Creates the school; when two requests do so at the same moment, the second waits for the first. Returns false when there is a school already.
 */
export async function insertSchool(facts: SchoolFacts, t: TermTransaction): Promise<boolean> {
  const made = await row<{ school_id: number }>(
    `insert into schools (name, flavour, address, motto)
     values ($name, $flavour, $address, $motto)
         on conflict do nothing
     returning school_id`,
    facts,
    t,
  );
  return made !== null;
}

/** Creates the year with its first term, and makes that term current. */
export async function insertFirstTerm(
  term: Omit<AcademicTerm, "version" | "updated_at" | "academic_year_id"> & { academic_year_id: number },
  t: TermTransaction,
): Promise<void> {
  const { academic_term_id, academic_year_id } = term;
  await insertRows("academic_years", [{ academic_year_id }], t);
  await insertRows("academic_terms", [term], t);
  await run(`update schools set current_term_id = $academic_term_id`, { academic_term_id }, t);
}

/** A row of a list; all rows of a list have the same columns. */
export type ListRow = Readonly<Record<string, string | number | boolean | null>>;

/** The initial lists of a new school, ordered so that each table comes after those it refers to. */
export type SchoolLists = Readonly<
  Record<
    | "form_classes"
    | "classes"
    | "religions"
    | "ethnic_groups"
    | "subjects"
    | "assessment_criteria"
    | "school_holidays",
    readonly ListRow[]
  >
>;

export async function insertLists(lists: SchoolLists, t: TermTransaction): Promise<void> {
  await insertRows("form_classes", lists.form_classes, t);
  await insertRows("classes", lists.classes, t);
  await insertRows("religions", lists.religions, t);
  await insertRows("ethnic_groups", lists.ethnic_groups, t);
  await insertRows("subjects", lists.subjects, t);
  await passTakenSubjectIds(t);
  await insertRows("assessment_criteria", lists.assessment_criteria, t);
  await insertRows("school_holidays", lists.school_holidays, t);
}

/** The table and the columns come from our own code. */
async function insertRows(table: string, list: readonly ListRow[], t: TermTransaction): Promise<void> {
  const [first] = list;
  if (!first) return;
  const columns = Object.keys(first).join(", ");
  await run(
    `insert into ${table} (${columns})
     select ${columns} from jsonb_populate_recordset(null::${table}, $list::jsonb)`,
    { list: JSON.stringify(list) },
    t,
  );
}

/** The subjects brought their own ids. The web's database role may take the next value of a sequence but not set it. */
function passTakenSubjectIds(t: TermTransaction): Promise<void> {
  return run(
    `select nextval(pg_get_serial_sequence('subjects', 'subject_id'))
       from generate_series(1, (select max(subject_id) from subjects))`,
    {},
    t,
  );
}
