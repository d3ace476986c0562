import { setTimeout as sleep } from "node:timers/promises";
import {
  queryRow,
  queryRows,
  runQuery,
  transaction,
  type ReadTransaction,
  type Transaction,
} from "../../index.ts";
import type { SchoolClass } from "../../models/classes.ts";
import type { ReportCount } from "../../models/term-records.ts";
import { listGradedSubjects, type SchoolFlavour } from "#domain/grades.ts";
import { reportCountsNotReady } from "#runtime/errors.ts";
import { IS_IN_CLASS_OF_TERM, isOnMarkSheetsSql } from "../on-roster.ts";
import { attendsLessonSql, criterionIdsSql, isEnteredSql, isSameTestSql } from "../parts.ts";
import { gradingSql } from "./report-card-settings.ts";
import {
  IS_REPORT_MISSING,
  REPORT_COUNT_COLUMNS,
  REPORT_STATES,
  STUDENTS_WITH_MISSING_MARKS,
} from "./report-state.ts";

/** A term to count. The school's flavour decides in which subjects the grade is chosen. */
export type TermToCount = { academicTermId: number; flavour: SchoolFlavour };

const COUNTING = { system: "counts" };

/** An advisory lock with an arbitrary number. It lets only one process count at a time. */
const COUNTING_LOCK = 7_210_401;

/** Counting this many classes takes a tenth of a second, so no process waits long for another. */
const CLASSES_AT_ONCE = 40;

/** A page counts no longer than this. In a large school, the first page of a new term leaves the rest to later pages. */
const COUNTING_MS = 3_000;

/**
 * The pause before a process checks again whether it may count. The process occupies no database connection in
 * between.
 */
const LOOK_AGAIN_MS = 20;

/**
 * Counts the classes of a term again whose data has changed. Afterwards the counts include everything that was
 * committed before this call. Change notes are removed in one statement and classes are counted in another: a change
 * that is committed in between leaves a note for the next call.
 * @throws ExpectedError that asks to wait, if `within` milliseconds are not enough; the classes counted so far are kept
 */
export async function refreshCounts(term: TermToCount, { within = COUNTING_MS } = {}): Promise<void> {
  const until = Date.now() + within;
  let hasTried = false;
  while (await isAnyDue([term.academicTermId])) {
    if (hasTried && Date.now() >= until) throw reportCountsNotReady(await countCountedClasses(term));
    const counted = await transaction(COUNTING, (t) => countSome(term, t));
    if (counted !== null && counted < CLASSES_AT_ONCE) return;
    if (counted === null) await sleep(LOOK_AGAIN_MS);
    hasTried = true;
  }
}

/** Works like `refreshCounts`, for several terms. Usually nothing is out of date, which takes one statement. */
export async function refreshCountsOfTerms(
  academicTermIds: readonly number[],
  flavour: SchoolFlavour,
): Promise<void> {
  if (await isAnyDue(academicTermIds))
    await Promise.all(academicTermIds.map((academicTermId) => refreshCounts({ academicTermId, flavour })));
}

async function countCountedClasses({ academicTermId }: TermToCount) {
  const classes = await queryRow<{ due: number; total: number }>(
    `select (select count(*)::integer from (${DUE} and y.academic_term_id = $academicTermId) d) as due, count(*)::integer as total
       from academic_terms y
       join classes c using (academic_year_id)
      where y.academic_term_id = $academicTermId
      order by total`,
    { academicTermId },
    null,
  );
  return classes ?? { due: 0, total: 0 };
}

async function isAnyDue(academicTermIds: readonly number[]): Promise<boolean> {
  const found = await queryRow<{ is_due: boolean }>(
    `select exists (select from counts_to_renew) or exists (${DUE} and y.academic_term_id = any ($academicTermIds)) as is_due
      order by is_due`,
    { academicTermIds },
    null,
  );
  return found?.is_due ?? false;
}

/** SQL: the classes whose counts of a term `y` are missing or out of date. The caller adds the condition on the term. */
const DUE = `
     select c.class_id
       from academic_terms y
       join classes c using (academic_year_id)
      where not exists (select from report_counts n
                         where n.academic_term_id = y.academic_term_id and n.class_id = c.class_id and n.is_current)`;

/** Returns the number of classes that were counted, or null if another process is counting. */
async function countSome({ academicTermId, flavour }: TermToCount, t: Transaction): Promise<number | null> {
  const lock = await queryRow<{ is_free: boolean }>(
    "select pg_try_advisory_xact_lock($lock) as is_free order by is_free",
    { lock: COUNTING_LOCK },
    t,
  );
  if (!lock?.is_free) return null;
  await runQuery(TAKE_NOTES, [], t);
  const due = await queryRows<Pick<SchoolClass, "class_id">>(
    `${DUE} and y.academic_term_id = $academicTermId order by c.class_id limit $most`,
    { academicTermId, most: CLASSES_AT_ONCE },
    t,
  );
  if (due.length > 0) {
    const classIds = due.map(({ class_id }) => class_id);
    await runQuery(DROP_SHEETS, { academicTermId, classIds }, t);
    await runQuery(COUNT, boundTo({ academicTermId, flavour }, classIds), t);
  }
  return due.length;
}

