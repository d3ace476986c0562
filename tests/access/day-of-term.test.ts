import { expect, test } from "vitest";
import { getVisibleMarkSheet } from "#access/visible.server.ts";
import { getVisibleStudent } from "#access/visible-student.server.ts";
import { noTransaction, runQuery, transaction } from "#db/index.ts";
import { AcademicTerm } from "#db/models/school.ts";
import { listClassesWithTeachers } from "#db/queries/class-teachers.ts";
import { listLessonsOfTeacher } from "#db/queries/lessons.ts";
import { listReportCardTerms } from "#db/queries/people/students/heading.ts";
import { findPictureInScope } from "#db/queries/visible.ts";
import type { Person } from "#domain/person.ts";
import { findRegister } from "#features/attendance-register/find-register.server.ts";
import { findRegisterToStart } from "#features/attendance-register/choose/start-register.server.ts";
import { findReportClass } from "#features/term-reports/find-report.server.ts";
import { errorKind } from "#runtime/errors.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createFormTeacher, createTeacher, type Colleague } from "#tests/support/builders/people.ts";
import {
  addCoTeacher,
  assignDean,
  createClass,
  createLesson,
  createNextYear,
  createSchool,
  NEXT_YEAR_ID,
  TERM_IDS,
  TEST,
  TODAY,
  type SchoolClass,
} from "#tests/support/builders/school.ts";
import { createStudents, registerStudents } from "#tests/support/builders/students.ts";

/**
 * Covers who has a class or lesson in the current term: before its first day, during it, and when the school is set
 * back.
 */

await freshDatabase();
await createSchool({ flavour: "secondary" });
await createNextYear();
const [FIRST, SECOND, THIRD] = TERM_IDS;
const NEXT = NEXT_YEAR_ID * 10 + 1;
const [former, beside, early, late, next, other] = (await Promise.all(
  Array.from({ length: 6 }, () => createFormTeacher()),
)) as [Colleague, Colleague, Colleague, Colleague, Colleague, Colleague];
const [ended, goesOn, substitute, dean] = (await Promise.all(
  [
    [1, 3],
    [1, 3],
    [1, 3],
    [2, 3],
  ].map((permissions) => createTeacher({ permissions })),
)) as [Colleague, Colleague, Colleague, Colleague];

const old2A = await createClass({ formClassId: "2A", formTeacher: former });
await addCoTeacher(old2A, beside);
await assignDean(old2A, dean);
const old3A = await createClass({ formClassId: "3A", formTeacher: early });
const new2A = await createClass({ formClassId: "2A", formTeacher: other, yearId: NEXT_YEAR_ID });
const new3A = await createClass({ formClassId: "3A", formTeacher: next, yearId: NEXT_YEAR_ID });
const CLASSES: readonly [string, SchoolClass][] = [
  ["2A", old2A],
  ["3A", old3A],
  ["next 2A", new2A],
  ["next 3A", new3A],
];
const [child] = await createStudents(old2A, 1);
if (!child) throw new Error("a student was made");
await createStudents(old3A, 1);
await transaction(TEST, async (t) => {
  const dates = { term_start: "2026-09-07", term_end: "2027-07-02", next_term_start: "2027-09-06" };
  const term = {
    academic_term_id: NEXT,
    academic_year_id: NEXT_YEAR_ID,
    assessment_type: "Mid Term",
  } as const;
  await AcademicTerm.insert({ ...term, ...dates, term: 1, total_sessions: 120 }, t);
});
const gone = await createLesson(ended, old2A, { subject: "Physics" });
const stays = await createLesson(goesOn, old2A, { subject: "Spanish" });
const LESSONS = [gone, stays] as const;

/** 3A and one of its subjects were handed over in the second term; in June a lesson had a substitute. */
await sql(`update class_teachers set to_date = '2026-02-27' where employee_id = ${early.employeeId}`);
await sql(
  `insert into class_teachers (class_id, employee_id, is_lead, from_date) values (${old3A.classId}, ${late.employeeId}, true, '2026-02-28')`,
);
await sql(`update lessons set ended_on = '2026-02-27' where lesson_id = ${gone.lessonId}`);
await sql(
  `insert into substitutes (lesson_id, employee_id, from_date, to_date)
   values (${stays.lessonId}, ${substitute.employeeId}, '2026-06-22', '2026-07-03')`,
);

