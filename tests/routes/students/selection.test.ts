import { beforeEach, expect, test } from "vitest";
import { action as removeStudent } from "../../../app/routes/students/delete.tsx";
import { loader as list } from "../../../app/routes/students/list.tsx";
import { loader as exportFile } from "../../../app/routes/students/import/files.tsx";
import { action as change, loader as dialog } from "../../../app/routes/students/selection/batch.tsx";
import { loader as print } from "../../../app/routes/students/selection/print.tsx";
import { action as post } from "../../../app/routes/students/selection/selection.tsx";
import { action as tick } from "../../../app/routes/students/selection/ticks.tsx";
import { action as undo } from "../../../app/routes/undo.tsx";
import { noTransaction, queryRow, queryRows, transaction } from "#db/index.ts";
import { House } from "#db/models/look-ups.ts";
import { Student } from "#db/models/people.ts";
import { StudentDocument, StudentFamily } from "#db/models/student-records.ts";
import type { StudentsList } from "#features/students/list/students.rules.ts";
import type { SelectionChangeView } from "#features/students/selection/batch.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  type SignedIn,
} from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, TEST } from "#tests/support/builders/school.ts";
import { createMark, createStudents } from "#tests/support/builders/students.ts";
import {
  callRoute,
  getRequest,
  postForm,
  readFormErrors,
  readNoticeOf,
  sendJson,
} from "#tests/support/request.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const clerk = await createClerk();
const colleague = await createClerk();
const formTeacher = await createFormTeacher();
const other = await createFormTeacher();
const std4 = await createClass({ formClassId: "Std 4", label: "Std 4 R", formTeacher });
const std1 = await createClass({ formClassId: "Std 1", label: "Std 1 M", formTeacher: other });
const lesson = await createLesson(formTeacher, std4);
const [ann, ben, cyd] = await createStudents(std4, [
  { firstName: "Ann", lastName: "Abel", studentId: "A" },
  { firstName: "Ben", lastName: "Bird", studentId: "B" },
  { firstName: "Cyd", lastName: "Cox", studentId: "C" },
]);
const [dan] = await createStudents(std1, [{ firstName: "Dan", lastName: "Day", studentId: "D" }]);
if (!ann || !ben || !cyd || !dan) throw new Error("a student is missing");
const ids = { A: ann.id, B: ben.id, C: cyd.id, D: dan.id };
const [ibis, scarlet] = await transaction(TEST, async (t) => {
  const houses = [await House.insert({ house: "Ibis" }, t), await House.insert({ house: "Scarlet" }, t)];
  for (const id of [ids.A, ids.D]) await Student.update({ house_id: houses[0]?.house_id ?? 0 }, { id }, t);
  await Student.update({ birth_certificate_pin: "pending" }, { id: ids.B }, t);
  const paper = { original_name: "a.pdf", file_name: "a.pdf" };
  await queryRows(
    "insert into files (file_name, kind, media_type, bytes, sha256) values ('a.pdf', 'document', 'application/pdf', 9, 'a')",
    [],
    t,
  );
  await StudentDocument.insert({ ...paper, student_key: ids.A, description: "Birth Certificate" }, t);
  await StudentFamily.insert(
    { student_key: ids.A, relationship: 2, name: "Eve Abel", phone_mobile: "5550127" },
    t,
  );
  await StudentFamily.insert(
    { student_key: ids.C, relationship: 4, name: "Lea Cox", phone_second: "5550128" },
    t,
  );
  return houses.map(({ house_id }) => house_id);
});

beforeEach(async () => {
  for (const visitor of [clerk, colleague, admin]) await sent({ intent: "clear" }, visitor);
});

test.each([
  [`class=${std4.classId}`, ["A", "B", "C"]],
  ["level=3", ["D"]],
  [`house=${ibis}`, ["A", "D"]],
  [`house=${ibis}&class=${std1.classId}`, ["D"]],
  [`house=${ibis}&search=abel`, ["A"]],
  ["missing=certificate", ["B", "C", "D"]],
  ["missing=card", ["A", "B", "C", "D"]],
  ["missing=phone", ["B", "D"]],
  ["missing=picture", ["A", "B", "C", "D"]],
  ["missing=pin", ["B"]],
  ["missing=pin&level=3", []],
  ["class=999999&missing=drop+table", []],
  ["only=selected", []],
])("%s lists %j for the office", async (query, expected) => {
  const { students, found, total } = await listed(`?${query}`, clerk);

  expect(students.map(({ studentId }) => studentId)).toEqual(expected);
  expect([found, total]).toEqual([expected.length, 4]);
});

