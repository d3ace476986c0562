import { expect, test } from "vitest";
import {
  action as deleteAction,
  loader as deleteLoader,
} from "../../../app/routes/settings/delete-subject.tsx";
import { action, loader } from "../../../app/routes/settings/subjects.tsx";
import { noTransaction, queryRow, queryRows } from "#db/index.ts";
import { TABLES_WITH_SUBJECTS, type SchoolSubject } from "#db/queries/school-subjects.ts";
import type { SchoolSubjectsView } from "#features/settings/subjects/school-subjects.server.ts";
import { createAdmin, createClerk, createFormTeacher } from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, createSubject } from "#tests/support/builders/school.ts";
import { createMark, createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { callRoute, readFormErrors, getRequest, postForm, readFormValues } from "#tests/support/request.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk();
const admin = await createAdmin();
const teacher = await createFormTeacher();
const held = await createClass({ formTeacher: teacher });
const [student] = await createStudents(held, 1);
const lesson = await createLesson(teacher, held, { subject: "Spanish" });
if (student) await createMark(student, lesson, { mark: 71 });

const SUBJECTS = "/app/settings/subjects";

test("subjects are kept by who holds 8", async () => {
  const input = { subjectId: String(lesson.subjectId) };
  const refused = await Promise.all([
    callRoute(loader, getRequest(SUBJECTS, teacher)),
    callRoute(action, postForm(`${SUBJECTS}?edit=new`, { title: "Dance", abbr: "Dance" }, teacher)),
    callRoute(deleteLoader, getRequest(SUBJECTS, teacher), input),
    callRoute(deleteAction, postForm(SUBJECTS, {}, teacher), input),
  ]);

  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  expect((await callRoute(loader, getRequest(SUBJECTS, null))).location).toContain("/");
  expect((await callRoute(loader, getRequest(SUBJECTS, clerk))).status).toBe(200);
});

test("the list counts this year's classes and all marks", async () => {
  expect(await listed("Spanish")).toMatchObject({ classes: 1, marks: 1 });
});

test("a new subject is offered, without the blanks around its title", async () => {
  const answer = await save("new", { title: "  Steel   Pan ", abbr: "Pan" });

  expect([answer.status, answer.location]).toEqual([302, SUBJECTS]);
  expect(await listed("Steel Pan")).toMatchObject({ abbr: "Pan", classes: 0, marks: 0 });
});

test.each([
  [
    { title: "", abbr: "" },
    { title: "Field cannot be blank", abbr: "Field cannot be blank" },
  ],
  [{ title: "   ", abbr: "A" }, { title: "Field cannot be blank" }],
  [{ abbr: "A" }, { title: "Field cannot be blank" }],
  [{ title: "x".repeat(81), abbr: "A" }, { title: "1 character too many: use at most 80." }],
  [{ title: "Dance", abbr: "x".repeat(21) }, { abbr: "1 character too many: use at most 20." }],
  [
    { title: "\u202eecnaD", abbr: "A" },
    { title: "This text has a character that cannot be saved. Remove the character, then try again." },
  ],
  [
    { title: "SPANISH", abbr: "Sp" },
    { title: "Another subject already has this title. Change one of the two titles." },
  ],
])("%j is refused beside its field, and what was typed stays", async (typed, errors) => {
  const answer = await save("new", typed);

  expect([answer.status, readFormErrors(answer)]).toEqual([422, errors]);
  expect({ ...blanks(typed), ...readFormValues(answer) }).toEqual(typed);
});

test("of two who change one subject the second is told what it is now, and changes it with the next press", async () => {
  const { id, version } = await listed("Spanish");
  const typed = { version: String(version), title: "Spanish", abbr: "Span." };

  const first = await save(id, typed);
  const second = await save(id, { ...typed, abbr: "SPA" });

  expect(first.status).toBe(302);
  expect([second.status, readFormErrors(second)]).toEqual([
    409,
    {
      title:
        "This subject was changed while you had it open. It is now: Spanish (Span.). Save again to use your version instead.",
    },
  ]);
  expect(await listed("Spanish")).toMatchObject({ abbr: "Span." });
  const third = await save(id, readFormValues(second));
  expect(third.status).toBe(302);
  expect(await listed("Spanish")).toMatchObject({ abbr: "SPA" });
});

test("added at the same moment by several it is one subject", async () => {
  const added = await Promise.all([1, 2, 3, 4].map(() => save("new", { title: "Chess", abbr: "Chess" })));

  expect(added.map(({ status }) => status).toSorted()).toEqual([302, 422, 422, 422]);
});

test("what has lessons and marks is retired, named before, kept on records, and brought back", async () => {
  const { id } = await listed("Spanish");
  const input = { subjectId: String(id) };

  const before = await callRoute(deleteLoader, getRequest(SUBJECTS, admin), input);
  const deleted = await callRoute(deleteAction, postForm(SUBJECTS, {}, admin), input);

  expect(before.body).toMatchObject({ isUsed: true, classes: 1, marks: 1, teachers: [{ lessons: 1 }] });
  expect(deleted.status).toBe(302);
  expect((await stored(id))?.is_active).toBe(false);
  expect((await callRoute(deleteLoader, getRequest(SUBJECTS, admin), input)).status).toBe(404);

  const taken = await createSubject("Spanish", 900);
  await bringBack(id);
  expect((await stored(id))?.is_active).toBe(false);
  await callRoute(deleteAction, postForm(SUBJECTS, {}, admin), { subjectId: String(taken) });
  await bringBack(id);
  expect((await stored(id))?.is_active).toBe(true);
});

test("what nothing names is deleted for good", async () => {
  const id = await createSubject("Never Taught", 901);
  const input = { subjectId: String(id) };

  const before = await callRoute(deleteLoader, getRequest(SUBJECTS, admin), input);
  await callRoute(deleteAction, postForm(SUBJECTS, {}, admin), input);

  expect(before.body).toMatchObject({ isUsed: false, teachers: [], marks: 0 });
  expect(await stored(id)).toBeNull();
  expect((await callRoute(deleteAction, postForm(SUBJECTS, {}, admin), input)).status).toBe(404);
});

test("every table that names subjects is asked before one is deleted", async () => {
  const naming = await queryRows<{ name: string }>(
    `select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'subjects'::regclass order by 1`,
    [],
    noTransaction,
  );

  expect(naming.map(({ name }) => name)).toEqual(TABLES_WITH_SUBJECTS.toSorted());
});

test.each(["0", "-1", "1e3", "2147483648", "nobody", ""])("no subject is named %j", async (subjectId) => {
  expect((await callRoute(deleteLoader, getRequest(SUBJECTS, admin), { subjectId })).status).toBe(404);
  expect((await save(subjectId, { version: "1", title: "A", abbr: "A" })).status).toBe(404);
});

function save(edit: number | string, typed: Record<string, string>) {
  return callRoute(action, postForm(`${SUBJECTS}?edit=${edit}`, typed, admin));
}

function bringBack(id: number) {
  return callRoute(
    action,
    postForm(`${SUBJECTS}?show=retired`, { intent: "bring-back", subject: String(id) }, admin),
  );
}

/** A reply does not contain empty fields. */
function blanks(typed: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value === ""));
}

async function listed(title: string) {
  const { body } = await callRoute(loader, getRequest(SUBJECTS, admin));
  const found = (body as SchoolSubjectsView).subjects.find((subject) => subject.title === title);
  if (!found) throw new Error(`${title} is not in the list`);
  return found;
}

function stored(id: number): Promise<SchoolSubject | null> {
  return queryRow<SchoolSubject>("select * from subjects where subject_id = $id", { id }, noTransaction);
}
