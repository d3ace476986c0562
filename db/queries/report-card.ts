import { row, rows } from "../index.ts";
import type { Reading } from "../index.ts";
import { BEHAVIOUR_FIELDS } from "#domain/term-reports.ts";
import type { Behaviour } from "#domain/term-reports.ts";
import type { AssessmentType, TestId } from "#domain/terms.ts";

/** What a class's report cards are made of: each question is asked once for the class, never once for a student. */

export type CardTerm = {
  academic_term_id: number;
  academic_year_id: number;
  term: number;
  assessment_type: AssessmentType;
  next_term_start: string | null;
};

/** A term of the calendar that has begun, or null. */
export function cardTerm(academicTermId: number, t: Reading): Promise<CardTerm | null> {
  return row<CardTerm>(
    `select y.academic_term_id, y.academic_year_id, y.term, y.assessment_type, y.next_term_start::text as next_term_start
       from academic_terms y
      cross join schools o
      where y.academic_term_id = $1 and y.academic_year_id is not null and y.academic_term_id <= o.current_term_id
      order by y.academic_term_id`,
    [academicTermId],
    t,
  );
}

/** The class that a student was registered in that term. */
export function cardClassOfStudent(
  { studentId, academicTermId }: { studentId: string; academicTermId: number },
  t: Reading,
): Promise<{ student_key: number; class_id: number } | null> {
  return row<{ student_key: number; class_id: number }>(
    `select r.student_key, r.class_id
       from students s
       join registrations r on r.student_key = s.id and r.academic_term_id = $2
      where s.student_id = $1
      order by r.student_key`,
    [studentId, academicTermId],
    t,
  );
}

export type CardTeacher = {
  employee_id: number;
  title: string | null;
  first_name: string;
  last_name: string;
};

export type CardClass = {
  class_id: number;
  label: string;
  form_class_id: string;
  form_level: number;
  group_title: string;
  /** Of the level above, null above the last. */
  next_group_title: string | null;
  by_criteria: boolean;
  course_work_only: boolean;
  class_size: number;
  /** Who had the class at the end of the term, or have it today; the lead first. */
  teachers: CardTeacher[];
};

/** In the order of the school's classes. */
export function cardClasses(
  { classIds, academicTermId }: { classIds: readonly number[]; academicTermId: number },
  t: Reading,
): Promise<CardClass[]> {
  return rows<CardClass>(
    `select c.class_id, c.label, c.form_class_id, f.form_level, f.group_title,
            (select min(n.group_title) from form_classes n where n.form_level = f.form_level + 1) as next_group_title,
            c.assessment_type is not null as by_criteria, c.course_work_only,
            (select count(*)::integer from registrations r
              where r.class_id = c.class_id and r.academic_term_id = y.academic_term_id) as class_size,
            coalesce((select jsonb_agg(${person("e")} order by h.is_lead desc, e.last_name collate names, e.employee_id)
                        from class_teachers h
                        join employees e using (employee_id)
                       where h.class_id = c.class_id and h.from_date <= d.day and (h.to_date is null or h.to_date >= d.day)),
                     '[]') as teachers
       from classes c
       join form_classes f using (form_class_id)
       join academic_terms y on y.academic_term_id = $2
      cross join schools o
      cross join lateral (select least(y.term_end, (now() at time zone o.time_zone)::date) as day) d
      where c.class_id = any($1)
      order by f.position, c.label collate names, c.class_id`,
    [classIds, academicTermId],
    t,
  );
}

function person(employee: string): string {
  const fields = ["employee_id", "title", "first_name", "last_name"].map(
    (field) => `'${field}', ${employee}.${field}`,
  );
  return `jsonb_build_object(${fields.join(", ")})`;
}

/** Which cards: those of these classes in a term, or of one student among them. */
export type CardsKey = { classIds: readonly number[]; academicTermId: number; studentKey: number | null };

type BehaviourRatings = Record<Behaviour, string | null>;

export type CardStudent = BehaviourRatings & {
  student_key: number;
  student_id: string;
  class_id: number;
  first_name: string;
  other_name: string;
  last_name: string;
  date_of_birth: string | null;
  house: string | null;
  picture: string | null;
  total_sessions: number | null;
  sessions_absent: number | null;
  sessions_late: number | null;
  participation: string;
  project: string;
  teacher_comment: string;
  principal_comment: string;
  promotion_progress: boolean | null;
  promoted_to: FormClassName | null;
  repeating: FormClassName | null;
  /** An instant, as `2026-07-01T17:40:00Z`. */
  signed_at: string | null;
  signature: string | null;
  /** Null also for the account without an employee. */
  signer: CardTeacher | null;
  changed_since_signed: boolean;
};

