import { noTransaction, queryRow, queryRows, runQuery, transaction } from "#db/index.ts";
import { DeanAssignment } from "#db/models/classes.ts";
import { listReportStudents } from "#db/queries/reports/term-reports.ts";
import type { CarriedOverLine } from "#domain/rollover/rollover.ts";
import { deleteStudent } from "#features/students/leave/leave.server.ts";
import {
  createFormTeacher,
  createTeacher,
  signInAs,
  type Colleague,
  type SignedIn,
} from "#tests/support/builders/people.ts";
import { addCoTeacher, createLesson, TEST, type SchoolClass } from "#tests/support/builders/school.ts";
import { createStudent, createStudents, type Student } from "#tests/support/builders/students.ts";
import { YEAR } from "./year-acts.ts";

/** The people of the year besides those of the demo, and what happens to them in the middle of it. */

export type Cast = {
  /** One person of each role, by the name of the role. */
  roles: [name: string, who: SignedIn][];
  leaver: Colleague;
  successor: Colleague;
  substitute: Colleague;
};

/** Signs in a person of each role, and gives a class a co-teacher and a dean of the test's own. */
export async function castYear(): Promise<Cast> {
  const own = await classLedBy("formteacher");
  const [coTeacher, dean] = [await createFormTeacher(), await createTeacher({ permissions: [2, 3] })];
  const [leaver, successor, substitute] = [
    await createTeacher(),
    await createFormTeacher(),
    await createTeacher(),
  ];
  await addCoTeacher(own, coTeacher);
  await createLesson(leaver, own, { subject: "Chess" });
  const deanship = { academic_year_id: YEAR, form_class_id: own.formClassId, employee_id: dean.employeeId };
  await transaction(TEST, (t) => DeanAssignment.insert(deanship, t));
  const roles: Cast["roles"] = [
    ["co-teacher", coTeacher],
    ["dean", dean],
    ["successor", successor],
    ["substitute", substitute],
  ];
  for (const name of ["Admin", "principal", "clerk", "formteacher", "teacher"])
    roles.push([name, await signInAs(name)]);
  return { roles, leaver, successor, substitute };
}

/**
 * Lets another teacher take over a class, and a lesson of the demo's teacher, in the middle of the second term. Returns
 * the former form teacher.
 */
export async function handOver({ successor }: Cast): Promise<SignedIn> {
  const former = await queryRow<{ class_teacher_id: number; class_id: number; user_name: string }>(
    `select h.class_teacher_id, h.class_id, a.user_name
       from class_teachers h
       join classes c using (class_id)
       join accounts a using (employee_id)
      where c.academic_year_id = ${YEAR} and h.is_lead and h.to_date is null and a.user_name <> 'formteacher'
      order by h.class_id desc
      limit 1`,
    [],
    noTransaction,
  );
  if (!former) throw new Error("the demo has form teachers");
  const { class_teacher_id, class_id, user_name } = former;
  await change("update class_teachers set to_date = '2026-02-10' where class_teacher_id = $1", [
    class_teacher_id,
  ]);
  await change(
    "insert into class_teachers (class_id, employee_id, is_lead, from_date) values ($1, $2, true, '2026-02-11')",
    [class_id, successor.employeeId],
  );
  const lesson = await queryRow<{ lesson_id: number }>(
    `select l.lesson_id
       from lessons l join classes c using (class_id) join accounts a using (employee_id)
      where c.academic_year_id = ${YEAR} and a.user_name = 'teacher'
      order by l.lesson_id desc
      limit 1`,
    [],
    noTransaction,
  );
  await change("update lessons set ended_on = '2026-02-10' where lesson_id = $1", [lesson?.lesson_id ?? 0]);
  await change(
    `insert into lessons (employee_id, subject_id, class_id, by_choice)
     select $1::integer, subject_id, class_id, by_choice from lessons where lesson_id = $2`,
    [successor.employeeId, lesson?.lesson_id ?? 0],
  );
  return signInAs(user_name);
}

/** Lets a teacher leave for good, and another one substitute for a colleague this week. */
export async function changeTeachers({ leaver, substitute, roles }: Cast): Promise<void> {
  const away = roles.find(([name]) => name === "teacher")?.[1].person.employeeId ?? 0;
  await change("update employees set employee_status_id = 2 where employee_id = $1", [leaver.employeeId]);
  await change(
    `insert into substitutes (lesson_id, employee_id, from_date, to_date)
     select min(l.lesson_id), $1::integer, current_date - 7, current_date + 7
       from lessons l join classes c using (class_id)
      where c.academic_year_id = ${YEAR} and l.employee_id = $2`,
    [substitute.employeeId, away],
  );
}

