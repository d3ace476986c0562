import { queryRow, queryRows, runQuery, type ReadTransaction, type Transaction } from "../index.ts";
import { Subject } from "../models/classes.ts";
import type { Employee } from "../models/people.ts";
import { registerOrderSql, HAS_ANY_ENTRY } from "./parts.ts";
import { AssessmentCriterion } from "../models/marks.ts";
import { orderByName } from "../models/table.ts";

const SUBJECT = ["subject_id", "title", "abbr", "is_active", "version"] as const;
export type SchoolSubject = Pick<Subject, (typeof SUBJECT)[number]>;

export type ListedSubject = SchoolSubject & { classes: number; marks: number };

const LESSONS_NOW = `lessons l
       join classes c using (class_id)
       join academic_terms y using (academic_year_id)
       join schools o on o.current_term_id = y.academic_term_id
      where l.ended_on is null`;

/** The tables that refer to subjects. A subject in use can be retired but not deleted. */
export const TABLES_WITH_SUBJECTS = [
  "lessons",
  "student_subject_assignments",
  "assessments",
  "assessment_criteria",
  "marks",
  "employee_subjects",
];

/** Lists all subjects by title, with the number of classes this year and the number of marks of all years. */
export function listSubjectsWithUse(t: ReadTransaction): Promise<ListedSubject[]> {
  return queryRows<ListedSubject>(
    `with taught as (
       select l.subject_id, count(distinct l.class_id)::integer as classes
         from ${LESSONS_NOW}
        group by l.subject_id
     ), marked as (
       select m.subject_id, count(*)::integer as marks from marks m where ${HAS_ANY_ENTRY} group by m.subject_id
     )
     select s.subject_id, s.title, s.abbr, s.is_active, s.version,
            coalesce(taught.classes, 0) as classes, coalesce(marked.marks, 0) as marks
       from subjects s
       left join taught using (subject_id)
       left join marked using (subject_id)
      order by s.title collate names, s.subject_id`,
    {},
    t,
  );
}

export function findSubject(subjectId: number, t: ReadTransaction): Promise<SchoolSubject | null> {
  return Subject.selectOne(SUBJECT, { where: { subject_id: subjectId } }, t);
}

/** Locks a subject. Until the transaction ends, no new row can refer to the subject. */
export function lockSubject(subjectId: number, t: Transaction): Promise<SchoolSubject | null> {
  return Subject.selectOne(SUBJECT, { where: { subject_id: subjectId }, lock: t.LOCK.UPDATE }, t);
}

export type SubjectUse = { classes: number; marks: number; teachers: (PersonNames & { lessons: number })[] };
type PersonNames = Pick<Employee, "first_name" | "last_name">;

/** Counts the current year's teachers of a subject, and its marks of all years. */
export async function countSubjectUse(subjectId: number, t: ReadTransaction): Promise<SubjectUse> {
  const [counted, teachers] = await Promise.all([
    queryRow<Pick<SubjectUse, "classes" | "marks">>(
      `select (select count(distinct l.class_id)::integer from ${LESSONS_NOW} and l.subject_id = $subjectId) as classes,
              (select count(*)::integer from marks m where m.subject_id = $subjectId and ${HAS_ANY_ENTRY}) as marks`,
      { subjectId },
      t,
    ),
    queryRows<SubjectUse["teachers"][number]>(
      `select e.first_name, e.last_name, count(*)::integer as lessons
         from (select l.employee_id from ${LESSONS_NOW} and l.subject_id = $subjectId) l
         join employees e using (employee_id)
        group by e.employee_id
        order by ${registerOrderSql("e", "e.employee_id")}`,
      { subjectId },
      t,
    ),
  ]);
  return { classes: counted?.classes ?? 0, marks: counted?.marks ?? 0, teachers };
}

/** Tells whether any row refers to the subject, in any year. */
export async function isSubjectUsed(subjectId: number, t: ReadTransaction): Promise<boolean> {
  const named = TABLES_WITH_SUBJECTS.map(
    (name) => `exists (select from ${name} where subject_id = $subjectId)`,
  );
  const found = await queryRow<{ used: boolean }>(`select ${named.join(" or ")} as used`, { subjectId }, t);
  return found?.used ?? false;
}

/** Tells whether another active subject has this title, ignoring case. */
export async function isTitleTaken(
  params: { title: string; exceptId: number | null },
  t: ReadTransaction,
): Promise<boolean> {
  const found = await queryRow<{ taken: boolean }>(
    `select exists (select from subjects
                     where is_active and lower(title) = lower($title)
                       and subject_id is distinct from $exceptId::integer) as taken`,
    params,
    t,
  );
  return found?.taken ?? false;
}

type Named = { title: string; abbr: string };

export async function createSubject({ title, abbr }: Named, t: Transaction): Promise<number> {
  const { subject_id } = await Subject.insert({ title, abbr }, t);
  return subject_id;
}

export async function updateSubject(
  subjectId: number,
  change: Partial<Named & { is_active: boolean }>,
  t: Transaction,
): Promise<void> {
  await Subject.update(change, { subject_id: subjectId }, t);
}

export async function deleteSubjectRow(subjectId: number, t: Transaction): Promise<void> {
  await Subject.delete({ subject_id: subjectId }, t);
}

/** An arbitrary number that only this lock uses. */
const SUBJECT_TITLES = 7_210_328;

/** Locks all subject titles. Until the transaction ends, nobody else can create or rename a subject. */
export function lockSubjectTitles(t: Transaction): Promise<void> {
  return runQuery("select pg_advisory_xact_lock($lock)", { lock: SUBJECT_TITLES }, t);
}

export type SubjectRow = Pick<Subject, "subject_id" | "title" | "abbr">;

export function listActiveSubjects(t: ReadTransaction): Promise<SubjectRow[]> {
  return Subject.select(
    ["subject_id", "title", "abbr"],
    { where: { is_active: true }, order: [orderByName("title"), "subject_id"] },
    t,
  );
}

export type CriterionRow = Pick<AssessmentCriterion, "criterion_id" | "detail">;

/** Lists a subject's criteria at a form level, for classes graded by criteria. */
export function listCriteriaOfSubject(
  { subjectId, formLevel }: { subjectId: number; formLevel: number },
  t: ReadTransaction,
): Promise<CriterionRow[]> {
  return AssessmentCriterion.select(
    ["criterion_id", "detail"],
    { where: { subject_id: subjectId, form_level: formLevel }, order: ["position", "criterion_id"] },
    t,
  );
}
