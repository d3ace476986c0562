import { queryAll, queryRows, type ReadTransaction } from "../../index.ts";
import type { Subject } from "../../models/classes.ts";
import type { Employee } from "../../models/people.ts";
import type { AssessmentCriterion, CriterionGrade, Mark } from "../../models/marks.ts";
import type { NumericColumns } from "../../models/rows.ts";
import { calculateSubjectResult, type MarkingScheme, type SubjectResult } from "#domain/subject-results.ts";
import { FORTNIGHTLY_TEST_ID } from "#domain/terms.ts";
import { registerOrderSql, attendsLessonSql, isLessonTaughtInTermSql, TEST_POSITION_SQL } from "../parts.ts";
import { REPORT_CARD_STUDENTS_SQL, type ReportCardsKey, type ReportCardTeacher } from "./report-card.ts";

export type ReportedSubject = Omit<CardSubject, "teacher_ids"> & {
  teachers: ReportCardTeacher[];
} & SubjectResult;

/**
 * Lists each student's subjects with the results that count, for pages and report cards. `byCriteria` tells whether at
 * least one of the classes is graded by criteria.
 */
export async function listReportedSubjects(
  key: ReportCardsKey,
  { byCriteria }: { byCriteria: boolean },
  t: ReadTransaction,
): Promise<(studentKey: number, scheme: MarkingScheme) => ReportedSubject[]> {
  const [subjects, marks, criteria] = await queryAll(
    [
      () => cardSubjects(key, t),
      () => cardMarks({ ...key, byCriteria, tests: TESTS_ON_CARDS }, t),
      async () => (byCriteria ? listReportCardCriteria(key, t) : []),
    ],
    t,
  );
  const subjectsOf = grouped(subjects, ({ student_key }) => student_key);
  const marksOf = grouped(marks, ({ student_key, subject_id }) => `${student_key} ${subject_id}`);
  const teachersIn = teacherFinder(
    await listTeachers([...new Set(subjects.flatMap(({ teacher_ids }) => teacher_ids))], t),
  );
  return (studentKey, scheme) =>
    subjectsOf(studentKey).map(({ subject_id, subject, abbr, by_choice, teacher_ids }) => ({
      student_key: studentKey,
      subject_id,
      subject,
      abbr,
      by_choice,
      teachers: teachersIn(teacher_ids),
      ...calculateSubjectResult(subject_id, {
        scheme,
        criteria,
        marks: marksOf(`${studentKey} ${subject_id}`),
      }),
    }));
}

/** Lists the marks of all fortnightly tests of the term, for sheets that show more tests than a report card does. */
export async function listFortnightlyMarks(
  key: ReportCardsKey,
  t: ReadTransaction,
): Promise<(studentKey: number, subjectId: number) => CardMark[]> {
  const marks = await cardMarks({ ...key, byCriteria: false, tests: null }, t);
  const fortnightlyMarks = marks.filter(({ test_id }) => test_id === FORTNIGHTLY_TEST_ID);
  const marksOf = grouped(fortnightlyMarks, ({ student_key, subject_id }) => `${student_key} ${subject_id}`);
  return (studentKey, subjectId) => marksOf(`${studentKey} ${subjectId}`);
}

/** Groups rows by a key. Returns a function that finds the rows of a key. */
function grouped<Row, Key>(answers: readonly Row[], keyOf: (answer: Row) => Key): (key: Key) => Row[] {
  const found = new Map<Key, Row[]>();
  for (const answer of answers) {
    const key = keyOf(answer);
    const alike = found.get(key);
    if (alike) alike.push(answer);
    else found.set(key, [answer]);
  }
  return (key) => found.get(key) ?? [];
}

function listTeachers(ids: readonly number[], t: ReadTransaction): Promise<ReportCardTeacher[]> {
  return queryRows<ReportCardTeacher>(
    `select e.employee_id, e.title, e.first_name, e.last_name
       from employees e
      where e.employee_id = any ($ids::integer[])
      order by ${registerOrderSql("e", "e.employee_id")}`,
    { ids },
    t,
  );
}

/** Returns a function that finds people by id, in the order of `people`. */
function teacherFinder(
  people: readonly ReportCardTeacher[],
): (ids: readonly number[]) => ReportCardTeacher[] {
  const places = new Map(people.map((item, index) => [item.employee_id, index]));
  return (ids) =>
    ids
      .flatMap((id) => places.get(id) ?? [])
      .sort((one, other) => one - other)
      .flatMap((place) => people[place] ?? []);
}

type CardSubject = Pick<Mark, "student_key" | "subject_id"> & {
  subject: Subject["title"];
  abbr: Subject["abbr"];
  /** True if only the students who chose the lesson attend it. */
  by_choice: boolean;
  /**
   * The teachers who gave the mark, because a lesson may change hands. Without a mark, these are the lesson's
   * teachers.
   */
  teacher_ids: Employee["employee_id"][];
};