export type FormClassName = { form_class_id: string; group_title: string };

/** Who has a card, in the order of the register, with what their term record says; one may be without a record. */
export function cardStudents(key: CardsKey, t: Reading): Promise<CardStudent[]> {
  return rows<CardStudent>(
    `with roster as (${ROSTER})
     select s.id as student_key, s.student_id, r.class_id, s.first_name, s.other_name, s.last_name,
            s.date_of_birth::text as date_of_birth, h.house, s.picture, d.total_sessions, d.sessions_absent, d.sessions_late,
            coalesce(d.participation, '') as participation, coalesce(d.project, '') as project,
            coalesce(d.teacher_comment, '') as teacher_comment, coalesce(d.principal_comment, '') as principal_comment,
            ${BEHAVIOUR_FIELDS.map((field) => `d.${field}`).join(", ")}, d.promotion_progress,
            ${formClassName("d.promoted_to")} as promoted_to, ${formClassName("d.repeating")} as repeating,
            to_char(d.signed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as signed_at, d.signature,
            case when e.employee_id is not null then ${person("e")} end as signer,
            d.signed_at is not null and d.signed_fingerprint <> report_fingerprint(d) as changed_since_signed
       from roster r
       join students s on s.id = r.student_key
       left join houses h using (house_id)
       left join term_records d on d.student_key = r.student_key and d.academic_term_id = $2
       left join accounts a on a.account_id = d.signed_by
       left join employees e using (employee_id)
      order by s.last_name collate names, s.first_name collate names, s.id`,
    bindOf(key),
    t,
  );
}

function formClassName(formClassId: string): string {
  return `(select jsonb_build_object('form_class_id', f.form_class_id, 'group_title', f.group_title)
             from form_classes f where f.form_class_id = ${formClassId})`;
}

export type CardSubject = {
  student_key: number;
  subject_id: number;
  subject: string;
  /** Of the mark where there is one, for the lesson may have changed hands since; else of the lesson. */
  teachers: CardTeacher[];
};

/** What each student is taught, and what a mark was given in that is no longer: late joiners and changers keep theirs. */
export function cardSubjects(key: CardsKey, t: Reading): Promise<CardSubject[]> {
  return rows<CardSubject>(
    `with roster as (${ROSTER}),
     taught as (
       select r.student_key, l.subject_id, l.employee_id
         from roster r
         join lessons l on l.class_id = r.class_id
        where not l.by_choice or exists (
                select 1
                  from student_subject_assignments x
                 where x.student_key = r.student_key and x.academic_year_id = r.academic_year_id
                   and x.subject_id = l.subject_id and x.employee_id = l.employee_id)
     ), marked as (
       select distinct on (m.student_key, m.subject_id) m.student_key, m.subject_id, m.employee_id
         from roster r
         join marks m on m.student_key = r.student_key and m.academic_term_id = $2
        order by m.student_key, m.subject_id, m.employee_id is null, m.test_id, m.updated_at desc, m.mark_id
     ), subject_rows as (
       select student_key, subject_id from taught
       union
       select student_key, subject_id from marked
     )
     select a.student_key, a.subject_id, s.title as subject,
            coalesce((select jsonb_agg(distinct ${person("e")})
                        from employees e
                       where e.employee_id = m.employee_id
                          or (m.employee_id is null and e.employee_id in (
                                select k.employee_id from taught k
                                 where k.student_key = a.student_key and k.subject_id = a.subject_id))), '[]') as teachers
       from subject_rows a
       join subjects s using (subject_id)
       left join marked m using (student_key, subject_id)
      order by a.student_key, s.title collate names, a.subject_id`,
    bindOf(key),
    t,
  );
}

const ROSTER = `
       select r.student_key, r.class_id, r.academic_year_id
         from registrations r
        where r.class_id = any($1) and r.academic_term_id = $2 and ($3::integer is null or r.student_key = $3)`;

function bindOf({ classIds, academicTermId, studentKey }: CardsKey): unknown[] {
  return [classIds, academicTermId, studentKey];
}

export type CardMark = {
  student_key: number;
  subject_id: number;
  test_id: TestId;
  /** Of a fortnightly test: 1 or 2, the subject's first two of the term by date (design section 8). */
  place: number | null;
  mark: number | null;
  max_mark: number;
  attendance: number;
  grade: string | null;
  application: string | null;
  preparedness: string | null;
  /** By criterion_id. */
  criteria: Record<string, number | null>;
};

