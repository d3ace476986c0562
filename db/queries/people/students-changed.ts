import { queryRow, type ReadTransaction } from "../../index.ts";
import { TODAY_SQL } from "../parts.ts";

/** The optional parts of an API response, in addition to students and their classes. */
export type StudentsResponsePart = "marks" | "term records" | "documents";

/** A moment in the database. A later call can ask what has changed since this moment. */
export type DatabaseMoment = {
  /** Identifies the database, because transactions have other numbers in another database or after a restore. */
  database: string;
  /** All transactions with lower numbers had ended, so their changes were visible. */
  transaction: string;
  /** The day in the school's time zone, such as `2026-11-23`. It decides who teaches a class. */
  day: string;
};

/** The SQL that finds the students of changed rows, by the part of the response and the table. */
const OF_A_STUDENT: Record<"always" | StudentsResponsePart, readonly string[]> = {
  always: [
    "select x.id as student_key from students x where",
    "select x.student_key from registrations x where",
    "select x.student_key from student_subject_assignments x where",
    deletedFrom("registrations", "student_subject_assignments"),
  ],
  marks: [
    "select x.student_key from marks x where",
    "select m.student_key from criterion_grades x join marks m using (mark_id) where",
    deletedFrom("marks"),
    `select m.student_key
       from audit_events x
       join marks m on m.mark_id = (x.old_values ->> 'mark_id')::integer
      where x.operation = 'delete' and x.table_name = 'criterion_grades' and`,
  ],
  "term records": ["select x.student_key from term_records x where", deletedFrom("term_records")],
  documents: ["select x.student_key from student_documents x where", deletedFrom("student_documents")],
};

/** Small tables that rarely change. A change in one of these tables counts as a change to every student. */
const OF_THE_SCHOOL = [
  "schools",
  "academic_terms",
  "form_classes",
  "classes",
  "class_teachers",
  "lessons",
  "subjects",
  "assessments",
  "assessment_criteria",
  "fortnightly_tests",
  "employees",
];

/** The small tables whose rows are deleted when a form teacher or a criterion is removed. */
const GONE_OF_THE_SCHOOL = ["class_teachers", "assessment_criteria"].map((table) => `'${table}'`).join(", ");

/**
 * SQL condition: the row was written by a transaction that had not ended at that moment. The condition compares ages,
 * because a row contains only the lower half of its transaction's number, and `age` accounts for that.
 */
const IS_NEWER = "age(x.xmin) <= age($transaction::text::xid)";

function deletedFrom(...tables: string[]): string {
  const named = tables.map((table) => `'${table}'`).join(", ");
  return `select (x.old_values ->> 'student_key')::integer
            from audit_events x
           where x.operation = 'delete' and x.table_name in (${named}) and`;
}

/** Returns the present moment. Read it before the rows: a change in between is then reported twice and never missed. */
export async function readCurrentMoment(t: ReadTransaction): Promise<DatabaseMoment> {
  const moment = await queryRow<DatabaseMoment>(
    `select (select c.system_identifier from pg_control_system() c) || '-' ||
              (select d.oid from pg_database d where d.datname = current_database()) as database,
            pg_snapshot_xmin(pg_current_snapshot())::text as transaction,
            ${TODAY_SQL}::text as day
       from schools o`,
    [],
    t,
  );
  if (!moment) throw new Error("There is no school yet.");
  return moment;
}

/**
 * Lists the students whose rows have changed since that moment, including some whose values are the same. Returns null
 * if any student may have changed.
 */
export async function listChangedStudents(
  { transaction, day }: DatabaseMoment,
  parts: readonly StudentsResponsePart[],
  t: ReadTransaction,
): Promise<ReadonlySet<string> | null> {
  const changes = (["always", ...parts] as const).flatMap((what) => OF_A_STUDENT[what]);
  const found = await queryRow<{ everybody: boolean; changed: string[] }>(
    `with changed as (${changes.map((change) => `${change} ${IS_NEWER}`).join(" union all ")})
     select ${OF_THE_SCHOOL.map((table) => `exists (select 1 from ${table} x where ${IS_NEWER})`).join(" or ")}
              or exists (select 1 from audit_events x
                          where x.operation = 'delete' and x.table_name in (${GONE_OF_THE_SCHOOL}) and ${IS_NEWER})
              or exists (select 1 from class_teachers x
                          where x.from_date > $day::date and x.from_date <= ${TODAY_SQL}
                             or x.to_date >= $day::date and x.to_date < ${TODAY_SQL}) as everybody,
            array(select distinct s.student_id from changed c join students s on s.id = c.student_key) as changed
       from schools o`,
    { transaction, day },
    t,
  );
  return !found || found.everybody ? null : new Set(found.changed);
}