/**
 * Lists each student's current subjects and the former subjects with marks, because students who join late or change
 * subject keep their marks.
 */
function cardSubjects(key: ReportCardsKey, t: ReadTransaction): Promise<CardSubject[]> {
  return queryRows<CardSubject>(
    `with roster as (${REPORT_CARD_STUDENTS_SQL}),
     taught as (
       select r.student_key, l.subject_id, l.employee_id, l.by_choice
         from roster r
         join lessons l on l.class_id = r.class_id
        where ${isLessonTaughtInTermSql("l")} and ${attendsLessonSql("l.")}
     ), marked as (
       select distinct on (m.student_key, m.subject_id) m.student_key, m.subject_id, m.employee_id
         from roster r
         join marks m on m.student_key = r.student_key and m.academic_term_id = $academicTermId
        order by m.student_key, m.subject_id, m.employee_id is null, m.test_id, m.updated_at desc, m.mark_id
     ), subject_rows as (
       select student_key, subject_id, coalesce(m.employee_id, k.employee_id) as employee_id,
              coalesce(k.by_choice, false) as by_choice
         from taught k
         full join marked m using (student_key, subject_id)
     )
     select a.student_key, a.subject_id, s.title as subject, s.abbr, bool_or(a.by_choice) as by_choice,
            array_remove(array_agg(distinct a.employee_id), null) as teacher_ids
       from subject_rows a
       join subjects s using (subject_id)
      group by a.student_key, a.subject_id, s.title, s.abbr
      order by a.student_key, s.title collate names, a.subject_id`,
    key,
    t,
  );
}

type CardMark = Pick<
  Mark,
  | "student_key"
  | "subject_id"
  | "test_id"
  | "attendance"
  | "grade"
  | "application"
  | "preparedness"
  | "remark"
> &
  NumericColumns<Pick<Mark, "mark" | "max_mark">> & {
    /**
     * The position of a fortnightly test: 1 or 2, because only the first two by date count, or null for other tests.
     */
    place: number | null;
    criteria: Record<string, CriterionGrade["grade"]>;
  };

const TESTS_ON_CARDS = 2;

/**
 * Lists the marks of report cards. If two fortnightly tests have the same position, because the student changed class,
 * the test of the student's own class comes first.
 * @param params `tests` limits the tests for each subject, earliest first; null for all
 */
function cardMarks(
  params: ReportCardsKey & { byCriteria: boolean; tests: number | null },
  t: ReadTransaction,
): Promise<CardMark[]> {
  return queryRows<CardMark>(
    `with roster as (${REPORT_CARD_STUDENTS_SQL}),
     tests as materialized (
       select a.fortnightly_test_id, a.subject_id, a.class_id, ${TEST_POSITION_SQL} as place
         from assessments a
         join fortnightly_tests n using (fortnightly_test_id)
        where a.academic_term_id = $academicTermId
     )
     select m.student_key, m.subject_id, m.test_id, p.place, m.mark::float8 as mark, m.max_mark::float8 as max_mark,
            m.attendance, m.grade, m.application, m.preparedness, m.remark,
            coalesce((select jsonb_object_agg(g.criterion_id, g.grade)
                        from criterion_grades g
                       where $byCriteria::boolean and g.mark_id = m.mark_id), '{}') as criteria
       from roster r
       -- OFFSET 0 makes PostgreSQL read marks student by student rather than the whole term's.
      cross join lateral (select m.*
                            from marks m
                           where m.student_key = r.student_key and m.academic_term_id = $academicTermId
                          offset 0) m
       left join tests p on p.fortnightly_test_id = m.fortnightly_test_id and p.subject_id = m.subject_id
      where m.test_id <> 3 or p.place <= coalesce($tests::integer, p.place)
      order by m.student_key, m.subject_id, m.test_id, p.place, p.class_id = r.class_id desc, m.mark_id`,
    params,
    t,
  );
}

export type ReportCardCriterion = Pick<
  AssessmentCriterion,
  "subject_id" | "form_level" | "criterion_id" | "detail"
>;

/** Lists the criteria of each subject at the form levels of the classes that are graded by criteria. */
export function listReportCardCriteria(
  params: Pick<ReportCardsKey, "classIds">,
  t: ReadTransaction,
): Promise<ReportCardCriterion[]> {
  return queryRows<ReportCardCriterion>(
    `select k.subject_id, k.form_level, k.criterion_id, k.detail
       from assessment_criteria k
      where k.form_level in (select f.form_level
                               from classes c
                               join form_classes f using (form_class_id)
                              where c.class_id = any($classIds) and c.assessment_type is not null)
      order by k.form_level, k.subject_id, k.position, k.criterion_id`,
    params,
    t,
  );
}
