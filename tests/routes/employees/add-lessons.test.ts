import { expect, test } from "vitest";
import * as addRoute from "../../../app/routes/employees/add-lessons.tsx";
import * as timetableRoute from "../../../app/routes/employees/timetable.tsx";
import { action as undo } from "../../../app/routes/undo.tsx";
import { createAuthorToken } from "#access/author.server.ts";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import type { LessonsToAddView } from "#features/employees/timetable/lessons/add-lessons.server.ts";
import { TIMETABLE_INTENTS } from "#features/employees/timetable/timetable.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createClerk, createTeacher, type Colleague } from "#tests/support/builders/people.ts";
import {
  createClass,
  createLesson,
  createSchool,
  createSubject,
  TEST,
  YEAR_ID,
} from "#tests/support/builders/school.ts";
import { createMark, createStudents } from "#tests/support/builders/students.ts";
import { callRoute, getRequest, postForm, readFormErrors, readNoticeOf } from "#tests/support/request.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk();
const std1 = await createClass({ formClassId: "Std 1" });
const std2 = await createClass({ formClassId: "Std 2" });
const std3 = await createClass({ formClassId: "Std 3" });
const spanish = await createSubject("Spanish");
const [pupil] = await createStudents(std1, 1);
if (!pupil) throw new Error("the class is empty");
const LAST_YEAR = 20242025;
const lastYear = await transaction(TEST, async (t) => {
  await runQuery("insert into academic_years (academic_year_id) values ($1)", [LAST_YEAR], t);
  await runQuery(
    `insert into academic_terms (academic_term_id, academic_year_id, term, term_start, term_end, assessment_type)
     values ($1, $2, 1, '2024-09-02', '2024-12-13', 'Mid Term')`,
    [LAST_YEAR * 10 + 1, LAST_YEAR],
    t,
  );
  return queryRows<{ class_id: number }>(
    `insert into classes (academic_year_id, form_class_id, label) values ($1, 'Std 2', 'Std 2'), ($1, 'Std 5', 'Std 5')
     returning class_id`,
    [LAST_YEAR],
    t,
  );
});

test("one subject is given to several classes at once, and a class with a teacher says so before", async () => {
  const lopez = await createTeacher({ firstName: "Ana", lastName: "Lopez" });
  const teacher = await createTeacher();
  await createLesson(lopez, std1, { subject: "Spanish" });

  const { offers } = await shown(teacher, `?subject=${spanish}`);
  const answer = await add(teacher, `?subject=${spanish}`, [std2.classId, std3.classId]);
  const again = (await shown(teacher, `?subject=${spanish}`)).offers;

  expect(offers.map(({ label, note, isTicked }) => [label, note, isTicked])).toEqual([
    ["Std 1", "A. Lopez teaches this lesson", false],
    ["Std 2", "", false],
    ["Std 3", "", false],
  ]);
  expect(await readNoticeOf(answer)).toMatchObject({ text: "2 lessons added." });
  expect(await lessonsOf(teacher)).toEqual(["Spanish, Std 2", "Spanish, Std 3"]);
  expect(again.map(({ isOffered }) => isOffered)).toEqual([true, false, false]);
});

test("a class that got a teacher after the dialog was opened is not given a second one unseen", async () => {
  const lopez = await createTeacher({ firstName: "Ana", lastName: "Lopez" });
  const teacher = await createTeacher();
  const { subjectId } = await createLesson(lopez, std2, { subject: "French" });
  const path = `/app/employees/${teacher.employeeId}/timetable/add-lessons?subject=${subjectId}`;
  const sent = (free: string) =>
    callRoute(
      addRoute.action,
      postForm(
        path,
        { author: createAuthorToken(clerk), [`lesson.${subjectId}-${std2.classId}`]: "on", free },
        clerk,
      ),
      { employeeId: String(teacher.employeeId) },
    );

  const unseen = await sent(`${subjectId}-${std1.classId} ${subjectId}-${std2.classId}`);
  const before = await lessonsOf(teacher);
  const seen = await sent(`${subjectId}-${std1.classId}`);

  expect([unseen.status, before]).toEqual([409, []]);
  expect(Object.values(readFormErrors(unseen))).toEqual([
    "Std 2: A. Lopez teaches this lesson now. Check the lessons, then try again.",
  ]);
  expect(await readNoticeOf(seen)).toMatchObject({ text: "1 lesson added." });
});

test("nothing ticked, or something that is not offered, adds nothing", async () => {
  const teacher = await createTeacher();

  const none = await add(teacher, `?subject=${spanish}`, []);
  const foreign = await add(teacher, `?subject=${spanish}`, [lastYear[0]?.class_id ?? 0]);

  expect([none, foreign].map(readFormErrors)).toEqual([
    { lessons: "Select at least one lesson." },
    { lessons: "Select at least one lesson." },
  ]);
  expect(await lessonsOf(teacher)).toEqual([]);
});