function boundTo({ academicTermId, flavour }: TermToCount, classIds: readonly number[]) {
  return { academicTermId, classIds, gradedSubjects: JSON.stringify(listGradedSubjects(flavour)) };
}

/**
 * SQL: deletes the change notes and marks the counts in question as out of date. A note names a student. The student's
 * class is looked up only here, because the transaction that wrote the note has ended by now.
 */
const TAKE_NOTES = `
     with taken as (
       delete from counts_to_renew returning academic_term_id, class_ids, student_keys
     ), named as materialized (
       select x.academic_term_id, e::integer as class_id
         from taken x cross join jsonb_array_elements_text(x.class_ids) e
        union
       select r.academic_term_id, r.class_id
         from (select distinct x.academic_term_id, e::integer as student_key
                 from taken x cross join jsonb_array_elements_text(x.student_keys) e) k
         join registrations r
           on r.student_key = k.student_key and r.academic_term_id = coalesce(k.academic_term_id, r.academic_term_id)
     ), whole as materialized (
       select academic_term_id from taken where class_ids is null and student_keys is null
     )
     update report_counts n
        set is_current = false
      where n.is_current
        and ((n.academic_term_id, n.class_id) in (select academic_term_id, class_id from named where academic_term_id is not null)
             or n.class_id in (select class_id from named where academic_term_id is null)
             or n.academic_term_id in (select academic_term_id from whole where academic_term_id is not null)
             or exists (select from whole where academic_term_id is null))`;

const DROP_SHEETS = `
     delete from sheet_counts where academic_term_id = $academicTermId and class_id = any ($classIds::integer[])`;

const REPORT_COLUMNS = ["total", "complete", "signed", "changed", "returned", "to_sign"] as const;
const KEPT_REPORTS = `academic_term_id, class_id, ${REPORT_COLUMNS.join(", ")}`;
const KEPT_SHEETS = "academic_term_id, class_id, lesson_id, test_id, fortnightly_test_id, entered, expected";

/**
 * SQL: counts the bound classes in a term. `sheets` has every test of every lesson, even if the test does not take
 * place. `reports` has a row for each class, even for a class without students. Marks are looked up by student, because
 * a class is a small part of a term.
 */
const FROM_SCRATCH = `
     held as materialized (
       select c.class_id, c.course_work_only, c.assessment_type is not null as by_criteria, f.form_level,
              ${gradingSql("f.form_level", "$academicTermId::integer")} -> 'weights' as weights
         from classes c
         join form_classes f using (form_class_id)
        where c.class_id = any ($classIds::integer[])
     ), registered as materialized (
       select r.student_key, r.class_id, r.academic_year_id, r.academic_term_id
         from held
         join registrations r using (class_id)
        where r.academic_term_id = $academicTermId
     ), entries as materialized (
       select m.*
         from registered r
        cross join lateral (select m.mark_id, m.student_key, m.subject_id, m.test_id, m.fortnightly_test_id, m.attendance,
                                   m.mark, m.grade
                              from marks m
                             where m.student_key = r.student_key and m.academic_term_id = $academicTermId
                            offset 0) m
     ), taught as materialized (
       select l.lesson_id, l.class_id, l.subject_id, l.employee_id, l.by_choice,
              ${criterionIdsSql({ byCriteria: "c.by_criteria", subjectId: "l.subject_id", formLevel: "c.form_level" })} as criteria
         from held c
         join lessons l using (class_id)
     ), tests as materialized (
       select c.class_id, k.test_id, null::integer as fortnightly_test_id from held c cross join (values (1), (2)) as k (test_id)
        union all
       select c.class_id, 3, n.fortnightly_test_id
         from held c
         join fortnightly_tests n on n.class_id = c.class_id and n.academic_term_id = $academicTermId
     ), on_sheets as materialized (
       select l.lesson_id, l.class_id, l.subject_id, l.criteria, r.student_key
         from taught l
         join registered r using (class_id)
        where ${attendsLessonSql("l.")} and ${isOnMarkSheetsSql("l.subject_id")}
     ), sheets as (
       select $academicTermId::integer as academic_term_id, x.class_id, x.lesson_id, h.test_id,
              coalesce(h.fortnightly_test_id, 0) as fortnightly_test_id,
              count(*) filter (where ${isEnteredSql("m", "x.criteria")})::integer as entered, count(*)::integer as expected
         from on_sheets x
         join tests h using (class_id)
         left join entries m
                on m.student_key = x.student_key and m.subject_id = x.subject_id and ${isSameTestSql("m", "h")}
        group by x.class_id, x.lesson_id, h.test_id, h.fortnightly_test_id
     ), roster as materialized (
       select * from registered r where ${IS_IN_CLASS_OF_TERM}
     ), unmarked as materialized (${STUDENTS_WITH_MISSING_MARKS}),
     states as materialized (${REPORT_STATES}),
     reports (${KEPT_REPORTS}) as (
       select $academicTermId::integer as academic_term_id, c.class_id, ${REPORT_COUNT_COLUMNS}
         from held c
         left join states using (class_id)
        group by c.class_id
     )`;