test("in the last term of a year its teachers have it, and the terms before", async () => {
  expect(await reports(former)).toEqual(["2A 1 read", "2A 2 read", "2A 3 open"]);
  expect(await reports(late)).toEqual(["3A 1 read", "3A 2 read", "3A 3 open"]);
  expect(await reports(early)).toEqual([]);
  expect(await reports(next)).toEqual([]);
  expect(await sheets(ended)).toEqual(["Physics 1 read", "Physics 2 read"]);
  expect(await sheets(goesOn)).toEqual(["Spanish 1 read", "Spanish 2 read", "Spanish 3 open"]);
  expect(await sheets(substitute)).toEqual([]);
});

test.each([
  // Teachers' entry opens on the first day of a term.
  ["between the turn of the year and the first day", `${TODAY} + 20`, "read"],
  ["on the first day", TODAY, "open"],
  ["in the new term", "'2026-09-07'", "open"],
])("%s the new year's teachers have their classes, and nobody else's", async (_, start, state) => {
  await turnedTo(start);

  expect(await reports(next)).toEqual([`next 3A 1 ${state}`]);
  expect(await reports(other)).toEqual([`next 2A 1 ${state}`]);
  expect(await tabsOf(next)).toEqual(["general", "medical", "family"]);
  expect(await tabsOf(other)).toEqual([]);
  expect(await registers(next)).toEqual(["next 3A"]);
  expect(await terms(next)).toEqual([NEXT]);
  expect(await namedFor(NEXT_YEAR_ID)).toEqual([other.employeeId, next.employeeId]);
  for (const colleague of [former, beside, early, late]) {
    expect(await reports(colleague)).toEqual([]);
    expect(await tabsOf(colleague)).toEqual([]);
    expect(await picture(colleague)).toBe(false);
    expect(await registers(colleague)).toEqual([]);
  }
  expect(await sheets(ended)).toEqual(["Physics 1 read", "Physics 2 read"]);
});

test("a register before the first day is still to come, and one of holidays is nobody's to mark", async () => {
  await turnedTo(`${TODAY} + 20`);

  const { go } = await findRegisterToStart(next.person, new URLSearchParams());
  const [, classId, day] = /register\/(\d+)\/([\d-]+)/.exec(go ?? "") ?? [];
  const key = { classId: Number(classId), day: day ?? "", session: 1 };

  expect(key.classId).toBe(new3A.classId);
  expect((await findRegister(next.person, key, noTransaction)).closed?.words).toMatch(/is in the future$/);
});

test("set back to the last term of last year, who had a class or lesson at its end works in that term alone", async () => {
  await turnedTo("'2026-09-07'");
  await setTo(THIRD);

  expect(await reports(former)).toEqual(["2A 3 open"]);
  expect(await reports(beside)).toEqual(["2A 3 open"]);
  expect(await reports(late)).toEqual(["3A 3 open"]);
  expect(await reports(dean)).toEqual(["2A 1 read", "2A 2 read", "2A 3 read"]);
  expect(await registers(former)).toEqual(["2A"]);
  expect(await terms(former)).toEqual([THIRD]);
  expect(await tabsOf(former)).toEqual(["general", "medical", "family"]);
  expect(await picture(former)).toBe(true);
  expect(await sheets(goesOn)).toEqual(["Spanish 1 read", "Spanish 2 read", "Spanish 3 open"]);
  expect(await sheets(substitute)).toEqual(["Spanish 3 open"]);
  expect(await sheets(ended)).toEqual(["Physics 1 read", "Physics 2 read"]);
  expect(await namedFor(20252026)).toEqual([former.employeeId, beside.employeeId, late.employeeId]);
  for (const colleague of [early, next, other]) expect(await reports(colleague)).toEqual([]);
  expect(await registers(next)).toEqual([]);
  expect(await tabsOf(next)).toEqual([]);
});

test("set back to its first term, who handed over later has the class, and the lesson that ended is given", async () => {
  await turnedTo("'2026-09-07'");
  await setTo(FIRST);

  expect(await reports(former)).toEqual(["2A 1 open"]);
  expect(await reports(early)).toEqual(["3A 1 open"]);
  expect(await reports(late)).toEqual([]);
  expect(await sheets(ended)).toEqual(["Physics 1 open"]);
  expect(await sheets(substitute)).toEqual([]);
  expect(await namedFor(20252026)).toEqual([former.employeeId, beside.employeeId, early.employeeId]);
});

