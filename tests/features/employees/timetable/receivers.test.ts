import { expect, test } from "vitest";
import { noTransaction, queryRow, runQuery, transaction } from "#db/index.ts";
import { assignSubstitute } from "#features/employees/timetable/substitute/substitute.server.ts";
import { addStudentsToSubject, changeSubjectTeachers } from "#features/subjects/assign-students.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { waitForLockWait } from "#tests/support/locks.ts";
import { createClerk, createTeacher } from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, TEST, TODAY } from "#tests/support/builders/school.ts";
import { chooseLesson, createStudents } from "#tests/support/builders/students.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk();
const std1 = await createClass({ formClassId: "Std 1" });
const day = await today();
let made = 0;

type Given = Awaited<ReturnType<typeof given>>;

const LEAVES = "update employees set employee_status_id = 3 where employee_id = $1";
const TEACHES_ALL = `update lessons set by_choice = false
  where employee_id in (select employee_id from employees where employee_id = $1 for no key update)`;

test.each([
  ["lessons", LEAVES, lendLesson, "Choose a colleague."],
  ["a new student", LEAVES, addStudent, "This teacher is not a current employee."],
  ["a colleague's student", LEAVES, moveStudent, "this teacher is not a current employee"],
  ["a student by a lesson that is by choice no longer", TEACHES_ALL, addStudent, "to all of Std 1"],
])(
  "who receives %s is looked at once what is under way with them is done",
  async (_, change, give, fault) => {
    const school = await given();
    const { receiver } = school;

    const giving = await transaction(TEST, async (t) => {
      await runQuery(change, [receiver.employeeId], t);
      const begun = give(school);
      await waitForLockWait();
      return { begun };
    });

    expect(JSON.stringify(await giving.begun)).toContain(fault);
  },
);

/** Creates a lesson by choice with two students, one of whom chose it, and a colleague who has one too. */
async function given() {
  made += 1;
  const [teacher, receiver] = [await createTeacher(), await createTeacher()];
  const subject = `Subject ${made}`;
  const lesson = await createLesson(teacher, std1, { subject, byChoice: true });
  await createLesson(receiver, std1, { subject, byChoice: true });
  const [student, fresh] = await createStudents(std1, 2);
  if (!student || !fresh) throw new Error("the class has no students");
  await chooseLesson(lesson, [student]);
  return { lesson, teacher, receiver, student, fresh };
}

function lendLesson({ lesson, teacher, receiver }: Given): Promise<unknown> {
  return assignSubstitute(clerk.person, {
    employeeId: teacher.employeeId,
    lessonIds: [lesson.lessonId],
    substituteId: receiver.employeeId,
    from: day,
    to: day,
    url: "",
  });
}

function addStudent({ lesson: { subjectId }, receiver, fresh }: Given): Promise<unknown> {
  const { employeeId } = receiver;
  return addStudentsToSubject(clerk.person, { subjectId, studentKeys: [fresh.id], employeeId });
}

async function moveStudent({ lesson: { subjectId }, teacher, receiver, student }: Given): Promise<unknown> {
  const change = { studentKey: student.id, was: teacher.employeeId, employeeId: receiver.employeeId };
  const { refused } = await changeSubjectTeachers(clerk.person, { subjectId, changes: [change] });
  return [...refused.values()];
}

async function today(): Promise<string> {
  const found = await queryRow<{ day: string }>(`select ${TODAY}::text as day`, [], noTransaction);
  if (!found) throw new Error("the database does not know what day it is");
  return found.day;
}
