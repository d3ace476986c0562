import { expect, test } from "vitest";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { findSavedCarriedOver } from "#db/queries/rollover/carried-over.ts";
import { formatCarriedOverSum, formatLeftOutItems, type CarriedOver } from "#domain/rollover/rollover.ts";
import { changeNextYear } from "#features/settings/next-year/next-year.server.ts";
import { findCarriedOver } from "#features/rollover/carried/carried-over.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createFormTeacher, createTeacher } from "#tests/support/builders/people.ts";
import {
  addCoTeacher,
  assignDean,
  createClass,
  createLesson,
  createSchool,
  TEST,
  YEAR_ID,
  type Lesson,
} from "#tests/support/builders/school.ts";
import { chooseLesson, createStudents } from "#tests/support/builders/students.ts";
import { rehearsed, completeRollover } from "./rollover-scenario.ts";

/** Covers the new year's classes, lessons, teachers, deans and choices, and the report about the rest. */

await freshDatabase();
await createSchool({ flavour: "secondary" });
const admin = await createAdmin();
const formTeacher = await createFormTeacher({ firstName: "Ann", lastName: "Lee" });
const coLead = await createFormTeacher({ firstName: "Bo", lastName: "Ali" });
const teacher = await createTeacher({ firstName: "Cy", lastName: "Fay" });
const colleague = await createTeacher({ firstName: "Di", lastName: "Roy" });
const leaver = await createFormTeacher({ firstName: "Ed", lastName: "Khan" });

const first = await createClass({ formClassId: "1A", formTeacher });
const second = await createClass({ formClassId: "2A", formTeacher: leaver });
await createClass({ formClassId: "3A" });
await addCoTeacher(first, coLead);
await assignDean(first, colleague);
await assignDean(second, leaver);
const students = await createStudents(first, 3);
await createStudents(second, 1);

const away = await createLesson(teacher, first, { subject: "Mathematics" });
const ownClass = await createLesson(formTeacher, first, { subject: "English" });
const shared = [
  await createLesson(formTeacher, first, { subject: "Reading" }),
  await createLesson(coLead, first, { subject: "Reading" }),
];
const chosen = await createLesson(colleague, first, { subject: "Music", byChoice: true });
const [ended, ofLeaver] = [
  await createLesson(teacher, first, { subject: "Art" }),
  await createLesson(leaver, second, { subject: "Drama" }),
];
await chooseLesson(chosen, students);
await substitute(away, coLead.employeeId);
await substitute(ownClass, colleague.employeeId);
await sql("update lessons set ended_on = '2026-05-04' where lesson_id = $1", [ended.lessonId]);
await sql("update employees set employee_status_id = 2 where employee_id = $1", [leaver.employeeId]);

test("lessons go over to their own teachers, those too that a substitute has, in the class or out of it", async () => {
  const input = { intent: "make", year: String(YEAR_ID) } as const;

  expect(await changeNextYear(admin.person, { input, tab: "classes" })).toMatchObject({ kind: "done" });

  for (const lesson of [away, ownClass, ...shared, chosen]) {
    expect(await carriedTo(lesson)).toEqual([lesson.employeeId]);
  }
  for (const lesson of [ended, ofLeaver]) expect(await carriedTo(lesson)).toEqual([]);
});

test("the rehearsal counts everything, and names with what it means whatever is left out", async () => {
  const found = await ofRehearsal();

  expect(equations(found)).toEqual([
    "classes: 3 carried over + 0 new + 0 left out = 3",
    "lessons: 5 carried over + 0 new + 2 left out = 7",
    "formTeachers: 2 carried over + 0 new + 1 left out = 3",
    "deans: 1 carried over + 0 new + 1 left out = 2",
    "choices: 0 carried over + 0 new + 3 left out = 3",
  ]);
  expect(noteOf(found)).toBe("2 lessons with a substitute go back to the lesson’s own teacher.");
  expect(found.notCarried).toEqual([
    {
      what: "1A, Art, C. Fay",
      why: "The lesson ended on 4 May 2026.",
      means: "1A has no teacher, no mark sheet and no line on report cards for Art.",
      isGrave: true,
    },
    {
      what: "2A, Drama, E. Khan",
      why: "E. Khan has left.",
      means: "2A has no teacher, no mark sheet and no line on report cards for Drama.",
      isGrave: true,
    },
    withoutLead("2A"),
    withoutLead("3A"),
    {
      what: "E. Khan, 2A",
      why: "This teacher has left.",
      means: "This teacher has no reports to write and no register to mark.",
      isGrave: false,
    },
    {
      what: "E. Khan, dean of 2A",
      why: "This dean has left.",
      means: "This dean cannot read the reports and mark sheets of 2A.",
      isGrave: false,
    },
    {
      what: "Music, chosen by 3 students",
      why: "Subject choices are made for one year.",
      means: "These students are on no mark sheet for the subject until you add them under Subjects.",
      isGrave: true,
    },
  ]);
  expect(formatLeftOutItems(found)).toBe(
    "2 lessons, 1 form teacher or co-teacher, 1 dean, 3 subject choices",
  );
});