test("set back within the year, who has the class today has it too", async () => {
  await sql("delete from registrations where academic_term_id > $1", [THIRD]);
  await sql("update class_teachers set to_date = null where to_date = '2026-07-03'");
  await setTo(SECOND - 1);

  expect(await reports(late)).toEqual(["3A 1 open"]);
  expect(await reports(early)).toEqual(["3A 1 open"]);

  await setTo(THIRD);
  expect(await reports(early)).toEqual([]);
});

/** Puts the school into the state after a rollover of the year, with this first day. */
async function turnedTo(start: string): Promise<void> {
  const ofNext = `class_id in (${new2A.classId}, ${new3A.classId})`;
  await sql(`update academic_terms set term_start = ${start} where academic_term_id = ${NEXT}`);
  await sql(
    `update class_teachers set from_date = (select term_start from academic_terms where academic_term_id = ${NEXT}) where ${ofNext}`,
  );
  await sql(`update class_teachers set to_date = '2026-07-03' where not ${ofNext} and to_date is null`);
  if (child) await registerStudents(new3A, [child], [NEXT]);
  await setTo(NEXT);
}

function setTo(academicTermId: number): Promise<void> {
  return sql("update schools set current_term_id = $1", [academicTermId]);
}

function sql(statement: string, bind: number[] = []): Promise<void> {
  return transaction(TEST, (t) => runQuery(statement, bind, t));
}

/** Lists the reports of all classes and terms that somebody can open, to write or to read. */
async function reports({ person }: Colleague): Promise<string[]> {
  const found: string[] = [];
  for (const [label, { classId }] of CLASSES)
    for (const academicTermId of [...TERM_IDS, NEXT])
      await unless(async () => {
        const { lock } = await findReportClass(person, { classId, academicTermId }, noTransaction);
        found.push(`${label} ${academicTermId % 10} ${lock === "open" ? "open" : "read"}`);
      });
  return found;
}

/** Lists the sheets of all lessons that somebody can open, which their list of lessons names too. */
async function sheets({ person, employeeId }: Colleague): Promise<string[]> {
  const found: string[] = [];
  for (const [place, { lessonId }] of LESSONS.entries())
    for (const academicTermId of [...TERM_IDS, NEXT])
      await unless(async () => {
        const key = { lessonId, academicTermId, testId: 1 as const, fortnightlyTestId: null };
        const { heading, canEdit } = await getVisibleMarkSheet(person, key, noTransaction);
        const ofTerm = { employeeId, academicYearId: heading.academic_year_id, academicTermId };
        const listed = await listLessonsOfTeacher(ofTerm, noTransaction);
        expect(listed.map((item) => item.lesson_id)).toContain(lessonId);
        const isOpen = heading.is_current && canEdit;
        found.push(
          `${place === 0 ? "Physics" : "Spanish"} ${academicTermId % 10} ${isOpen ? "open" : "read"}`,
        );
      });
  return found;
}

async function tabsOf({ person }: Colleague): Promise<readonly string[]> {
  const tabs: string[] = [];
  await unless(async () => {
    tabs.push(...(await getVisibleStudent(person, child?.id ?? 0, noTransaction)).tabs);
  });
  return tabs;
}

async function terms({ person }: Colleague): Promise<number[]> {
  const input = { ...scopeOf(person), studentKey: child?.id ?? 0 };
  return (await listReportCardTerms(input, noTransaction)).map(({ academic_term_id }) => academic_term_id);
}

async function picture({ person }: Colleague): Promise<boolean> {
  const input = { ...scopeOf(person), withLeavers: false, studentId: child?.studentId ?? "" };
  return (await findPictureInScope(input, noTransaction)) !== null;
}

/** Lists the classes that the chooser of registers leads to. */
async function registers({ person }: Colleague): Promise<string[]> {
  const start = await findRegisterToStart(person, new URLSearchParams());
  const urls = start.go === null ? start.choice.classes.map(({ url }) => url) : [start.go];
  return urls.map((url) => CLASSES.find(([, { classId }]) => url.includes(`/${classId}/`))?.[0] ?? "none");
}

/** Lists the people who are named as teachers of the classes of a year. */
async function namedFor(academicYearId: number): Promise<number[]> {
  const input = { employeeId: null, all: true, academicYearId, formClassId: null };
  const classes = await listClassesWithTeachers(input, noTransaction);
  return classes.flatMap(({ teachers }) => teachers.map(({ employee_id }) => employee_id));
}

function scopeOf({ employeeId }: Person) {
  return { employeeId, all: false };
}

async function unless(looking: () => Promise<void>): Promise<void> {
  await looking().catch((error: unknown) => {
    if (errorKind(error) !== "notFound") throw error;
  });
}