/** Adds a student to the class of the demo's form teacher in the middle of the year. */
export async function joinLate(termIds: readonly number[]): Promise<Student[]> {
  return createStudents(await classLedBy("formteacher"), 1, termIds);
}

/** Lets a student leave the class in the middle of the year. Returns the student's key. */
export async function leaveEarly(
  { person }: SignedIn,
  key: { classId: number; academicTermId: number },
  place: number,
): Promise<number> {
  const student = (await listReportStudents(key, noTransaction)).at(place);
  if (!student) throw new Error("nobody is in the class");
  const { student_key: studentKey } = student;
  await deleteStudent(person, { studentKey, statusId: 3, list: "/app/students" });
  return studentKey;
}

/** Creates children who begin with the new year, and returns them with its first class. */
export async function enrolEntrants(count: number): Promise<{ students: Student[]; classId: number }> {
  const students: Student[] = [];
  while (students.length < count) students.push(await createStudent());
  const first = await queryRow<{ class_id: number }>(
    `select c.class_id from classes c join form_classes f using (form_class_id)
      where c.academic_year_id = ${YEAR + 10001} order by f.position, c.class_id limit 1`,
    [],
    noTransaction,
  );
  return { students, classId: first?.class_id ?? 0 };
}

export type Rosters = Record<number, number[]>;

/** Lists the students of each class that has any in a term, as the screens list them. */
export async function rostersOf(academicTermId: number): Promise<Rosters> {
  const classes = await queryRows<{ class_id: number }>(
    "select distinct class_id from registrations where academic_term_id = $1 and class_id is not null order by class_id",
    [academicTermId],
    noTransaction,
  );
  const rosters: Rosters = {};
  for (const { class_id: classId } of classes) {
    const students = await listReportStudents({ classId, academicTermId }, noTransaction);
    rosters[classId] = students.map(({ student_key }) => student_key).toSorted((one, other) => one - other);
  }
  return rosters;
}

type Counted = Pick<CarriedOverLine, "kind"> & { before: number; after: number };

/** Counts what both years have, for the balance of a rollover that has run. Choices are those of who stays. */
export function countBothYears(nextTermId: number): Promise<Counted[]> {
  const next = YEAR + 10001;
  const ofLessons = (year: number) =>
    `(select count(*)::integer from lessons join classes using (class_id)
       where academic_year_id = ${year} and ended_on is null)`;
  const ofTeachers = (year: number, day: string) =>
    `(select count(distinct employee_id)::integer from class_teachers join classes using (class_id)
       where academic_year_id = ${year} and ${day})`;
  const ofChoices = (year: number) =>
    `(select count(*)::integer from student_subject_assignments x join registrations r using (student_key)
       where x.academic_year_id = ${year} and r.academic_term_id = $1 and r.class_id is not null)`;
  const atEnd = `(select y.term_end between from_date and coalesce(to_date, 'infinity')
                    from academic_terms y where y.academic_term_id = ${YEAR * 10 + 3})`;
  const of = (table: string, year: number) =>
    `(select count(*)::integer from ${table} where academic_year_id = ${year})`;
  return queryRows<Counted>(
    `select * from (values
       ('classes', ${of("classes", YEAR)}, ${of("classes", next)}),
       ('lessons', ${ofLessons(YEAR)}, ${ofLessons(next)}),
       ('formTeachers', ${ofTeachers(YEAR, atEnd)}, ${ofTeachers(next, "to_date is null")}),
       ('deans', ${of("dean_assignments", YEAR)}, ${of("dean_assignments", next)}),
       ('choices', ${ofChoices(YEAR)}, ${ofChoices(next)})) as n (kind, before, after)
      order by kind`,
    [nextTermId],
    noTransaction,
  );
}

async function classLedBy(userName: string): Promise<SchoolClass> {
  const found = await queryRow<{ class_id: number; form_class_id: string; label: string }>(
    `select c.class_id, c.form_class_id, c.label
       from classes c
       join class_teachers h using (class_id)
       join accounts a using (employee_id)
      where c.academic_year_id = ${YEAR} and h.is_lead and a.user_name = $1
      order by c.class_id`,
    [userName],
    noTransaction,
  );
  if (!found) throw new Error(`${userName} has no class`);
  return {
    classId: found.class_id,
    academicYearId: YEAR,
    formClassId: found.form_class_id,
    label: found.label,
  };
}

function change(statement: string, bind: number[]): Promise<void> {
  return transaction(TEST, (t) => runQuery(statement, bind, t));
}