/** Where two fortnightly tests of one place meet, because the student changed class, that of the own class comes first. */
export function cardMarks(key: CardsKey, t: Reading): Promise<CardMark[]> {
  return rows<CardMark>(
    `with roster as (${ROSTER}),
     tests as (
       select a.fortnightly_test_id, a.subject_id, a.class_id,
              row_number() over (partition by a.class_id, a.subject_id
                                     order by coalesce(a.test_date, n.test_date) nulls last, a.fortnightly_test_id)::integer as place
         from assessments a
         join fortnightly_tests n using (fortnightly_test_id)
        where a.academic_term_id = $2
     )
     select m.student_key, m.subject_id, m.test_id, p.place, m.mark::float8 as mark, m.max_mark::float8 as max_mark,
            m.attendance, m.grade, m.application, m.preparedness,
            coalesce((select jsonb_object_agg(g.criterion_id, g.grade) from criterion_grades g where g.mark_id = m.mark_id),
                     '{}') as criteria
       from roster r
       join marks m on m.student_key = r.student_key and m.academic_term_id = $2
       left join tests p on p.fortnightly_test_id = m.fortnightly_test_id and p.subject_id = m.subject_id
      where m.test_id <> 3 or p.place <= 2
      order by m.student_key, m.subject_id, m.test_id, p.place, p.class_id = r.class_id desc, m.mark_id`,
    bindOf(key),
    t,
  );
}

export type CardCriterion = { subject_id: number; form_level: number; criterion_id: number; detail: string };

/** What is observed in each subject at the levels that have a class graded by criteria among these. */
export function cardCriteria(
  { classIds }: { classIds: readonly number[] },
  t: Reading,
): Promise<CardCriterion[]> {
  return rows<CardCriterion>(
    `select k.subject_id, k.form_level, k.criterion_id, k.detail
       from assessment_criteria k
      where k.form_level in (select f.form_level
                               from classes c
                               join form_classes f using (form_class_id)
                              where c.class_id = any($1) and c.assessment_type is not null)
      order by k.form_level, k.subject_id, k.position, k.criterion_id`,
    [classIds],
    t,
  );
}

/** Fields of the record that are on no card. */
const NOT_PRINTED = "array['returned_by', 'returned_at', 'return_reason', 'signed_fingerprint']";

/**
 * Students whose card would not be the one that was released: something of their marks or record was entered, changed
 * or deleted after their class was posted (design section 8). The trail counts every event, so that order needs no clock.
 */
export function studentsChangedSincePosted(key: CardsKey, t: Reading): Promise<{ student_key: number }[]> {
  return rows<{ student_key: number }>(
    `with posted as (
       select c.class_id, max(e.event_id) as event_id
         from unnest($1::integer[]) c (class_id)
         join postings p on p.academic_term_id = $2 and p.posted and (p.class_id is null or p.class_id = c.class_id)
         join audit_events e on e.table_name = 'postings' and e.row_id = p.posting_id::text
                            and e.new_values ->> 'posted' = 'true'
        group by c.class_id
     ), roster as (${ROSTER}),
     released as (
       select r.student_key, p.event_id
         from roster r
         join posted p using (class_id)
     ), stored as (
       select r.student_key, r.event_id, 'term_records' as table_name, d.term_record_id::text as row_id
         from released r
         join term_records d on d.student_key = r.student_key and d.academic_term_id = $2
       union all
       select r.student_key, r.event_id, 'marks', m.mark_id::text
         from released r
         join marks m on m.student_key = r.student_key and m.academic_term_id = $2
       union all
       select r.student_key, r.event_id, 'criterion_grades', g.mark_id || ':' || g.criterion_id
         from released r
         join marks m on m.student_key = r.student_key and m.academic_term_id = $2
         join criterion_grades g using (mark_id)
     )
     select s.student_key
       from stored s
       join audit_events e on e.table_name = s.table_name and e.row_id = s.row_id and e.event_id > s.event_id
      where e.operation <> 'update' or e.new_values - ${NOT_PRINTED} <> '{}'
     union
     select r.student_key
       from released r
       join audit_events e on e.table_name = 'marks' and e.operation = 'delete' and e.event_id > r.event_id
        and (e.old_values ->> 'student_key')::integer = r.student_key
        and (e.old_values ->> 'academic_term_id')::integer = $2
      order by student_key`,
    bindOf(key),
    t,
  );
}