const COUNT = `
     with ${FROM_SCRATCH},
     stored as (
       insert into sheet_counts (${KEPT_SHEETS}) select * from sheets
     )
     insert into report_counts (${KEPT_REPORTS}, is_current)
     select *, true from reports
     on conflict (academic_term_id, class_id) do update
        set ${REPORT_COLUMNS.map((column) => `${column} = excluded.${column}`).join(", ")}, is_current = true`;

/** A student of a class in a term, and what decides whether a print run includes the report. */
export type PrintableStudent = Pick<SchoolClass, "class_id"> & {
  student_key: number;
  is_signed: boolean;
  is_complete: boolean;
};

/** Lists the students of these classes with the state of their reports. */
export function listPrintableStudents(
  { academicTermId, flavour, classIds }: TermToCount & { classIds: readonly number[] },
  t: ReadTransaction,
): Promise<PrintableStudent[]> {
  return queryRows<PrintableStudent>(
    `with ${FROM_SCRATCH}
     select r.student_key, r.class_id, d.signed_by is not null as is_signed,
            not ${IS_REPORT_MISSING} and (d.returned_by is null or d.signed_by is not null) as is_complete
       from roster r
       left join term_records d on d.student_key = r.student_key and d.academic_term_id = $academicTermId
       left join unmarked u on u.student_key = r.student_key
      order by r.class_id, r.student_key`,
    boundTo({ academicTermId, flavour }, classIds),
    t,
  );
}

export type ClassWithWrongReportCounts = Pick<ReportCount, "academic_term_id" | "class_id">;

/**
 * Counts everything again and returns the stored counts that are wrong although no change was noted. The next reader
 * counts these again.
 */
export async function listWrongReportCounts(flavour: SchoolFlavour): Promise<ClassWithWrongReportCounts[]> {
  await transaction(COUNTING, (t) => runQuery(DROP_CLASSES_GONE, [], t));
  const wrong: ClassWithWrongReportCounts[] = [];
  const kept = await queryRows<{ academic_term_id: number; class_ids: number[] }>(
    KEPT,
    [CLASSES_AT_ONCE],
    null,
  );
  for (const { academic_term_id: academicTermId, class_ids: classIds } of kept) {
    const term = { academicTermId, flavour };
    wrong.push(...(await transaction(COUNTING, (t) => checkSome(term, classIds, t))));
  }
  return wrong;
}

const DROP_CLASSES_GONE = `
     with gone as (
       delete from report_counts n where not exists (select from classes c where c.class_id = n.class_id)
     )
     delete from sheet_counts n where not exists (select from classes c where c.class_id = n.class_id)`;

const KEPT = `
     select academic_term_id, array_agg(class_id) as class_ids
       from (select academic_term_id, class_id,
                    row_number() over (partition by academic_term_id order by class_id) / $1::integer as place
               from report_counts) n
      group by academic_term_id, place
      order by academic_term_id, place`;

/** Compares counts, and reads the notes before and after. A change that is committed in between is not an error. */
async function checkSome(
  { academicTermId, flavour }: TermToCount,
  classIds: readonly number[],
  t: Transaction,
): Promise<ClassWithWrongReportCounts[]> {
  await runQuery("select pg_advisory_xact_lock($lock)", { lock: COUNTING_LOCK }, t);
  await runQuery(TAKE_NOTES, [], t);
  const differing = await queryRows<Pick<SchoolClass, "class_id">>(
    COMPARE,
    boundTo({ academicTermId, flavour }, classIds),
    t,
  );
  await runQuery(TAKE_NOTES, [], t);
  return queryRows<ClassWithWrongReportCounts>(
    MARK_WRONG,
    { academicTermId, classIds: differing.map(({ class_id }) => class_id) },
    t,
  );
}

const keptOf = (columns: string, table: string) => `
       select ${columns} from ${table} where academic_term_id = $academicTermId and class_id = any ($classIds::integer[])`;

const COMPARE = `
     with ${FROM_SCRATCH},
     differing as (
       select class_id from (${keptOf(KEPT_REPORTS, "report_counts")} except select * from reports) n
        union
       select class_id from (${keptOf(KEPT_SHEETS, "sheet_counts")} except select * from sheets) n
        union
       select class_id from (select * from sheets except ${keptOf(KEPT_SHEETS, "sheet_counts")}) n
     )
     select class_id from differing order by class_id`;

const MARK_WRONG = `
     update report_counts
        set is_current = false
      where academic_term_id = $academicTermId and class_id = any ($classIds::integer[]) and is_current
      returning academic_term_id, class_id`;
