import { expect, test } from "vitest";
import * as substituteRoute from "../../../app/routes/employees/substitute.tsx";
import * as timetableRoute from "../../../app/routes/employees/timetable.tsx";
import { createAuthorToken } from "#access/author.server.ts";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { TIMETABLE_INTENTS } from "#features/employees/timetable/timetable.ts";
import { KEEP_OPEN } from "#domain/form-reply.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createClerk,
  createFormTeacher,
  createTeacher,
  type Colleague,
} from "#tests/support/builders/people.ts";
import {
  createClass,
  createLesson,
  createSchool,
  createSubject,
  TEST,
  type Lesson,
} from "#tests/support/builders/school.ts";
import { chooseLesson, createMark, createStudents } from "#tests/support/builders/students.ts";
import {
  callRoute,
  readFormErrors,
  getRequest,
  postForm,
  readFormValues,
  type Fields,
} from "#tests/support/request.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk();
const std1 = await createClass({ formClassId: "Std 1" });
const formTeacher = await createFormTeacher({ firstName: "Devi", lastName: "Gomez" });
const std2 = await createClass({ formClassId: "Std 2", formTeacher });
const science = await createSubject("Science");
const [pupil] = await createStudents(std1, 1);

test.each([
  ["the dialog", timetableRoute, ""],
  ["substitutes", substituteRoute, "/substitute"],
] as const)("%s: for those who make timetables, of those who work here", async (_, route, under) => {
  const teacher = await createTeacher();
  const params = { employeeId: String(teacher.employeeId) };
  const path = `/app/employees/${teacher.employeeId}/timetable${under}`;

  const read = await Promise.all(
    [clerk, teacher, null].map((visitor) => callRoute(route.loader, getRequest(path, visitor), params)),
  );
  const written = await Promise.all(
    [teacher, null].map((visitor) =>
      callRoute(route.action, postForm(path, fields({}, visitor), visitor), params),
    ),
  );
  const nobody = await callRoute(route.loader, getRequest("/app/employees/99999/timetable", clerk), {
    employeeId: "99999",
  });
  const odd = await callRoute(route.action, postForm(path, fields({ intent: "drop" }), clerk), params);

  expect(read.map(({ status }) => status)).toEqual([200, 403, 302]);
  expect(written.map(({ status }) => status)).toEqual([403, 302]);
  expect(nobody.status).toBe(404);
  expect([400, 422]).toContain(odd.status);
});

test("without script a lesson is added, and the list as it was searched stays under the dialog", async () => {
  const teacher = await createTeacher();
  const query = "?search=ann&page=2";

  const { status, location } = await post(teacher, lessonSent({ class_id: String(std1.classId) }), query);
  const shown = await read(teacher, query);

  expect(status).toBe(302);
  expect(location).toBe(`/app/employees/${teacher.employeeId}/timetable${query}`);
  expect(shown).toMatchObject({
    closeTo: `/app/employees${query}`,
    timetable: { lessons: [{ subject: "Science", classLabel: "Std 1" }] },
  });
});

test.each([
  [{ intent: TIMETABLE_INTENTS.saveLesson, lesson: "new" }, "new-0"],
  [{ intent: TIMETABLE_INTENTS.saveLesson, lesson: "7" }, "7"],
  [{ intent: TIMETABLE_INTENTS.setDeans, "dean Std 99": "on" }, "deans"],
  [{ intent: TIMETABLE_INTENTS.setClass, takes_over: "1", from: "x" }, "class"],
])("a page of before an update names no form: %j is about %s", async (sent, formId) => {
  const teacher = await createTeacher();

  const answer = await post(teacher, sent);

  expect(answer).toMatchObject({ status: 422, body: { formId } });
});