test("a form teacher filters the own class only, learns of no phone and selects nobody", async () => {
  const own = await listed(`?house=${ibis}`, formTeacher);
  const ofPhone = await listed("?missing=phone", formTeacher);
  const others = await listed(`?class=${std1.classId}`, formTeacher);
  const selected = await listed("?only=selected", formTeacher);

  expect(own.students.map(({ studentId }) => studentId)).toEqual(["A"]);
  expect(own.choices.classes.map(({ label }) => label)).toEqual(["Std 4 R"]);
  expect([ofPhone.found, ofPhone.params.filters.missing]).toEqual([3, null]);
  expect(ofPhone.choices.missing.map(({ value }) => value)).not.toContain("phone");
  expect([others.found, selected.found, own.selection]).toEqual([0, 3, null]);
});

test("a list of what is missing says of each student what else is", async () => {
  const { students } = await listed("?missing=card", clerk);

  expect(students.map(({ missing }) => missing)).toEqual([
    ["No immun. card", "No picture"],
    ["No birth cert.", "No immun. card", "No phone", "No picture", "No pin"],
    ["No birth cert.", "No immun. card", "No picture"],
    ["No birth cert.", "No immun. card", "No phone", "No picture"],
  ]);
});

test("ticks of one page stay when another page is posted, and are the session's own", async () => {
  await sent({ shown: `${ids.A} ${ids.B}`, [`tick.${ids.A}`]: "on", [`tick.${ids.B}`]: "on" }, clerk);

  const answer = await sent(
    { shown: `${ids.B} ${ids.C}`, [`tick.${ids.C}`]: "on", page: "2", search: "o" },
    clerk,
  );

  expect([answer.status, answer.location]).toEqual([302, "/app/students?search=o&page=2"]);
  expect(await selectedBy(clerk)).toEqual(["A", "C"]);
  expect(await selectedBy(colleague)).toEqual([]);
});

test("ticks that are kept without another page lead back to the open page", async () => {
  const kept = await sent(
    { intent: "keep", shown: String(ids.A), at: "2", class: String(std4.classId) },
    clerk,
  );
  const searched = await sent({ shown: String(ids.A), at: "2", search: "ab" }, clerk);

  expect([kept.location, searched.location]).toEqual([
    `/app/students?page=2&class=${std4.classId}`,
    "/app/students?search=ab",
  ]);
});

test("with script each tick is stored, and the answer says how many there are", async () => {
  const first = await ticked({ ticked: [ids.A, ids.B], unticked: [] }, clerk);
  const second = await ticked({ ticked: [ids.D], unticked: [ids.A] }, clerk);

  expect([first.body, second.body]).toEqual([{ count: 2 }, { count: 2 }]);
  expect(await selectedBy(clerk)).toEqual(["B", "D"]);
});

test("the whole filtered list is selected, cleared, and whoever leaves is no longer selected", async () => {
  await sent({ intent: "all", class: String(std4.classId), rows: "5" }, clerk);
  const all = await selectedBy(clerk);
  await setStatus(ids.B, 4);
  const withoutLeaver = await selectedBy(clerk);
  await setStatus(ids.B, 1);
  const cleared = await sent({ intent: "clear", only: "selected" }, clerk);

  expect([all, withoutLeaver]).toEqual([
    ["A", "B", "C"],
    ["A", "C"],
  ]);
  expect([cleared.location, await selectedBy(clerk)]).toEqual(["/app/students", []]);
});

