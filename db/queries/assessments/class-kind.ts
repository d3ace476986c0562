import { queryRows, type ReadTransaction } from "../../index.ts";
import { SchoolClass } from "../../models/classes.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { HAS_ANY_ENTRY } from "../parts.ts";

export type ClassAssessmentKind = Pick<SchoolClass, "course_work_only" | "assessment_type">;

export type ClassEntryCounts = {
  exam: number;
  /** Exam marks in subjects that have criteria at this level. Grades by criteria would replace these marks. */
  replaced: number;
  /** `other` counts marks in the other assessment; `course` counts only those in terms with fortnightly tests. */
  other: number;
  course: number;
  fortnightly: number;
  /** Marks that consist of grades by criteria. */
  criteria: number;
};

/** Counts the entries of each class in all terms of its year. The result omits classes without entries. */
export async function countClassEntries(
  params: { classIds: readonly number[]; gradedSubjects: string },
  t: ReadTransaction,
): Promise<ReadonlyMap<number, ClassEntryCounts>> {
  const held = await queryRows<ClassEntryCounts & Pick<SchoolClass, "class_id">>(
    `with entered as (
       select c.class_id, m.test_id, m.mark, m.attendance, y.assessment_type,
              exists (select 1 from criterion_grades g where g.mark_id = m.mark_id and g.grade is not null) as by_criteria,
              exists (select 1 from assessment_criteria k
                       where k.subject_id = m.subject_id and k.form_level = f.form_level) as has_criteria,
              exists (select 1 from jsonb_to_recordset($gradedSubjects::jsonb) as g (subject_id integer, form_level smallint)
                       where g.subject_id = m.subject_id and g.form_level = f.form_level) as is_graded
         from classes c
         join form_classes f using (form_class_id)
         join academic_terms y using (academic_year_id)
         join registrations r on r.class_id = c.class_id and r.academic_term_id = y.academic_term_id
         join marks m on m.student_key = r.student_key and m.academic_term_id = r.academic_term_id
        where c.class_id = any ($classIds::integer[]) and ${HAS_ANY_ENTRY}
     )
     select class_id,
            count(*) filter (where test_id = 1 and not by_criteria and not is_graded
                               and (mark is not null or attendance <> 1))::integer as exam,
            count(*) filter (where test_id = 1 and not by_criteria and has_criteria and mark is not null)::integer as replaced,
            count(*) filter (where test_id = 2)::integer as other,
            count(*) filter (where test_id = 2 and assessment_type = 'Forthnightly Test')::integer as course,
            count(*) filter (where test_id = 3)::integer as fortnightly,
            count(*) filter (where by_criteria)::integer as criteria
       from entered
      group by class_id
      order by class_id`,
    params,
    t,
  );
  return new Map(held.map((counts) => [counts.class_id, counts]));
}

export async function updateClassKind(
  classId: number,
  kind: ClassAssessmentKind,
  t: TermTransaction,
): Promise<void> {
  await SchoolClass.update(kind, { class_id: classId }, t);
}

export type TestCopySource = Pick<SchoolClass, "class_id" | "label"> & { academic_term_id: number };

/** Lists classes whose tests can be copied: others of the term, and those of the same form class in earlier terms. */
export function listCopySources(
  params: { classId: number; academicTermId: number },
  t: ReadTransaction,
): Promise<TestCopySource[]> {
  return queryRows<TestCopySource>(
    `select c.class_id, c.label, y.academic_term_id
       from classes h
      cross join academic_terms y
       join classes c on c.academic_year_id = y.academic_year_id
       join form_classes f on f.form_class_id = c.form_class_id
      where h.class_id = $classId and c.assessment_type is null
        and (y.academic_term_id = $academicTermId and c.class_id <> h.class_id
             or y.academic_term_id < $academicTermId and c.form_class_id = h.form_class_id)
        and exists (select 1 from assessments a
                     where a.class_id = c.class_id and a.academic_term_id = y.academic_term_id)
      order by y.academic_term_id desc, f.position, c.label collate names, c.class_id`,
    params,
    t,
  );
}
