import { expect, test } from "vitest";
import { noTransaction, queryRows } from "#db/index.ts";
import { saveMarks, retryUntilAnswered } from "#tests/support/saves.ts";
import { moveReportSubjectMarks } from "#features/term-reports/subject-row/subject-row.server.ts";
import { loadClassOverview } from "#features/term-reports/overview/load-class.server.ts";
import { signAllComplete } from "#features/term-reports/sign/sign-class.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createPrincipal,
  createTeacher,
  type Colleague,
} from "#tests/support/builders/people.ts";
import { createLesson, createSchool, createSubject, type Lesson } from "#tests/support/builders/school.ts";
import {
  ALL_RATINGS,
  createReportScenario,
  saveReportAs,
  type ReportScenario,
} from "../../../support/builders/report-scenario.ts";

const PATIENCE_MS = 60_000;
const TEACHERS = 20;
const STUDENTS = 10;
const ROUNDS = [1, 2, 3];

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const principal = await createPrincipal();

type Taught = { teacher: Colleague; lesson: Lesson };
type Entered = { student: number; subject: number; mark: number };

test(
  "twenty teachers, the form teacher, the principal and an admin at one class wait in no ring and lose nothing",
  async () => {
    const given = await createReportScenario({ students: STUDENTS });
    const taught: Taught[] = [];
    for (let place = 0; place < TEACHERS; place++) taught.push(await lessonIn(given, place));
    const [{ subjectId: from } = given.lesson] = taught.map(({ lesson }) => lesson);
    const to = await createSubject("Moved here");

    const [entered, moved, comments] = await Promise.all([
      Promise.all(taught.map((item) => enterMarks(item, given))),
      moveSubject(given, { from, to }),
      writeReports(given),
      signOverAndOver(given),
    ]);

    const expected = latest(entered.flat()).map((mark) =>
      mark.subject === from && moved.has(mark.student) ? { ...mark, subject: to } : mark,
    );
    expect(await marksOf(given)).toEqual(inOrder(expected));
    expect(await commentsOf(given)).toEqual(comments);
    expect(moved.size).toBeGreaterThan(0);
    expect(expected.length).toBeGreaterThan(TEACHERS * (STUDENTS - 1));
  },
  PATIENCE_MS,
);

async function lessonIn({ schoolClass }: ReportScenario, index: number): Promise<Taught> {
  const teacher = await createTeacher();
  return { teacher, lesson: await createLesson(teacher, schoolClass, { subject: `Subject ${index}` }) };
}

/** Returns the acknowledged marks; a conflicting row is left as it is. */
async function enterMarks(
  { teacher, lesson }: Taught,
  { students, key }: ReportScenario,
): Promise<Entered[]> {
  const sheet = {
    lessonId: lesson.lessonId,
    academicTermId: key.academicTermId,
    testId: 1,
    fortnightlyTestId: null,
  } as const;
  const bases = new Map(students.map(({ id }) => [String(id), 0]));
  const entered: Entered[] = [];
  for (const round of ROUNDS) {
    const wanted = [...bases].map(([row, base], index) => ({
      row,
      base,
      changes: { mark: 10 * round + index },
    }));
    const sent = { saveId: `round-${round}-${lesson.lessonId}`, rows: wanted };
    const saved = await retryUntilAnswered(() => saveMarks(teacher.person, sheet, sent));
    if (saved.closed) throw new Error(`the sheet is ${saved.closed.why}`);
    for (const { row, outcome, stored } of saved.results) {
      if (outcome === "refused") throw new Error("a mark was refused");
      if (outcome === "conflict") bases.delete(row);
      else {
        bases.set(row, stored.version);
        entered.push({ student: Number(row), subject: lesson.subjectId, mark: Number(stored.values.mark) });
      }
    }
  }
  return entered;
}

/** Returns the students whose marks were moved, at least one: a student without marks has nothing to move. */
async function moveSubject(
  { students, key }: ReportScenario,
  { from, to }: { from: number; to: number },
): Promise<Set<number>> {
  const moved = new Set<number>();
  for (let round = 0; round < 2 || moved.size === 0; round++)
    for (const { id } of students) {
      const of = { studentKey: id, academicTermId: key.academicTermId, subjectId: from };
      const answer = await retryUntilAnswered(() => moveReportSubjectMarks(admin.person, of, to));
      if (answer.ok) moved.add(id);
    }
  return moved;
}

async function writeReports({ teacher, students, key }: ReportScenario): Promise<string[]> {
  for (const round of ROUNDS)
    for (const { id } of students) {
      const changes = { ...ALL_RATINGS, teacher_comment: `Comment ${round} on ${id}` };
      await retryUntilAnswered(() => saveReportAs(teacher, { ...key, studentKey: id }, { changes }));
    }
  return students.map(({ id }) => `Comment ${ROUNDS.length} on ${id}`);
}

async function signOverAndOver({ key }: ReportScenario): Promise<void> {
  for (let turn = 0; turn < 6; turn++) {
    const { reports } = await loadClassOverview(principal.person, key, new URLSearchParams());
    const seen = reports.flatMap(({ key: studentKey, seen: fingerprint }) =>
      fingerprint === null ? [] : [{ studentKey, fingerprint }],
    );
    await retryUntilAnswered(() => signAllComplete(principal.person, key, { looked: seen }));
  }
}

function latest(entered: readonly Entered[]): Entered[] {
  return [...new Map(entered.map((mark) => [`${mark.student} ${mark.subject}`, mark])).values()];
}

function inOrder(marks: readonly Entered[]): Entered[] {
  return marks.toSorted((one, other) => one.student - other.student || one.subject - other.subject);
}

function marksOf({ key }: ReportScenario): Promise<Entered[]> {
  return queryRows<Entered>(
    `select m.student_key as student, m.subject_id as subject, m.mark::float8 as mark
       from marks m
       join registrations r using (student_key, academic_term_id)
      where r.class_id = $1 and m.academic_term_id = $2
      order by student, subject`,
    [key.classId, key.academicTermId],
    noTransaction,
  );
}

async function commentsOf({ key }: ReportScenario): Promise<string[]> {
  const found = await queryRows<{ teacher_comment: string }>(
    `select d.teacher_comment
       from term_records d
       join registrations r using (student_key, academic_term_id)
      where r.class_id = $1 and d.academic_term_id = $2
      order by d.student_key`,
    [key.classId, key.academicTermId],
    noTransaction,
  );
  return found.map(({ teacher_comment }) => teacher_comment);
}