test("selected students are moved to a class in one transaction, and its author moves them back", async () => {
  await createMark(cyd, lesson, { mark: 61 });
  await ticked({ ticked: [ids.A, ids.C, ids.D], unticked: [] }, clerk);
  const { batch } = await asked("class", clerk);

  const answer = await changed("class", { version: batch.version, to: String(std1.classId) }, clerk);
  const moved = await places();
  const { undoable, selection } = await listed("", clerk);
  const byColleague = await undone(undoable[0]?.id, colleague);
  const back = await undone(undoable[0]?.id, clerk);
  const again = await undone(undoable[0]?.id, clerk);

  expect(batch).toMatchObject({
    count: 3,
    withEntries: 1,
    now: [
      { place: "Std 4 R", count: 2 },
      { place: "Std 1 M", count: 1 },
    ],
  });
  expect(await readNoticeOf(answer)).toMatchObject({
    text: "2 students moved to Std 1 M.",
    undo: undoable[0]?.id,
  });
  expect(moved).toEqual({ A: "Std 1 M", B: "Std 4 R", C: "Std 1 M", D: "Std 1 M" });
  expect([undoable.map(({ title }) => title), selection?.count]).toEqual([
    ["2 students moved to Std 1 M"],
    0,
  ]);
  expect(await readNoticeOf(byColleague)).toMatchObject({ tone: "refused" });
  expect(await readNoticeOf(back)).toMatchObject({ text: "Undone: 2 students moved to Std 1 M." });
  expect(await readNoticeOf(again)).toMatchObject({
    text: "This change can no longer be undone. Correct it by hand.",
  });
  expect(await places()).toEqual({ A: "Std 4 R", B: "Std 4 R", C: "Std 4 R", D: "Std 1 M" });
  expect(await eventsOf("registrations", clerk)).toBe(4);
});

test("a house is set for all, and an undo leaves who was changed since", async () => {
  await ticked({ ticked: [ids.A, ids.B, ids.D], unticked: [] }, clerk);
  const { batch } = await asked("house", clerk);
  await changed("house", { version: batch.version, to: String(scarlet) }, clerk);
  const set = await houses();
  await transaction(TEST, (t) => Student.update({ house_id: ibis ?? 0 }, { id: ids.B }, t));
  const [change] = (await listed("", clerk)).undoable;

  const answer = await undone(change?.id, clerk);

  expect(set).toEqual({ A: scarlet, B: scarlet, C: null, D: scarlet });
  expect(await readNoticeOf(answer)).toMatchObject({
    text: "Undone: 3 students put into Scarlet. 1 student cannot be restored because of later changes.",
  });
  expect(await houses()).toEqual({ A: ibis, B: ibis, C: null, D: ibis });
});

test.each([
  ["a selection that has changed", { version: "0".repeat(24), to: String(std1.classId) }, 409],
  ["a class of nobody", { to: "999999" }, 422],
  ["no class", {}, 422],
])("%s is refused, and nobody is moved", async (_, fields, status) => {
  await ticked({ ticked: [ids.A, ids.B], unticked: [] }, clerk);
  const { batch } = await asked("class", clerk);

  const answer = await changed("class", { version: batch.version, ...fields }, clerk);

  expect(answer.status).toBe(status);
  expect(Object.keys(readFormErrors(answer))).toHaveLength(1);
  expect((await places())["A"]).toBe("Std 4 R");
});

test("the office brings back within a day whom it deleted itself", async () => {
  const request = postForm(`/app/students/${ids.B}/delete`, { status: "4" }, clerk);
  await callRoute(removeStudent, request, { studentKey: String(ids.B) });
  const [change] = (await listed("", clerk)).undoable;
  await undone(change?.id, clerk);
  const back = (await listed("", clerk)).found;
  await callRoute(removeStudent, postForm(`/app/students/${ids.B}/delete`, { status: "4" }, clerk), {
    studentKey: String(ids.B),
  });
  await transaction(TEST, (t) =>
    queryRows("update undoable_changes set made_at = now() - interval '25 hours'", [], t),
  );

  const late = await listed("", clerk);

  expect([change?.title, back]).toEqual(["Ben Bird deleted", 4]);
  expect([late.found, late.undoable]).toEqual([3, []]);
  await setStatus(ids.B, 1);
});

test("nobody can go back after other changes, and the undo is offered again", async () => {
  await ticked({ ticked: [ids.B], unticked: [] }, clerk);
  const { batch } = await asked("class", clerk);
  await changed("class", { version: batch.version, to: String(std1.classId) }, clerk);
  await setStatus(ids.B, 4);
  const [change] = (await listed("", clerk)).undoable;

  const refused = await undone(change?.id, clerk);
  await setStatus(ids.B, 1);
  const back = await undone(change?.id, clerk);

  expect(await readNoticeOf(refused)).toMatchObject({
    tone: "refused",
    text: "Undo failed: 1 student moved to Std 1 M. Other changes were made since then.",
  });
  expect(await readNoticeOf(back)).toMatchObject({ text: "Undone: 1 student moved to Std 1 M." });
  expect((await places())["B"]).toBe("Std 4 R");
});