test("last year's timetable is taken over into this year's classes", async () => {
  const teacher = await createTeacher();
  await transaction(TEST, (t) =>
    runQuery(
      `insert into lessons (employee_id, subject_id, class_id, by_choice)
       select $1, $2, class_id, true from classes where academic_year_id = $3`,
      [teacher.employeeId, spanish, LAST_YEAR],
      t,
    ),
  );
  const from = `?from=${teacher.employeeId}-${LAST_YEAR}`;

  const { sources, offers } = await shown(teacher, from);
  await add(teacher, from, [std2.classId]);

  expect(sources[0]?.label).toBe("Own timetable, 2024-2025 (2 lessons)");
  expect(offers.map(({ label, note, isOffered }) => [label, note, isOffered])).toEqual([
    ["Spanish, Std 2", expect.any(String), true],
    ["Spanish, Std 5", "The school does not have this class this year", false],
  ]);
  expect(await lessonsOf(teacher)).toEqual(["Spanish, Std 2"]);
});

test("two classes of last year that are one class now are one lesson", async () => {
  const teacher = await createTeacher();
  await transaction(TEST, async (t) => {
    await runQuery(
      "insert into classes (academic_year_id, form_class_id, label) values ($1, 'Std 3', 'Std 3 A'), ($1, 'Std 3', 'Std 3 B')",
      [LAST_YEAR],
      t,
    );
    await runQuery(
      `insert into lessons (employee_id, subject_id, class_id, by_choice)
       select $1, $2, class_id, false from classes where academic_year_id = $3 and form_class_id = 'Std 3'`,
      [teacher.employeeId, spanish, LAST_YEAR],
      t,
    );
  });
  const from = `?from=${teacher.employeeId}-${LAST_YEAR}`;

  const { offers } = await shown(teacher, from);
  const answer = await add(teacher, from, [std3.classId]);

  expect(offers.map(({ label }) => label)).toEqual(["Spanish, Std 3"]);
  expect(await readNoticeOf(answer)).toMatchObject({ text: "1 lesson added." });
  expect(await lessonsOf(teacher)).toEqual(["Spanish, Std 3"]);
});

test("the lessons of somebody who left are handed over with their marks", async () => {
  const leaver = await createTeacher({ firstName: "Gone", lastName: "Adams" });
  const teacher = await createTeacher();
  const lesson = await createLesson(leaver, std1, { subject: "Art" });
  await createMark(pupil, lesson, { mark: 61 });
  await setEmployeeStatus(leaver, 2);
  const from = `?from=${leaver.employeeId}-${YEAR_ID}`;

  const { sources, offers } = await shown(teacher, from);
  await add(teacher, from, [std1.classId], lesson.subjectId);

  expect(sources.map(({ label }) => label)).toContainEqual(
    expect.stringMatching(/^Adams, Gone, who left, .*1 lesson/),
  );
  expect(offers).toMatchObject([{ label: "Art, Std 1", isTicked: true }]);
  expect(await lessonsOf(teacher)).toEqual(["Art, Std 1"]);
  expect(await lessonsOf(leaver)).toEqual([]);
});

test("a second teacher for a class is asked about, and saved when it is said again", async () => {
  const lopez = await createTeacher({ firstName: "Ana", lastName: "Lopez" });
  const teacher = await createTeacher();
  const { subjectId } = await createLesson(lopez, std2, { subject: "Music" });
  const sent = {
    intent: TIMETABLE_INTENTS.saveLesson,
    formId: "new-0",
    subject_id: String(subjectId),
    class_id: String(std2.classId),
  };

  const question = await post(teacher, sent);
  const before = await lessonsOf(teacher);
  const saved = await post(teacher, { ...sent, told: `${subjectId}-${std2.classId}` });

  expect(readFormErrors(question)).toEqual({
    told: "A. Lopez already teaches this lesson. Press Save to add a second teacher.",
  });
  expect([before, saved.status, await lessonsOf(teacher)]).toEqual([[], 302, ["Music, Std 2"]]);
});

test.each([
  ["without marks", false],
  ["with marks", true],
])("a deleted lesson %s comes back by its author's undo only", async (_, hasMarks) => {
  const teacher = await createTeacher();
  const lesson = await createLesson(teacher, std1, { subject: hasMarks ? "Drama" : "Dance" });
  if (hasMarks) await createMark(pupil, lesson, { mark: 50 });
  const colleague = await createClerk();

  const deleted = await post(teacher, {
    intent: TIMETABLE_INTENTS.deleteLesson,
    formId: String(lesson.lessonId),
    was_subject: String(lesson.subjectId),
    was_class: String(lesson.classId),
  });
  const notice = await readNoticeOf(deleted);
  const gone = await lessonsOf(teacher);
  const refused = await undone(notice?.undo, colleague);
  const back = await undone(notice?.undo, clerk);

  const title = `${hasMarks ? "Drama" : "Dance"}, Std 1`;
  expect([notice?.text, gone]).toEqual([`${title} deleted.`, []]);
  expect(await readNoticeOf(refused)).toMatchObject({ tone: "refused" });
  expect(await readNoticeOf(back)).toMatchObject({ text: `Undone: ${title} deleted.` });
  expect(await lessonsOf(teacher)).toEqual([title]);
});