test("half a lesson is not saved, and what was chosen comes back", async () => {
  const teacher = await createTeacher();

  const answer = await post(teacher, lessonSent({ class_id: "" }));

  expect(answer).toMatchObject({ status: 422, body: { formId: "new-0" } });
  expect(readFormErrors(answer)).toEqual({ lesson: "Choose a subject and a class" });
  expect(readFormValues(answer)).toMatchObject({ subject_id: String(science) });
  expect(readFormValues(answer).class_id ?? "").toBe("");
  expect(await lessonsOf(teacher)).toBe(0);
});

test("with script the answer is one of the row's own", async () => {
  const teacher = await createTeacher();
  const lesson = await createLesson(teacher, std1, { subject: "Science" });
  const sent = lessonSent({ class_id: String(std1.classId), [KEEP_OPEN]: "1" });

  const again = await post(teacher, sent);
  const deleted = await post(teacher, {
    ...changeOf(lesson),
    intent: TIMETABLE_INTENTS.deleteLesson,
    [KEEP_OPEN]: "1",
  });
  const gone = await post(teacher, {
    ...changeOf(lesson),
    intent: TIMETABLE_INTENTS.deleteLesson,
    [KEEP_OPEN]: "1",
  });

  expect([again.status, readFormErrors(again)]).toEqual([
    422,
    { lesson: "This lesson is already in the list." },
  ]);
  expect(deleted).toMatchObject({
    status: 200,
    body: { formId: String(lesson.lessonId), result: { kept: 0, left: 0 } },
  });
  expect([gone.status, readFormErrors(gone)]).toEqual([
    409,
    { "": "This lesson is already deleted. Check the list." },
  ]);
});

test("a lesson with marks that is deleted says of how many students they stay, and how many had chosen it", async () => {
  const teacher = await createTeacher();
  const lesson = await createLesson(teacher, std1, { subject: "Chosen", byChoice: true });
  await chooseLesson(lesson, pupil ? [pupil] : []);
  await createMark(pupil ?? { id: 0 }, lesson, { mark: 40 });

  const { location } = await post(teacher, { ...changeOf(lesson), intent: TIMETABLE_INTENTS.deleteLesson });

  expect(location).toBe(`/app/employees/${teacher.employeeId}/timetable?kept=1&left=1`);
  expect(await read(teacher, "?kept=1&left=1")).toMatchObject({
    left: { kept: 1, left: 1 },
    timetable: { lessons: [] },
  });
  expect(await read(teacher, "?kept=<b>&left=-1")).toMatchObject({ left: { kept: 0, left: 0 } });
});

test("a class with a form teacher asks, is shared, and then taken over from a day", async () => {
  const teacher = await createFormTeacher();
  const wanted = { intent: TIMETABLE_INTENTS.setClass, class: String(std2.classId), role: "lead", shown: "" };

  const result = await post(teacher, wanted);
  const shared = await post(teacher, { ...wanted, takes_over: "0", from: "2026-05-04" });
  const stale = await post(teacher, { ...wanted, takes_over: "1", from: "2026-05-04" });
  const { timetable } = await read(teacher);
  const { shown } = timetable.teacherClass;
  const early = await post(teacher, { ...wanted, shown, takes_over: "1", from: "1999-01-01" });
  const noDay = await post(teacher, { ...wanted, shown, takes_over: "1", from: "soon" });
  const taken = await post(teacher, { ...wanted, shown, takes_over: "1", from: "2026-05-04" });

  expect([result.status, Object.keys(readFormErrors(result))]).toEqual([422, ["lead"]]);
  expect(readFormValues(result)).toMatchObject({ class: String(std2.classId) });
  expect(shared.status).toBe(302);
  expect(stale.status).toBe(409);
  expect(timetable.teacherClass).toMatchObject({ value: String(std2.classId), isLead: false });
  expect([early, noDay].map((answer) => Object.keys(readFormErrors(answer)))).toEqual([["from"], ["from"]]);
  expect(taken.status).toBe(302);
});