test("one of two teachers who is left out leaves the class its subject; a new lesson and teacher are counted as new", async () => {
  await sql("delete from lessons where carried_from = $1", [shared[0]?.lessonId ?? 0]);
  const next = await nextClass("1A");
  await createLesson(colleague, next, { subject: "Dance" });
  await addCoTeacher(next, colleague);

  const found = await ofRehearsal();

  expect(equations(found)[1]).toBe("lessons: 4 carried over + 1 new + 3 left out = 8");
  expect(equations(found)[2]).toBe("formTeachers: 2 carried over + 1 new + 1 left out = 4");
  expect(found.notCarried).toContainEqual({
    what: "1A, Reading, A. Lee",
    why: "No teacher was chosen.",
    means: "B. Ali will teach Reading in 1A.",
    isGrave: false,
  });
});

test("a class that disappears is named, and its lessons with it; a subject that is retired too", async () => {
  await sql("update class_moves set repeat_class_id = null where class_id = $1", [second.classId]);
  await sql("update subjects set is_active = false where subject_id = $1", [away.subjectId]);
  await sql("delete from lessons where carried_from = $1", [away.lessonId]);

  const { notCarried, ...found } = await ofRehearsal();

  expect(equations({ ...found, notCarried })[0]).toBe("classes: 2 carried over + 1 new + 1 left out = 4");
  expect(notCarried.map(({ what, why }) => `${what}: ${why}`)).toEqual(
    expect.arrayContaining([
      "2A: No class in 2026-2027 was created from this class.",
      "2A, Drama, E. Khan: 2A has no class in 2026-2027.",
      "1A, Mathematics, C. Fay: Mathematics is no longer taught.",
    ]),
  );
});

test("a run keeps it as it was when it began, whatever changes afterwards", async () => {
  const before = await ofRehearsal();

  const { rollover_id: rolloverId } = await completeRollover(admin);
  await sql("delete from lessons where carried_from is not null", []);

  expect(await findSavedCarriedOver({ rolloverId }, noTransaction)).toEqual(before);
});

async function ofRehearsal(): Promise<CarriedOver> {
  const found = await findCarriedOver(await rehearsed(admin), noTransaction);
  if (!found) throw new Error("the year turns");
  return found;
}

function equations({ lines }: CarriedOver): string[] {
  return lines.map((line) => `${line.kind}: ${formatCarriedOverSum(line)}`);
}

function noteOf({ lines }: CarriedOver): string | undefined {
  return lines.find(({ kind }) => kind === "lessons")?.note;
}

function withoutLead(label: string) {
  return {
    what: `${label}, form teacher`,
    why: "No form teacher was chosen.",
    means: "Nobody writes the reports of the class or marks its register.",
    isGrave: true,
  };
}

/** Lists next year's teachers of the lesson created from this one. */
async function carriedTo({ lessonId }: Lesson): Promise<number[]> {
  const found = await queryRows<{ employee_id: number }>(
    "select employee_id from lessons where carried_from = $1 order by employee_id",
    [lessonId],
    noTransaction,
  );
  return found.map(({ employee_id }) => employee_id);
}

async function nextClass(label: string): Promise<{ classId: number }> {
  const [found] = await queryRows<{ class_id: number }>(
    "select class_id from classes where academic_year_id = $1 and label = $2 order by class_id",
    [YEAR_ID + 10001, label],
    noTransaction,
  );
  return { classId: found?.class_id ?? 0 };
}

function substitute({ lessonId }: Lesson, employeeId: number): Promise<void> {
  return sql(
    `insert into substitutes (lesson_id, employee_id, from_date, to_date)
     values ($1, $2, current_date - 7, current_date + 7)`,
    [lessonId, employeeId],
  );
}

function sql(statement: string, bind: number[]): Promise<void> {
  return transaction(TEST, (t) => runQuery(statement, bind, t));
}
