import { expect, test } from "vitest";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createClerk, createTeacher, type Colleague } from "#tests/support/builders/people.ts";
import {
  callRoute,
  readFormErrors,
  readNoticeOf,
  getRequest,
  postForm,
  readFormValues,
  type Fields,
  type Visitor,
} from "#tests/support/request.ts";
import {
  createClass,
  createLesson,
  createSchool,
  createSubject,
  TEST,
  YEAR_ID,
} from "#tests/support/builders/school.ts";
import { chooseLesson, createMark, createStudents, type Student } from "#tests/support/builders/students.ts";
import type { SubjectCandidatesView } from "#features/subjects/add/add.server.ts";
import type { Roster, SubjectsList } from "#features/subjects/assignment.rules.ts";
import { loader as listLoader } from "../../../app/routes/subjects/list.tsx";
import { action, loader } from "../../../app/routes/subjects/subject.tsx";
import { action as undo } from "../../../app/routes/undo.tsx";
import { action as addAction, loader as addLoader } from "../../../app/routes/subjects/add.tsx";

await freshDatabase();
await createSchool();
const clerk = await createClerk();
const pierre = await createTeacher({ firstName: "Carol", lastName: "Pierre" });
const villafana = await createTeacher({ firstName: "Maria", lastName: "Villafaña" });
const std4R = await createClass({ formClassId: "Std 4", label: "Std 4 R" });
const std4C = await createClass({ formClassId: "Std 4", label: "Std 4 C" });
const spanish = await createSubject("Spanish");
const lesson = await createLesson(pierre, std4R, { subject: "Spanish", byChoice: true });
await createLesson(villafana, std4R, { subject: "Spanish", byChoice: true });
await createLesson(pierre, std4C, { subject: "Spanish" });