test("form deans are a secondary school's", async () => {
  const teacher = await createTeacher();
  const primary = await read(teacher);
  await transaction(TEST, (t) => runQuery("update schools set flavour = 'secondary'", [], t));

  const saved = await post(teacher, {
    intent: TIMETABLE_INTENTS.setDeans,
    "dean Std 1": "on",
    "dean Std 3": "on",
  });
  const secondary = await read(teacher);
  const stale = await post(teacher, {
    intent: TIMETABLE_INTENTS.setDeans,
    formId: "deans",
    "dean Std 2": "on",
    "was Std 1": "on",
  });
  await transaction(TEST, (t) => runQuery("update schools set flavour = 'primary'", [], t));

  expect(primary.timetable.dean).toBeNull();
  expect(saved.status).toBe(302);
  expect(secondary.timetable.dean?.chosen).toEqual(["Std 1", "Std 3"]);
  expect(stale).toMatchObject({ status: 409, body: { formId: "deans", initialValue: { deans: "Std 2" } } });
});

test("lessons are given to a substitute from a form, and what is wrong stands by its field", async () => {
  const [teacher, colleague] = [await createTeacher(), await createTeacher()];
  const lesson = await createLesson(teacher, std1, { subject: "Science" });
  const sent = {
    [`lesson-${lesson.lessonId}`]: "on",
    substitute: String(colleague.employeeId),
    from: "2026-06-01",
    to: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
  };

  const wrong = await give(teacher, { ...sent, substitute: "", to: "" });
  const nobody = await give(teacher, { ...sent, substitute: "99999999999" });
  const backwards = await give(teacher, { ...sent, to: "2026-05-01" });
  const given = await give(teacher, sent);
  const { timetable } = await read(teacher);

  expect([wrong, nobody, backwards].map(({ status }) => status)).toEqual([422, 422, 422]);
  expect(readFormValues(wrong)).toMatchObject({ [`lesson-${lesson.lessonId}`]: "on", from: "2026-06-01" });
  expect(Object.keys(readFormErrors(wrong))).toEqual(["substitute", "to"]);
  expect(readFormErrors(nobody)).toEqual({ substitute: "Choose a colleague." });
  expect(Object.keys(readFormErrors(backwards))).toEqual(["to"]);
  expect(given.status).toBe(302);
  expect(timetable.lessons[0]?.substitutes[0]?.words).toContain("1 Jun 2026 to ");
});

function fields(given: Fields, visitor: { accountId: number } | null = clerk): Fields {
  return { author: visitor ? createAuthorToken(visitor) : "", ...given };
}

function post({ employeeId }: Colleague, sent: Fields, query = "") {
  const path = `/app/employees/${employeeId}/timetable${query}`;
  return callRoute(timetableRoute.action, postForm(path, fields(sent), clerk), {
    employeeId: String(employeeId),
  });
}

function give({ employeeId }: Colleague, sent: Fields) {
  const path = `/app/employees/${employeeId}/timetable/substitute`;
  return callRoute(substituteRoute.action, postForm(path, fields(sent), clerk), {
    employeeId: String(employeeId),
  });
}

async function read({ employeeId }: Colleague, query = "") {
  const path = `/app/employees/${employeeId}/timetable${query}`;
  const { body } = await callRoute(timetableRoute.loader, getRequest(path, clerk), {
    employeeId: String(employeeId),
  });
  return body as Awaited<ReturnType<typeof timetableRoute.loader>>;
}

function lessonSent(given: Fields): Fields {
  return { intent: TIMETABLE_INTENTS.saveLesson, formId: "new-0", subject_id: String(science), ...given };
}

function changeOf({ lessonId, subjectId, classId }: Lesson): Fields {
  return { formId: String(lessonId), was_subject: String(subjectId), was_class: String(classId) };
}

async function lessonsOf({ employeeId }: Colleague): Promise<number> {
  const found = await queryRows(
    "select lesson_id from lessons where employee_id = $1",
    [employeeId],
    noTransaction,
  );
  return found.length;
}
