import { runQuery, transaction, type Transaction } from "#db/index.ts";
import { Mark } from "#db/models/marks.ts";
import { Student as Students } from "#db/models/people.ts";
import { PRESENT_AT_TEST, type TestAttendance } from "#domain/attendance.ts";
import type { Grade } from "#domain/grading.ts";
import { END_OF_TERM_TEST_ID, type TestId } from "#domain/terms.ts";
import { TERM_IDS, TEST, type Lesson, type SchoolClass } from "./school.ts";

/** `id` is the key in other tables (student_key); `studentId` is the ID that people see. */
export type Student = { id: number; studentId: string; firstName: string; lastName: string };

type StudentOptions = {
  firstName?: string;
  lastName?: string;
  studentId?: string;
  gender?: "M" | "F" | null;
};
type Of<Item> = readonly Item[];

let made = 0;

/** Creates a current student without a registration. */
export function createStudent(options: StudentOptions = {}): Promise<Student> {
  return transaction(TEST, (t) => insertStudent(options, t));
}

/**
 * Creates students in a class, in the order of names. Each is registered, and has a term record in each of `termIds`
 * (by default all three terms).
 */
export function createStudents(
  schoolClass: SchoolClass,
  students: number | Of<StudentOptions>,
  termIds: Of<number> = TERM_IDS,
): Promise<Student[]> {
  const wanted = typeof students === "number" ? Array.from({ length: students }, () => ({})) : students;
  return transaction(TEST, async (t) => {
    const created: Student[] = [];
    for (const options of wanted) created.push(await insertStudent(options, t));
    await insertRegistrations(schoolClass, created, termIds, t);
    return created;
  });
}

/** Registers existing students in a class. For terms in which a student was in another class, the student is moved. */
export function registerStudents(
  schoolClass: SchoolClass,
  students: Of<Student>,
  termIds: Of<number> = TERM_IDS,
): Promise<void> {
  return transaction(TEST, (t) => insertRegistrations(schoolClass, students, termIds, t));
}

async function insertStudent(options: StudentOptions, t: Transaction): Promise<Student> {
  made += 1;
  const place = String(made).padStart(3, "0");
  const {
    firstName = `First${place}`,
    lastName = `Last${place}`,
    studentId = `S${place}`,
    gender = "F",
  } = options;
  const dates = { date_of_birth: "2016-05-04", entry_date: "2021-09-06" };
  const names = { student_id: studentId, first_name: firstName, last_name: lastName, gender };
  const { id } = await Students.insert({ ...names, ...dates, birth_certificate_pin: `PIN${place}` }, t);
  return { id, studentId, firstName, lastName };
}

async function insertRegistrations(
  { classId, academicYearId }: SchoolClass,
  students: Of<Student>,
  termIds: Of<number>,
  t: Transaction,
): Promise<void> {
  const keys = students.map(({ id }) => id);
  await runQuery(
    `insert into registrations (student_key, academic_term_id, academic_year_id, class_id)
     select student_key, term_id, $3, $4 from unnest($1::integer[]) student_key, unnest($2::integer[]) term_id
     on conflict (student_key, academic_term_id) do update set class_id = excluded.class_id`,
    [keys, termIds, academicYearId, classId],
    t,
  );
  await runQuery(
    `insert into term_records (student_key, academic_term_id)
     select student_key, term_id from unnest($1::integer[]) student_key, unnest($2::integer[]) term_id
     on conflict do nothing`,
    [keys, termIds],
    t,
  );
}

/** Assigns the lesson's subject and teacher to students, who then attend the lesson by choice. */
export function chooseLesson({ lessonId }: Lesson, students: Of<Student>): Promise<void> {
  return transaction(TEST, (t) =>
    runQuery(
      `insert into student_subject_assignments (student_key, academic_year_id, subject_id, employee_id)
       select student_key, academic_year_id, subject_id, employee_id
         from lessons join classes using (class_id), unnest($2::integer[]) student_key
        where lesson_id = $1`,
      [lessonId, students.map(({ id }) => id)],
      t,
    ),
  );
}

type MarkOptions = {
  termId?: number;
  testId?: TestId;
  fortnightlyTestId?: number | null;
  mark?: number | null;
  maxMark?: number;
  attendance?: TestAttendance;
  grade?: Grade | null;
};

export type StoredMark = { markId: number; version: number };

export function createMark(
  { id }: Pick<Student, "id">,
  { subjectId, employeeId }: Pick<Lesson, "subjectId" | "employeeId">,
  options: MarkOptions = {},
): Promise<StoredMark> {
  const {
    termId = TERM_IDS[2],
    testId = END_OF_TERM_TEST_ID,
    fortnightlyTestId = null,
    maxMark = 100,
  } = options;
  const { mark = null, attendance = PRESENT_AT_TEST, grade = null } = options;
  const ids = { student_key: id, academic_term_id: termId, subject_id: subjectId, employee_id: employeeId };
  const test = { test_id: testId, fortnightly_test_id: fortnightlyTestId, max_mark: maxMark };
  return transaction(TEST, async (t) => {
    const { mark_id, version } = await Mark.insert({ ...ids, ...test, mark, attendance, grade }, t);
    return { markId: mark_id, version };
  });
}
