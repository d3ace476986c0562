import { queryRow, queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import type { Account } from "../../models/accounts.ts";
import type { SchoolClass } from "../../models/classes.ts";
import { EntryCorrection } from "../../models/entry.ts";
import type { Employee, Student } from "../../models/people.ts";
import type { NullableColumns } from "../../models/rows.ts";
import type { CalendarTerm } from "../../models/school.ts";
import { IS_IN_CLASS_OF_TERM } from "../on-roster.ts";
import {
  attendsLessonSql,
  hasEveryWordSql,
  isAssignedOnSql,
  isLessonTaughtInTermSql,
  registerOrderSql,
  TODAY_SQL,
  type QueryScope,
} from "../parts.ts";
import { isReportChangedSql } from "../reports/report-state.ts";
import { ACTIVE_EMPLOYEE } from "#domain/people/employees.ts";

type Named = Pick<Employee, "first_name" | "last_name">;
type AccountName = Pick<Account, "user_name"> & NullableColumns<Named>;

/** The class, teacher or student for which a past term is opened. Exactly one is set. */
export type CorrectionTargetKeys = {
  classId: number | null;
  employeeId: number | null;
  studentKey: number | null;
};

export type CorrectionRow = Pick<
  EntryCorrection,
  | "entry_correction_id"
  | "academic_term_id"
  | "class_id"
  | "employee_id"
  | "student_key"
  | "until"
  | "reason"
  | "version"
> &
  Pick<CalendarTerm, "academic_year_id" | "term"> & {
    class_label: SchoolClass["label"] | null;
    employee: Named | null;
    student: (Named & Pick<Student, "student_id">) | null;
    /** The time when the term was opened, and that day in the school's time zone. */
    opened_at: string;
    opened_on: string;
    opened_by: AccountName;
    /** The last open day; null while the correction is open. */
    ended_on: string | null;
    closed_at: string | null;
    /** Null while the correction is open, or if it ended by itself. */
    closed_by: AccountName | null;
  };

function nameOf(account: string, employee: string): string {
  return `jsonb_build_object('user_name', ${account}.user_name, 'first_name', ${employee}.first_name, 'last_name', ${employee}.last_name)`;
}

/**
 * Lists the corrections of past terms. Open corrections come first, by their last day; then ended corrections, the most
 * recently opened first.
 */
export function listCorrections(t: ReadTransaction): Promise<CorrectionRow[]> {
  return queryRows<CorrectionRow>(
    `select x.entry_correction_id, x.academic_term_id, x.class_id, x.employee_id, x.student_key, x.until::text as until,
            x.reason, x.version, y.academic_year_id, y.term, c.label as class_label,
            case when e.employee_id is not null
                 then jsonb_build_object('first_name', e.first_name, 'last_name', e.last_name) end as employee,
            case when s.id is not null
                 then jsonb_build_object('student_id', s.student_id, 'first_name', s.first_name, 'last_name', s.last_name) end as student,
            to_jsonb(x.opened_at) #>> '{}' as opened_at, to_jsonb(x.closed_at) #>> '{}' as closed_at,
            (x.opened_at at time zone o.time_zone)::date::text as opened_on, ${nameOf("a", "p")} as opened_by,
            case when x.closed_at is not null then (x.closed_at at time zone o.time_zone)::date
                 when x.until < ${TODAY_SQL} then x.until end::text as ended_on,
            case when b.account_id is not null then ${nameOf("b", "q")} end as closed_by
       from entry_corrections x
       join academic_terms y using (academic_term_id)
      cross join schools o
       left join classes c on c.class_id = x.class_id
       left join employees e on e.employee_id = x.employee_id
       left join students s on s.id = x.student_key
       join accounts a on a.account_id = x.opened_by
       left join employees p on p.employee_id = a.employee_id
       left join accounts b on b.account_id = x.closed_by
       left join employees q on q.employee_id = b.employee_id
      order by x.closed_at is null and x.until >= ${TODAY_SQL} desc,
               case when x.closed_at is null and x.until >= ${TODAY_SQL} then x.until end,
               x.opened_at desc, x.entry_correction_id`,
    [],
    t,
  );
}

export type OpenCorrectionRow = Pick<CorrectionRow, "class_label" | "employee" | "student" | "until"> & {
  entry_correction_id: number;
};

/**
 * Lists what is open for correction in a past term. A person who reads all classes gets every correction. Anybody
 * else gets the corrections that concern these classes or the person.
 */
export function listOpenCorrectionsOf(
  params: QueryScope & OfTerm & { classIds: readonly number[] },
  t: ReadTransaction,
): Promise<OpenCorrectionRow[]> {
  return queryRows<OpenCorrectionRow>(
    `select x.entry_correction_id, x.until::text as until, c.label as class_label,
            case when e.employee_id is not null
                 then jsonb_build_object('first_name', e.first_name, 'last_name', e.last_name) end as employee,
            case when s.id is not null
                 then jsonb_build_object('student_id', s.student_id, 'first_name', s.first_name, 'last_name', s.last_name) end as student
       from entry_corrections x
      cross join schools o
       left join classes c on c.class_id = x.class_id
       left join employees e on e.employee_id = x.employee_id
       left join students s on s.id = x.student_key
       left join registrations r on r.student_key = x.student_key and r.academic_term_id = x.academic_term_id
      where x.academic_term_id = $academicTermId and x.academic_term_id < o.current_term_id
        and x.closed_at is null and x.until >= ${TODAY_SQL}
        and ($all::boolean or x.employee_id = $employeeId
             or x.class_id = any ($classIds::integer[]) or r.class_id = any ($classIds::integer[]))
      order by x.until, x.entry_correction_id`,
    params,
    t,
  );
}

export async function countOpenCorrections(t: ReadTransaction): Promise<number> {
  const counted = await queryRow<{ open: number }>(
    `select count(*)::integer as open
       from entry_corrections x
      cross join schools o
      where x.closed_at is null and x.until >= ${TODAY_SQL} and x.academic_term_id < o.current_term_id
      order by open`,
    [],
    t,
  );
  return counted?.open ?? 0;
}

/** Locks the corrections until the transaction ends, so that openings and closings follow one another. */
export async function lockCorrections(t: Transaction): Promise<void> {
  await runQuery("select pg_advisory_xact_lock(hashtext('entry_corrections'), 0)", [], t);
}

export async function createCorrection(
  {
    target,
    ...params
  }: {
    target: CorrectionTargetKeys;
    academicTermId: number;
    until: string;
    reason: string;
    accountId: number;
  },
  t: Transaction,
): Promise<void> {
  await EntryCorrection.insert(
    {
      academic_term_id: params.academicTermId,
      class_id: target.classId,
      employee_id: target.employeeId,
      student_key: target.studentKey,
      until: params.until,
      reason: params.reason,
      opened_by: params.accountId,
    },
    t,
  );
}

export async function updateCorrection(
  { correctionId, ...params }: { correctionId: number; until: string; reason: string },
  t: Transaction,
): Promise<void> {
  await EntryCorrection.update(params, { entry_correction_id: correctionId }, t);
}

/**
 * Closes a correction before the end of its last day. The end is the time of this statement, which is later than every
 * save that found the correction open, because the transaction has waited for these saves.
 */
export async function closeCorrection(
  params: { correctionId: number; accountId: number },
  t: TermTransaction,
): Promise<void> {
  await runQuery(
    `update entry_corrections
        set closed_by = $accountId, closed_at = clock_timestamp()
      where entry_correction_id = $correctionId and closed_at is null`,
    params,
    t,
  );
}

type OfTerm = { academicTermId: number };

export type PastTeacher = Pick<Employee, "employee_id"> & Named;

/** Lists everybody who had a class or a lesson at the end of a past term, by name. */
export function listPastTeachers(params: OfTerm, t: ReadTransaction): Promise<PastTeacher[]> {
  return queryRows<PastTeacher>(
    `select e.employee_id, e.first_name, e.last_name
       from employees e
      where e.employee_id in (select employee_id from (${TEACHING}) w)
      order by ${registerOrderSql("e", "e.employee_id")}`,
    params,
    t,
  );
}

/**
 * SQL: the teachers of classes and lessons on the last day of the bound term. The conditions are the same as in
 * `WAS_TEACHER_OF_CLASS` and `WAS_TEACHER_OF_LESSON`.
 */
const TEACHING = `
       select h.employee_id, h.class_id, h.is_lead, null::integer as lesson_id
         from academic_terms y
         join classes c using (academic_year_id)
         join class_teachers h on h.class_id = c.class_id and ${isAssignedOnSql("y.term_end")}
        where y.academic_term_id = $academicTermId
        union all
       select l.employee_id, l.class_id, false, l.lesson_id
         from academic_terms y
         join classes c using (academic_year_id)
         join lessons l on l.class_id = c.class_id
        where y.academic_term_id = $academicTermId and ${isLessonTaughtInTermSql("l")}
        union all
       select h.employee_id, l.class_id, false, l.lesson_id
         from academic_terms y
         join classes c using (academic_year_id)
         join lessons l on l.class_id = c.class_id
         join substitutes h on h.lesson_id = l.lesson_id and ${isAssignedOnSql("y.term_end")}
        where y.academic_term_id = $academicTermId and ${isLessonTaughtInTermSql("l")}`;

/** A person who could make corrections, with their classes and the number of their lessons at that time. */
export type TeacherAbleToCorrect = PastTeacher & {
  leads: string[];
  is_lead: boolean;
  lessons: number;
  /** False for a teacher who has left the school and cannot sign in. */
  is_employed: boolean;
};

/** Lists the people who could make corrections if the term were opened for a class, teacher or student. */
export function listTeachersAbleToCorrect(
  params: OfTerm & CorrectionTargetKeys,
  t: ReadTransaction,
): Promise<TeacherAbleToCorrect[]> {
  return queryRows<TeacherAbleToCorrect>(
    `with teaching as (${TEACHING})
     select e.employee_id, e.first_name, e.last_name,
            coalesce(array_agg(distinct c.label) filter (where w.lesson_id is null), '{}') as leads,
            bool_or(w.is_lead) as is_lead, count(distinct w.lesson_id)::integer as lessons,
            e.employee_status_id = ${ACTIVE_EMPLOYEE} as is_employed
       from teaching w
       join classes c using (class_id)
       join employees e on e.employee_id = w.employee_id
       left join lessons l on l.lesson_id = w.lesson_id
       left join registrations r on r.student_key = $studentKey::integer and r.academic_term_id = $academicTermId
      where w.class_id = $classId::integer or w.employee_id = $employeeId::integer
         or (w.class_id = r.class_id and (l.lesson_id is null or ${attendsLessonSql("l.")}))
      group by e.employee_id, e.first_name, e.last_name, e.employee_status_id
      order by is_lead desc, ${registerOrderSql("e", "e.employee_id")}`,
    params,
    t,
  );
}

/** Lists the classes whose marks or reports a correction covers. */
export async function listClassIdsOfCorrection(
  params: OfTerm & CorrectionTargetKeys,
  t: ReadTransaction,
): Promise<number[]> {
  const covered = await queryRows<Pick<SchoolClass, "class_id">>(
    `select class_id from (${TEACHING}) w where employee_id = $employeeId::integer
      union
     select class_id from classes where class_id = $classId::integer
      union
     select class_id from registrations where student_key = $studentKey::integer and academic_term_id = $academicTermId
      order by class_id`,
    params,
    t,
  );
  return covered.map(({ class_id }) => class_id);
}

export type CorrectionReach = { students: number; signed: number };

/** Counts the students whose entries a correction would open, and how many of their reports are signed. */
export async function countCorrectionReach(
  params: OfTerm & CorrectionTargetKeys,
  t: ReadTransaction,
): Promise<CorrectionReach> {
  const counted = await queryRow<CorrectionReach>(
    `with teaching as (${TEACHING})
     select count(*)::integer as students, count(d.signed_by)::integer as signed
       from registrations r
       left join term_records d on d.student_key = r.student_key and d.academic_term_id = r.academic_term_id
      where r.academic_term_id = $academicTermId and r.class_id is not null and ${IS_IN_CLASS_OF_TERM}
        and (r.class_id = $classId::integer or r.student_key = $studentKey::integer
             or exists (select from teaching w
                          left join lessons l on l.lesson_id = w.lesson_id
                         where w.employee_id = $employeeId::integer and w.class_id = r.class_id
                           and (l.lesson_id is null or ${attendsLessonSql("l.")})))
      order by students`,
    params,
    t,
  );
  return counted ?? { students: 0, signed: 0 };
}

/** Counts which of the students' reports of a term are signed and unchanged. */
export async function countSignedReports(
  params: OfTerm & { studentKeys: readonly number[] },
  t: ReadTransaction,
): Promise<number> {
  const counted = await queryRow<{ signed: number }>(
    `select count(*)::integer as signed
       from term_records d
      where d.academic_term_id = $academicTermId and d.student_key = any ($studentKeys::integer[])
        and d.signed_by is not null and not ${isReportChangedSql("d")}
      order by signed`,
    params,
    t,
  );
  return counted?.signed ?? 0;
}

export type ReportToSignAgain = Named & { student_key: number; class_id: number };

/**
 * Lists the students whose report of a term needs another signature: it was changed after it was signed, was sent back,
 * or lost its signature.
 */
export function listReportsToSignAgain(
  params: OfTerm & { studentKeys: readonly number[] },
  t: ReadTransaction,
): Promise<ReportToSignAgain[]> {
  return queryRows<ReportToSignAgain>(
    `select d.student_key, r.class_id, s.first_name, s.last_name
       from term_records d
       join registrations r on r.student_key = d.student_key and r.academic_term_id = d.academic_term_id
       join students s on s.id = d.student_key
      where d.academic_term_id = $academicTermId and d.student_key = any ($studentKeys::integer[])
        and case when d.signed_by is null then num_nonnulls(d.returned_by, d.taken_back_reason) > 0
                 else ${isReportChangedSql("d")} end
        and r.class_id is not null
      order by ${registerOrderSql("s", "s.id")}`,
    params,
    t,
  );
}

export type PastStudent = Named & Pick<Student, "student_id"> & { student_key: number; class_label: string };

/** Finds students who were in a class of a past term, by ID or by all words of a name. */
export function findPastStudents(
  params: OfTerm & { studentKey: number | null; studentId: string; words: readonly string[] },
  t: ReadTransaction,
): Promise<PastStudent[]> {
  return queryRows<PastStudent>(
    `select s.id as student_key, s.student_id, s.first_name, s.last_name, c.label as class_label
       from registrations r
       join students s on s.id = r.student_key
       join classes c using (class_id)
      where r.academic_term_id = $academicTermId
        and case when $studentKey::integer is not null then s.id = $studentKey
                 else upper(s.student_id) = upper($studentId)
                      or (cardinality($words::text[]) > 0 and ${hasEveryWordSql("s.first_name || ' ' || s.last_name || ' ' || s.student_id || ' ' || c.label")}) end
      order by ${registerOrderSql("s", "s.id")}
      limit 21`,
    params,
    t,
  );
}