test.each([{ permissions: [1, 2, 3, 6, 7, 10] }])(
  "whoever assigns no subjects is refused everywhere, %j",
  async (account) => {
    const other = await createTeacher(account);

    const answers = await Promise.all([
      callRoute(listLoader, getRequest("/app/subjects", other)),
      callRoute(loader, getRequest(at(), other), params()),
      callRoute(action, postForm(at(), { intent: "save" }, other), params()),
      callRoute(addLoader, getRequest(`${at()}/add`, other), params()),
      callRoute(addAction, postForm(`${at()}/add`, {}, other), params()),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  },
);

test("a page of before an update, which names no form, is told of a refusal in the form of all rows", async () => {
  const answer = await callRoute(
    action,
    postForm(at(), { intent: "save", "w-999999": "1", "t-999999": "2" }, clerk),
    params(),
  );

  expect(answer).toMatchObject({ status: 422, body: { formId: "roster" } });
});

test("subjects are found by name, without accents, and by ID", async () => {
  await createSubject("Français");

  const byName = await callRoute(listLoader, getRequest("/app/subjects?search=francais", clerk));
  const byId = await callRoute(listLoader, getRequest(`/app/subjects?search=${spanish}`, clerk));

  expect((byName.body as SubjectsList).subjects.map(({ title }) => title)).toEqual(["Français"]);
  expect((byId.body as SubjectsList).subjects.map(({ title }) => title)).toEqual(["Spanish"]);
});

test("a subject that there is not is not found", async () => {
  const answer = await callRoute(loader, getRequest("/app/subjects/999999", clerk), { subjectId: "999999" });

  expect(answer.status).toBe(404);
});

test("students and a whole class are added with their teacher, and counted before", async () => {
  const own = await createClass({ formClassId: "Std 5", label: "Std 5 N" });
  await createLesson(pierre, own, { subject: "Spanish", byChoice: true });
  const [first, second, third] = await three(own);
  await add({ [`s-${first.id}`]: "on", by: String(pierre.employeeId) });

  const looked = await callRoute(
    addLoader,
    getRequest(`${at()}/add?find=std+5+n&c-${own.classId}=on`, clerk),
    params(),
  );
  const answer = await add({ [`c-${own.classId}`]: "on", by: String(pierre.employeeId) });

  const { students, classes, chosen } = looked.body as SubjectCandidatesView;
  expect(students.map(({ isAssigned }) => isAssigned)).toEqual([true, false, false]);
  expect([classes.map((held) => held.students), chosen]).toEqual([[2], 2]);
  expect([answer.status, answer.location]).toEqual([302, at()]);
  expect(await teachersOf(first, second, third)).toEqual(Array(3).fill(pierre.employeeId));
});

test.each<[string, Fields, Record<string, string>]>([
  ["no student", { by: "T" }, { find: "Choose a student first." }],
  ["no teacher", { "s-S": "on" }, { by: "Choose a teacher." }],
  ["neither", {}, { find: "Choose a student first.", by: "Choose a teacher." }],
  [
    "a teacher who is not there",
    { "s-S": "on", by: "999999" },
    { by: "This teacher is not a current employee. Choose another teacher." },
  ],
  [
    "a student who is not there",
    { "s-999999": "on", by: "T" },
    { find: "Choose students who are in a class this term." },
  ],
])("%s is refused beside its field, and nothing is added", async (_what, fields, errors) => {
  const [student] = await three(std4R);
  const meant = JSON.stringify(fields)
    .replace("s-S", `s-${student.id}`)
    .replace('"T"', `"${pierre.employeeId}"`);

  const answer = await add(JSON.parse(meant) as Fields);

  expect([answer.status, readFormErrors(answer)]).toEqual([422, errors]);
  expect(await teachersOf(student)).toEqual([null]);
});

test("a teacher without a lesson by choice in the class is refused by name, and so is who has the subject", async () => {
  const [inC] = await three(std4C);
  const [has, other] = await three(std4R);
  await chooseLesson(lesson, [has]);

  const notTheirs = await add({ [`s-${inC.id}`]: "on", by: String(villafana.employeeId) });
  const ofAll = await add({ [`s-${inC.id}`]: "on", by: String(pierre.employeeId) });
  const already = await add({
    [`s-${has.id}`]: "on",
    [`s-${other.id}`]: "on",
    by: String(pierre.employeeId),
  });

  expect(readFormErrors(notTheirs)).toEqual({ by: "M. Villafaña does not teach Spanish in Std 4 C." });
  expect(readFormErrors(ofAll)["by"]).toContain(
    "the lesson is not marked ‘only students who chose the subject’",
  );
  expect([already.status, readFormErrors(already)]).toEqual([
    409,
    { find: `${has.firstName} ${has.lastName} already has Spanish.` },
  ]);
  expect(await teachersOf(inC, other)).toEqual([null, null]);
});

test("a row is given to another teacher, and the marks that were given stay and are said", async () => {
  const [student] = await three(std4R);
  await chooseLesson(lesson, [student]);
  await createMark(student, lesson, { mark: 61 });

  const answer = await post({ intent: "save", alone: "1", ...rowOf(student, pierre, villafana) });

  expect([answer.status, answer.body]).toMatchObject([
    200,
    { result: "1 mark given in Spanish stays as it is." },
  ]);
  expect(await teachersOf(student)).toEqual([villafana.employeeId]);
  expect(await marksOf(student)).toEqual([61]);
});

test("each row is judged alone: one that a colleague changed meanwhile is told and not written over", async () => {
  const [changed, free] = await three(std4R);
  await chooseLesson(lesson, [changed, free]);
  await post({ intent: "save", ...rowOf(changed, pierre, villafana) });

  const answer = await post({
    intent: "set",
    set: String(pierre.employeeId),
    [`s-${changed.id}`]: "on",
    [`w-${changed.id}`]: String(pierre.employeeId),
    [`s-${free.id}`]: "on",
    [`w-${free.id}`]: String(pierre.employeeId),
  });

  expect(answer.status).toBe(422);
  expect(readFormErrors(answer)).toEqual({
    [`w-${changed.id}`]: `${changed.firstName} ${changed.lastName}: the teacher was changed to M. Villafaña`,
  });
  expect(readFormValues(answer)).toMatchObject({ [`s-${free.id}`]: "on", set: String(pierre.employeeId) });
  expect(await teachersOf(free)).toEqual([pierre.employeeId]);
  expect(await teachersOf(changed)).toEqual([villafana.employeeId]);
});

test("what is sent twice, or by two clerks at once, is done once and told to the other", async () => {
  const [moved, added] = await three(std4R);
  await chooseLesson(lesson, [moved]);
  const other = await createClerk();
  const input = { intent: "add", [`s-${added.id}`]: "on", by: String(pierre.employeeId) };

  const first = await post({ intent: "save", alone: "1", ...rowOf(moved, pierre, villafana) });
  const again = await post({ intent: "save", alone: "1", ...rowOf(moved, pierre, villafana) });
  const both = await Promise.all(
    [clerk, other].map((visitor) => callRoute(addAction, postForm(`${at()}/add`, input, visitor), params())),
  );

  expect([first.status, again.status]).toEqual([200, 200]);
  expect(both.map(({ status }) => status).sort()).toEqual([302, 409]);
  expect(await teachersOf(moved, added)).toEqual([villafana.employeeId, pierre.employeeId]);
});

test("two clerks who move a student at once: the second is told who has the student now", async () => {
  const third = await createTeacher({ firstName: "Ann", lastName: "Bisnath" });
  await createLesson(third, std4R, { subject: "Spanish", byChoice: true });
  const [student] = await three(std4R);
  await chooseLesson(lesson, [student]);

  const answers = await Promise.all(
    [villafana, third].map((wanted) =>
      post({ intent: "save", alone: "1", ...rowOf(student, pierre, wanted) }),
    ),
  );

  const refused = answers.filter(({ status }) => status === 422);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect(refused.map((answer) => Object.keys(readFormErrors(answer)))).toEqual([[`w-${student.id}`]]);
});

test("a student whom a colleague took out meanwhile is named as gone, and not given back", async () => {
  const [gone] = await createStudents(std4R, [{ firstName: "Naomi", lastName: "Guerra" }]);
  if (!gone) throw new Error("no student");

  const answer = await post({ intent: "save", ...rowOf(gone, pierre, villafana) });

  expect([answer.status, readFormErrors(answer)]).toEqual([
    422,
    { [`s-${gone.id}`]: "Naomi Guerra: the student no longer has Spanish" },
  ]);
  expect(await teachersOf(gone)).toEqual([null]);
});

test("a whole class that has the subject by now is said so", async () => {
  const own = await createClass({ formClassId: "Std 5", label: "Std 5 K" });
  const only = await createLesson(pierre, own, { subject: "Spanish", byChoice: true });
  await chooseLesson(only, await three(own));

  const late = await add({ [`c-${own.classId}`]: "on", by: String(pierre.employeeId) });

  expect([late.status, readFormErrors(late)]).toEqual([
    409,
    { find: "The whole class already has Spanish." },
  ]);
});

test("without script a search keeps what is looked for and ticked in its address", async () => {
  const [student] = await three(std4R);
  const fields = { intent: "find", find: "std 4", by: String(pierre.employeeId), [`s-${student.id}`]: "on" };

  const answer = await callRoute(addAction, postForm(`${at()}/add?name=ali`, fields, clerk), params());

  const place = `${at()}/add?name=ali&find=std+4&by=${pierre.employeeId}&s-${student.id}=on`;
  expect([answer.status, answer.location]).toEqual([302, place]);
});

test("a class is found by its number, and not everybody whose ID has the digit", async () => {
  const own = await createClass({ formClassId: "Std 3", label: "Std 3 777" });
  await createStudents(own, [{ studentId: "SR-1", lastName: "Ali" }]);
  await createStudents(std4R, [{ studentId: "SR-777X", lastName: "Guerra" }]);
  const found = async (words: string) => {
    const { body } = await callRoute(addLoader, getRequest(`${at()}/add?find=${words}`, clerk), params());
    return (body as SubjectCandidatesView).students.map(({ name }) => name.split(",")[0]);
  };

  expect(await found("std 3 777")).toEqual(["Ali"]);
  expect(await found("777")).toEqual(["Ali"]);
  expect(await found("SR-777")).toEqual(["Guerra"]);
});

test("a student is taken out, and the marks stay; one whom a colleague moved meanwhile is not", async () => {
  const [gone, moved] = await three(std4R);
  await chooseLesson(lesson, [gone, moved]);
  await createMark(gone, lesson, { mark: 70 });
  await post({ intent: "save", ...rowOf(moved, pierre, villafana) });

  const deleted = await post({ intent: `delete-${gone.id}`, [`w-${gone.id}`]: String(pierre.employeeId) });
  const refused = await post({ intent: `delete-${moved.id}`, [`w-${moved.id}`]: String(pierre.employeeId) });

  expect(deleted.status).toBe(302);
  expect(refused.status).toBe(409);
  expect(await teachersOf(gone, moved)).toEqual([null, villafana.employeeId]);
  expect(await marksOf(gone)).toEqual([70]);
});

const SET_YEAR_OF_CHANGES =
  "update undoable_changes set change = change || jsonb_build_object('academicYearId', $1::integer)";

test("a student who was taken out comes back by undo, but not in another school year", async () => {
  const [gone] = await three(std4R);
  await chooseLesson(lesson, [gone]);
  const deleted = await post({ intent: `delete-${gone.id}`, [`w-${gone.id}`]: String(pierre.employeeId) });
  const changeId = String((await readNoticeOf(deleted))?.undo);
  const undone = () => callRoute(undo, postForm(`/app/undo/${changeId}`, { to: at() }, clerk), { changeId });
  const setYear = (year: number) => transaction(TEST, (t) => runQuery(SET_YEAR_OF_CHANGES, [year], t));

  await setYear(YEAR_ID - 10001);
  const refused = await undone();
  const before = await teachersOf(gone);
  await setYear(YEAR_ID);
  const back = await undone();

  expect([await noticeOf(refused), before, await noticeOf(back), await teachersOf(gone)]).toEqual([
    "Undo failed: 1 student deleted from Spanish. A new school year has started since.",
    [null],
    "Undone: 1 student deleted from Spanish.",
    [pierre.employeeId],
  ]);
});

test("two clerks who take the same students out: the second is told whom the first took out", async () => {
  const [gone, left] = await createStudents(std4R, [{ firstName: "Naomi", lastName: "Guerra" }, {}]);
  if (!gone || !left) throw new Error("no students");
  await chooseLesson(lesson, [gone, left]);
  const ticked = (...students: Student[]) =>
    Object.fromEntries(
      students.flatMap(({ id }) => [
        [`s-${id}`, "on"],
        [`w-${id}`, String(pierre.employeeId)],
      ]),
    );

  const first = await post({ intent: "delete", ...ticked(gone) });
  const second = await post({ intent: "delete", ...ticked(gone, left) });
  const third = await post({ intent: "delete", ...ticked(gone) });

  expect(await Promise.all([first, second, third].map(noticeOf))).toEqual([
    "1 student deleted from Spanish.",
    "1 student deleted from Spanish. Naomi Guerra: already deleted.",
    "No students were deleted from Spanish. Naomi Guerra: already deleted.",
  ]);
});

test("the roster is narrowed by name, class and teacher", async () => {
  const subjectId = await createSubject("Art");
  const art = await createLesson(pierre, std4R, { subject: "Art", byChoice: true });
  const [ali] = await createStudents(std4R, [{ lastName: "Ali" }, { lastName: "Guerra" }]);
  await chooseLesson(art, ali ? [ali] : []);
  const found = async (query: string) => {
    const path = `/app/subjects/${subjectId}${query}`;
    const { body } = await callRoute(loader, getRequest(path, clerk), { subjectId: String(subjectId) });
    return (body as Roster).students.map(({ lastName }) => lastName);
  };

  expect(await found("")).toEqual(["Ali"]);
  expect(await found("?name=al")).toEqual(["Ali"]);
  expect(await found("?name=guerra")).toEqual([]);
  expect(await found(`?class=${std4R.classId}&teacher=${pierre.employeeId}`)).toEqual(["Ali"]);
  expect(await found(`?teacher=${villafana.employeeId}`)).toEqual([]);
});

function at(): string {
  return `/app/subjects/${spanish}`;
}

function params() {
  return { subjectId: String(spanish) };
}

function post(fields: Fields, visitor: Visitor = clerk) {
  return callRoute(action, postForm(at(), fields, visitor), params());
}

function add(fields: Fields) {
  return callRoute(addAction, postForm(`${at()}/add`, { intent: "add", ...fields }, clerk), params());
}

function rowOf({ id }: Student, was: Colleague, wanted: Colleague): Fields {
  return { [`w-${id}`]: String(was.employeeId), [`t-${id}`]: String(wanted.employeeId) };
}

async function three(schoolClass: typeof std4R): Promise<[Student, Student, Student]> {
  return (await createStudents(schoolClass, 3)) as [Student, Student, Student];
}

const noticeOf = async (answer: Parameters<typeof readNoticeOf>[0]) => (await readNoticeOf(answer))?.text;

async function teachersOf(...students: Student[]): Promise<(number | null)[]> {
  const found = await queryRows<{ student_key: number; employee_id: number }>(
    "select student_key, employee_id from student_subject_assignments where subject_id = $1 order by student_key",
    [spanish],
    noTransaction,
  );
  return students.map(({ id }) => found.find(({ student_key }) => student_key === id)?.employee_id ?? null);
}

async function marksOf({ id }: Student): Promise<number[]> {
  const found = await queryRows<{ mark: number }>(
    "select mark::float8 as mark from marks where student_key = $1 order by mark",
    [id],
    noTransaction,
  );
  return found.map(({ mark }) => mark);
}
