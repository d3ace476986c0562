import { queryAll, rows, type Reading } from "../../index.ts";
import type { Subject } from "../../models/classes.ts";
import type { AssessmentCriterion, CriterionGrade, Mark } from "../../models/marks.ts";
import type { AsNumber } from "../../models/rows.ts";
import { subjectResult, type Scheme, type SubjectResult } from "#domain/subject-results.ts";
import { choseSubject, person, PLACE_BY_DATE } from "../parts.ts";
import { byStudent, ROSTER, type CardsKey, type CardTeacher } from "./report-card.ts";

/** What a student earned in a subject. */
export type ReportedSubject = CardSubject & SubjectResult;

/**
 * The subjects of each student of these classes with what counts in them: read and judged alike for the screen and the
 * card. `byCriteria`: some class of these is graded by criteria.
 */
export async function reportedSubjects(
  key: CardsKey,
  { byCriteria }: { byCriteria: boolean },
  t: Reading,
): Promise<(studentKey: number, scheme: Scheme) => ReportedSubject[]> {
  const [subjects, marks, criteria] = await queryAll(
    [
      () => cardSubjects(key, t),
      () => cardMarks(key, t),
      async () => (byCriteria ? cardCriteria(key, t) : []),
    ],
    t,
  );
  const [subjectsOf, marksOf] = [byStudent(subjects), byStudent(marks)];
  return (studentKey, scheme) => {
    const given = { scheme, criteria, marks: marksOf.get(studentKey) ?? [] };
    const own = subjectsOf.get(studentKey) ?? [];
    return own.map((subject) => ({ ...subject, ...subjectResult(subject.subject_id, given) }));
  };
}

type CardSubject = Pick<Mark, "student_key" | "subject_id"> & {
  subject: Subject["title"];
  abbr: Subject["abbr"];
  /** Of the mark where there is one, for the lesson may have changed hands since; else of the lesson. */
  teachers: CardTeacher[];
};

/** What each student is taught, and what a mark was given in that is no longer: late joiners and changers keep theirs. */
function cardSubjects(key: CardsKey, t: Reading): Promise<CardSubject[]> {
  return rows<CardSubject>(
    `with roster as (${ROSTER}),
     taught as (
       select r.student_key, l.subject_id, l.employee_id
         from roster r
         join lessons l on l.class_id = r.class_id
        where ${choseSubject("l.")}
     ), marked as (
       select distinct on (m.student_key, m.subject_id) m.student_key, m.subject_id, m.employee_id
         from roster r
         join marks m on m.student_key = r.student_key and m.academic_term_id = $academicTermId
        order by m.student_key, m.subject_id, m.employee_id is null, m.test_id, m.updated_at desc, m.mark_id
     ), subject_rows as (
       select student_key, subject_id from taught
       union
       select student_key, subject_id from marked
     )
     select a.student_key, a.subject_id, s.title as subject, s.abbr,
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
    key,
    t,
  );
}

type CardMark = Pick<
  Mark,
  "student_key" | "subject_id" | "test_id" | "attendance" | "grade" | "application" | "preparedness"
> &
  AsNumber<Pick<Mark, "mark" | "max_mark">> & {
    /** Of a fortnightly test: 1 or 2, the subject's first two of the term by date (design section 8). */
    place: number | null;
    /** By criterion_id. */
    criteria: Record<string, CriterionGrade["grade"]>;
  };

/** Where two fortnightly tests of one place meet, because the student changed class, that of the own class comes first. */
function cardMarks(key: CardsKey, t: Reading): Promise<CardMark[]> {
  return rows<CardMark>(
    `with roster as (${ROSTER}),
     tests as (
       select a.fortnightly_test_id, a.subject_id, a.class_id, ${PLACE_BY_DATE} as place
         from assessments a
         join fortnightly_tests n using (fortnightly_test_id)
        where a.academic_term_id = $academicTermId
     )
     select m.student_key, m.subject_id, m.test_id, p.place, m.mark::float8 as mark, m.max_mark::float8 as max_mark,
            m.attendance, m.grade, m.application, m.preparedness,
            coalesce((select jsonb_object_agg(g.criterion_id, g.grade) from criterion_grades g where g.mark_id = m.mark_id),
                     '{}') as criteria
       from roster r
       join marks m on m.student_key = r.student_key and m.academic_term_id = $academicTermId
       left join tests p on p.fortnightly_test_id = m.fortnightly_test_id and p.subject_id = m.subject_id
      where m.test_id <> 3 or p.place <= 2
      order by m.student_key, m.subject_id, m.test_id, p.place, p.class_id = r.class_id desc, m.mark_id`,
    key,
    t,
  );
}

export type CardCriterion = Pick<
  AssessmentCriterion,
  "subject_id" | "form_level" | "criterion_id" | "detail"
>;

/** What is observed in each subject at the levels that have a class graded by criteria among these. */
export function cardCriteria(asked: Pick<CardsKey, "classIds">, t: Reading): Promise<CardCriterion[]> {
  return rows<CardCriterion>(
    `select k.subject_id, k.form_level, k.criterion_id, k.detail
       from assessment_criteria k
      where k.form_level in (select f.form_level
                               from classes c
                               join form_classes f using (form_class_id)
                              where c.class_id = any($classIds) and c.assessment_type is not null)
      order by k.form_level, k.subject_id, k.position, k.criterion_id`,
    asked,
    t,
  );
}
