import { row, type Reading } from "../../index.ts";
import { TODAY } from "../parts.ts";

/** What else than students and their classes an answer says of them. */
export type Told = "marks" | "term records" | "documents";

/** A moment of a database, from which a later reader asks for what changed. */
export type Moment = {
  /** Another one, also the same one restored, counts its transactions otherwise. */
  database: string;
  /** Every transaction before this one had ended: what they wrote was seen. */
  transaction: string;
  /** The school's day, as 2026-11-23: who leads a class follows from it. */
  day: string;
};

/** Each column that names a student whose answer a row of the table is a part of. */
const OF_A_STUDENT: Record<"always" | Told, readonly string[]> = {
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

/** Few rows, which change rarely: with one of them every student is told again. */
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

/** Of which rows go for good where who leads a class, or what a subject is assessed by, is taken back. */
const GONE_OF_THE_SCHOOL = ["class_teachers", "assessment_criteria"].map((table) => `'${table}'`).join(", ");

/**
 * Written by a transaction that had not ended at the moment. Ages instead of numbers: a row holds the lower half of its
 * transaction's number, and PostgreSQL counts an age as that is meant.
 */
const IS_NEWER = "age(x.xmin) <= age($transaction::text::xid)";

function deletedFrom(...tables: string[]): string {
  const named = tables.map((table) => `'${table}'`).join(", ");
  return `select (x.old_values ->> 'student_key')::integer
            from audit_events x
           where x.operation = 'delete' and x.table_name in (${named}) and`;
}

/** Now: taken before the rows are read, so that what is committed in between is told twice and never missed. */
export async function thisMoment(t: Reading): Promise<Moment> {
  const moment = await row<Moment>(
    `select (select c.system_identifier from pg_control_system() c) || '-' ||
              (select d.oid from pg_database d where d.datname = current_database()) as database,
            pg_snapshot_xmin(pg_current_snapshot())::text as transaction,
            ${TODAY}::text as day
       from schools o`,
    [],
    t,
  );
  if (!moment) throw new Error("there is no school");
  return moment;
}

/**
 * Which students' rows are others than at that moment, or may be: who was changed without effect is told too.
 * @returns null for any of them
 */
export async function studentsChanged(
  { transaction, day }: Moment,
  told: readonly Told[],
  t: Reading,
): Promise<ReadonlySet<string> | null> {
  const changes = (["always", ...told] as const).flatMap((what) => OF_A_STUDENT[what]);
  const found = await row<{ everybody: boolean; changed: string[] }>(
    `with changed as (${changes.map((change) => `${change} ${IS_NEWER}`).join(" union all ")})
     select ${OF_THE_SCHOOL.map((table) => `exists (select 1 from ${table} x where ${IS_NEWER})`).join(" or ")}
              or exists (select 1 from audit_events x
                          where x.operation = 'delete' and x.table_name in (${GONE_OF_THE_SCHOOL}) and ${IS_NEWER})
              or exists (select 1 from class_teachers x
                          where x.from_date > $day::date and x.from_date <= ${TODAY}
                             or x.to_date >= $day::date and x.to_date < ${TODAY}) as everybody,
            array(select distinct s.student_id from changed c join students s on s.id = c.student_key) as changed
       from schools o`,
    { transaction, day },
    t,
  );
  return !found || found.everybody ? null : new Set(found.changed);
}
