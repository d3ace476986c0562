import { queryRows, type ReadTransaction } from "../../index.ts";
import type { Subject } from "../../models/classes.ts";
import { Mark, type Assessment, type FortnightlyTest } from "../../models/marks.ts";
import type { NumericColumns, NonNullColumns } from "../../models/rows.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { attendsLessonSql, HAS_ANY_ENTRY, isLessonTaughtInTermSql, TEST_POSITION_SQL } from "../parts.ts";

/** Identifies a row of a report: a student's marks in one subject and term. */
export type SubjectMarksKey = { studentKey: number; academicTermId: number; subjectId: number };

export type SubjectMarkRow = Pick<
  Mark,
  "mark_id" | "test_id" | "fortnightly_test_id" | "attendance" | "grade"
> &
  NumericColumns<Pick<Mark, "mark" | "max_mark">> & {
    fortnightly_title: FortnightlyTest["title"] | null;
    criteria: number;
    /** True if a mark, a grade, an absence or a rating was entered. */
    is_entered: boolean;
  };

export function listSubjectMarks(key: SubjectMarksKey, t: ReadTransaction): Promise<SubjectMarkRow[]> {
  return queryRows<SubjectMarkRow>(
    `select m.mark_id, m.test_id, m.fortnightly_test_id, n.title as fortnightly_title, m.mark::float8 as mark,
            m.max_mark::float8 as max_mark, m.attendance, m.grade, k.criteria, ${HAS_ANY_ENTRY} as is_entered
       from marks m
       left join fortnightly_tests n using (fortnightly_test_id)
      cross join lateral (select count(*)::integer as criteria from criterion_grades g
                           where g.mark_id = m.mark_id and g.grade is not null) k
      where m.student_key = $studentKey and m.academic_term_id = $academicTermId and m.subject_id = $subjectId
      order by m.test_id desc, n.test_date nulls last, m.mark_id`,
    key,
    t,
  );
}

export type FortnightlyTestPositionRow = Pick<Assessment, "subject_id"> &
  NonNullColumns<Pick<Assessment, "fortnightly_test_id">> & { place: number };

/**
 * Lists the fortnightly tests of subjects in a term for every class, each with its position in its class and subject.
 */
export function listFortnightlyTestPositions(
  params: { academicTermId: number; subjectIds: readonly number[] },
  t: ReadTransaction,
): Promise<FortnightlyTestPositionRow[]> {
  return queryRows<FortnightlyTestPositionRow>(
    `select a.subject_id, a.fortnightly_test_id, ${TEST_POSITION_SQL} as place
       from assessments a
       join fortnightly_tests n using (fortnightly_test_id)
      where a.academic_term_id = $academicTermId and a.subject_id = any ($subjectIds::integer[])
      order by a.subject_id, a.fortnightly_test_id`,
    params,
    t,
  );
}

/** Locks a student's marks in subjects of a term until the transaction ends. A fixed order avoids deadlocks. */
export async function lockSubjectMarks(
  key: Omit<SubjectMarksKey, "subjectId"> & { subjectIds: readonly number[] },
  t: TermTransaction,
): Promise<void> {
  const where = marksOf(key, key.subjectIds);
  await Mark.select(["mark_id"], { where, order: ["mark_id"], lock: t.LOCK.UPDATE }, t);
}

function marksOf(
  { studentKey, academicTermId }: Omit<SubjectMarksKey, "subjectId">,
  subjectIds: readonly number[],
) {
  return { student_key: studentKey, academic_term_id: academicTermId, subject_id: [...subjectIds] };
}

/**
 * Deletes a student's marks in a subject and term, which removes the row of the report. Returns the number of deleted
 * marks.
 */
export function deleteSubjectMarks(key: SubjectMarksKey, t: TermTransaction): Promise<number> {
  return Mark.delete(marksOf(key, [key.subjectId]), t);
}

/**
 * Moves a student's marks of a term to another subject and returns how many. In the audit trail each mark is deleted
 * and created again, so that a page which read either subject gets a conflict. The marks then belong to the teacher of
 * the new subject in the student's class, if there is one.
 */
export async function moveSubjectMarks(
  params: SubjectMarksKey & { newSubjectId: number },
  t: TermTransaction,
): Promise<number> {
  const moved = await queryRows<Pick<Mark, "mark_id">>(
    `with gone as (
       delete from marks
        where student_key = $studentKey and academic_term_id = $academicTermId and subject_id = $subjectId
       returning *
     )
     insert into marks (student_key, academic_term_id, subject_id, test_id, fortnightly_test_id, mark, max_mark,
                        attendance, grade, application, preparedness, remark, employee_id)
     select m.student_key, m.academic_term_id, $newSubjectId, m.test_id, m.fortnightly_test_id, m.mark, m.max_mark,
            m.attendance, m.grade, m.application, m.preparedness, m.remark,
            coalesce((select l.employee_id
                        from registrations r
                        join lessons l on l.class_id = r.class_id and l.subject_id = $newSubjectId
                       where r.student_key = $studentKey and r.academic_term_id = $academicTermId
                         and ${isLessonTaughtInTermSql("l")} and ${attendsLessonSql("l.")}
                       order by l.lesson_id
                       limit 1), m.employee_id)
       from gone m
      order by m.test_id, m.fortnightly_test_id
     returning mark_id`,
    params,
    t,
  );
  return moved.length;
}

export type SubjectChoiceRow = Pick<Subject, "subject_id" | "title" | "is_active"> & { taken: boolean };

/**
 * Lists the school's subjects, and whether the student has marks in each this term. Subjects without marks come
 * first. Retired subjects are listed only if they have marks.
 */
export function listSubjectsWithMarks(
  params: Omit<SubjectMarksKey, "subjectId">,
  t: ReadTransaction,
): Promise<SubjectChoiceRow[]> {
  return queryRows<SubjectChoiceRow>(
    `select s.subject_id, s.title, s.is_active, coalesce(x.taken, false) as taken
       from subjects s
       left join lateral (
         select true as taken
           from marks m
          where m.student_key = $studentKey and m.academic_term_id = $academicTermId and m.subject_id = s.subject_id
            and ${HAS_ANY_ENTRY}
          limit 1) x on true
      where s.is_active or x.taken
      order by taken, s.title collate names, s.subject_id`,
    params,
    t,
  );
}