test("whoever starts after this term is not moved to a class of this term", async () => {
  const entersOn = (entry_date: string | null) =>
    transaction(TEST, (t) => Student.update({ entry_date }, { id: ids.B }, t));
  await entersOn("2099-09-07");
  await ticked({ ticked: [ids.A, ids.B], unticked: [] }, clerk);
  const { batch } = await asked("class", clerk);

  const answer = await changed("class", { version: batch.version, to: String(std1.classId) }, clerk);
  await entersOn(null);

  expect(readFormErrors(answer)["to"]).toMatch(/^Ben Bird starts after this term, which ends on /);
  expect(await places()).toMatchObject({ A: "Std 4 R", B: "Std 4 R" });
});

test("former students cannot be selected", async () => {
  await setStatus(ids.B, 4);
  await sent({ intent: "all", status: "left" }, admin);
  await ticked({ ticked: [ids.B, 999_999], unticked: [] }, admin);
  const former = await listed("?status=left&only=selected", admin);
  await setStatus(ids.B, 1);

  expect([former.selection?.count, former.found]).toEqual([0, 1]);
  expect(await selectedBy(admin)).toEqual([]);
});

test("a number that no student can have is not a tick", async () => {
  const { status } = await ticked({ ticked: [9_999_999_999], unticked: [] }, clerk);

  expect(status).toBe(400);
});

test("selected students are printed and exported, and nobody selected is said", async () => {
  const nobody = await callRoute(print, getRequest("/app/students/selection/print/list", clerk), {
    list: "list",
  });
  await ticked({ ticked: [ids.A, ids.D], unticked: [] }, clerk);

  const printed = await Promise.all(
    ["list", "forms"].map((of) =>
      callRoute(print, getRequest(`/app/students/selection/print/${of}`, clerk), { list: of }),
    ),
  );
  const csv = await callRoute(exportFile, getRequest("/app/students/export?only=selected&format=csv", clerk));

  expect(nobody.status).toBe(404);
  expect(printed.map(({ status, headers }) => [status, headers.get("Content-Type")])).toEqual([
    [200, "application/pdf"],
    [200, "application/pdf"],
  ]);
  expect(printed[0]?.headers.get("Content-Disposition")).toContain("Student list 2 students");
  expect(String(csv.body).match(/Abel|Bird|Cox|Day/g)).toEqual(["Abel", "Day"]);
});

async function listed(query: string, visitor: SignedIn): Promise<StudentsList> {
  return (await callRoute(list, getRequest(`/app/students${query}`, visitor))).body as StudentsList;
}

async function selectedBy(visitor: SignedIn): Promise<string[]> {
  return (await listed("?only=selected", visitor)).students.map(({ studentId }) => studentId);
}

function sent(fields: Record<string, string>, visitor: SignedIn) {
  return callRoute(post, postForm("/app/students/selection", fields, visitor));
}

function ticked(body: object, visitor: SignedIn) {
  return callRoute(tick, sendJson("/app/students/selection/ticks", body, visitor));
}

async function asked(kind: "class" | "house", visitor: SignedIn): Promise<{ batch: SelectionChangeView }> {
  const { body } = await callRoute(dialog, getRequest(`/app/students/selection/${kind}`, visitor), { kind });
  return body as { batch: SelectionChangeView };
}

function changed(kind: "class" | "house", fields: Record<string, string>, visitor: SignedIn) {
  return callRoute(change, postForm(`/app/students/selection/${kind}`, fields, visitor), { kind });
}

function undone(changeId: number | undefined, visitor: SignedIn) {
  const request = postForm(`/app/undo/${changeId}`, { to: "/app/students" }, visitor);
  return callRoute(undo, request, { changeId: String(changeId) });
}

function setStatus(id: number, student_status_id: number) {
  return transaction(TEST, (t) => Student.update({ student_status_id }, { id }, t));
}

async function places(): Promise<Record<string, string>> {
  const { students } = await listed("", clerk);
  return Object.fromEntries(students.map(({ studentId, classLabel }) => [studentId, classLabel ?? ""]));
}

async function houses(): Promise<Record<string, number | null>> {
  const stored = await queryRows<{ student_id: string; house_id: number | null }>(
    "select student_id, house_id from students order by student_id",
    [],
    noTransaction,
  );
  return Object.fromEntries(stored.map(({ student_id, house_id }) => [student_id, house_id]));
}

async function eventsOf(table: string, { accountId }: SignedIn): Promise<number | undefined> {
  const counted = await queryRow<{ events: number }>(
    "select count(*)::integer as events from audit_events where table_name = $1 and account_id = $2",
    [table, accountId],
    noTransaction,
  );
  return counted?.events;
}