test("an undo says who has the lesson by now, and gives nothing to a teacher who left", async () => {
  const teacher = await createTeacher();
  const lopez = await createTeacher({ firstName: "Ana", lastName: "Lopez" });
  const lesson = await createLesson(teacher, std2, { subject: "Chess" });
  const deleted = await post(teacher, {
    intent: TIMETABLE_INTENTS.deleteLesson,
    formId: String(lesson.lessonId),
    was_subject: String(lesson.subjectId),
    was_class: String(lesson.classId),
  });
  const notice = await readNoticeOf(deleted);
  await createLesson(lopez, std2, { subject: "Chess" });

  await setEmployeeStatus(teacher, 2);
  const refused = await undone(notice?.undo, clerk);
  await setEmployeeStatus(teacher, 1);
  const back = await undone(notice?.undo, clerk);

  expect(await readNoticeOf(refused)).toMatchObject({
    tone: "refused",
    text: "Undo failed: Chess, Std 2 deleted. The teacher has since left the school.",
  });
  expect(await readNoticeOf(back)).toMatchObject({
    text: "Undone: Chess, Std 2 deleted. A. Lopez already teaches this lesson.",
  });
});

test("an undo needs the permission that the change needed", async () => {
  const teacher = await createTeacher();
  const lesson = await createLesson(teacher, std3, { subject: "Law" });
  const passing = await createClerk();
  const deleted = await post(
    teacher,
    {
      intent: TIMETABLE_INTENTS.deleteLesson,
      formId: "1",
      was_subject: String(lesson.subjectId),
      was_class: String(lesson.classId),
    },
    passing,
  );
  const notice = await readNoticeOf(deleted);
  await transaction(TEST, (t) =>
    runQuery(
      "delete from account_permissions where account_id = $1 and user_permission_id = 4",
      [passing.accountId],
      t,
    ),
  );

  const { status } = await undone(notice?.undo, passing);

  expect(status).toBe(403);
  expect((await undone(notice?.undo, null)).status).toBe(302);
  expect(await lessonsOf(teacher)).toEqual([]);
});

function setEmployeeStatus({ employeeId }: Colleague, status: number) {
  return transaction(TEST, (t) =>
    runQuery("update employees set employee_status_id = $2 where employee_id = $1", [employeeId, status], t),
  );
}

type Visitor = Awaited<ReturnType<typeof createClerk>>;

async function shown({ employeeId }: Colleague, query: string): Promise<LessonsToAddView> {
  const path = `/app/employees/${employeeId}/timetable/add-lessons${query}`;
  const { body } = await callRoute(addRoute.loader, getRequest(path, clerk), {
    employeeId: String(employeeId),
  });
  return (body as { shown: LessonsToAddView }).shown;
}

function add({ employeeId }: Colleague, query: string, classIds: readonly number[], subjectId = spanish) {
  const path = `/app/employees/${employeeId}/timetable/add-lessons${query}`;
  const boxes = Object.fromEntries(classIds.map((classId) => [`lesson.${subjectId}-${classId}`, "on"]));
  const request = postForm(path, { author: createAuthorToken(clerk), ...boxes }, clerk);
  return callRoute(addRoute.action, request, { employeeId: String(employeeId) });
}

function post({ employeeId }: Colleague, sent: Record<string, string>, visitor: Visitor = clerk) {
  const path = `/app/employees/${employeeId}/timetable`;
  const request = postForm(path, { author: createAuthorToken(visitor), ...sent }, visitor);
  return callRoute(timetableRoute.action, request, { employeeId: String(employeeId) });
}

function undone(changeId: number | undefined, visitor: Visitor | null) {
  const author = visitor ? createAuthorToken(visitor) : "";
  const request = postForm(`/app/undo/${changeId}`, { author, to: "/app/employees" }, visitor);
  return callRoute(undo, request, { changeId: String(changeId) });
}

async function lessonsOf({ employeeId }: Colleague): Promise<string[]> {
  const found = await queryRows<{ title: string }>(
    `select s.title || ', ' || c.label as title
       from lessons l join subjects s using (subject_id) join classes c using (class_id)
      where l.employee_id = $1 and l.ended_on is null and c.academic_year_id = $2
      order by 1`,
    [employeeId, YEAR_ID],
    noTransaction,
  );
  return found.map(({ title }) => title);
}
