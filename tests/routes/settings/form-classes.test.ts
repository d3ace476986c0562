import { expect, test } from "vitest";
import { action, loader } from "../../../app/routes/settings/form-classes.tsx";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import type { FormClassesView } from "#features/settings/form-classes/form-classes.server.ts";
import { createClerk, createFormTeacher } from "#tests/support/builders/people.ts";
import { createClass, createSchool, TEST } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { callRoute, getRequest, postForm, readFormErrors } from "#tests/support/request.ts";

await freshDatabase();
await createSchool({ flavour: "secondary" });
const clerk = await createClerk();
const teacher = await createFormTeacher();
await createStudents(await createClass({ formClassId: "1A" }), 3);

const FORM_CLASSES = "/app/settings/form-classes";
const post = (fields: Record<string, string>) => callRoute(action, postForm(FORM_CLASSES, fields, clerk));
const add = (fields: Record<string, string>) => post({ intent: "add", level: "1", ...fields });

test("a form class is added behind those of its level, with its class of this year or the next", async () => {
  const before = await listNames();
  const [thisYear, nextYear] = (await view()).years;

  const added = await add({ name: " 1X ", year: thisYear?.value ?? "" });
  const later = await add({ name: "1Y", year: nextYear?.value ?? "" });

  const last = before.findLastIndex((name) => name.startsWith("1"));
  expect([added.status, later.status]).toEqual([302, 302]);
  expect(await listNames()).toEqual(before.toSpliced(last + 1, 0, "1X", "1Y"));
  expect(
    await queryRows(
      "select form_class_id, academic_year_id from classes where form_class_id in ('1X', '1Y') order by 1",
      [],
      noTransaction,
    ),
  ).toEqual([
    { form_class_id: "1X", academic_year_id: Number(thisYear?.value) },
    { form_class_id: "1Y", academic_year_id: Number(nextYear?.value) },
  ]);
  expect(
    await queryRows(
      "select row_id, operation from audit_events where table_name = 'form_classes' and operation = 'insert' and row_id like '1_' order by event_id desc limit 2",
      [],
      noTransaction,
    ),
  ).toEqual([
    { row_id: "1Y", operation: "insert" },
    { row_id: "1X", operation: "insert" },
  ]);
});

test("the class of a new form class is assessed like the others of its level", async () => {
  await transaction(TEST, (t) =>
    runQuery("update classes set course_work_only = true where form_class_id like '1%'", [], t),
  );

  await add({ name: "1Z" });

  expect(
    await queryRows("select course_work_only from classes where form_class_id = '1Z'", [], noTransaction),
  ).toEqual([{ course_work_only: true }]);
});

test.each([
  [{ name: "" }, { name: "Enter the name of the form class, like 1D." }],
  [{ name: "1a" }, { name: "1A is already in the list. Enter a different name." }],
  [{ name: "1C, 1D" }, { name: expect.stringContaining("Leave out commas") as string }],
  [{ name: "One dozen more" }, { name: expect.stringContaining("12") as string }],
  [{ name: "9Z", level: "9" }, { level: "Choose one of the levels of the school." }],
])("a form class %o is refused", async (fields, errors) => {
  expect(readFormErrors(await add(fields))).toEqual(errors);
});

test("a form class that nobody used is deleted with its class; one with a form teacher, students or alone stays", async () => {
  await add({ name: "1V" });
  await add({ name: "1W" });
  await transaction(TEST, (t) =>
    runQuery(
      "insert into class_teachers (class_id, employee_id, is_lead, from_date) select class_id, $1, true, '2026-04-13' from classes where form_class_id = '1W'",
      [teacher.employeeId],
      t,
    ),
  );
  const canDelete = (await view()).levels
    .flatMap(({ formClasses }) => formClasses)
    .filter(({ formClassId }) => ["1A", "1V"].includes(formClassId));

  const answers = [];
  for (const formClassId of ["1V", "1W", "1A", "9Z"])
    answers.push((await post({ intent: "delete", formClassId })).status);

  expect(canDelete.map((item) => item.canDelete)).toEqual([false, true]);
  expect(answers).toEqual([302, 422, 422, 404]);
  expect((await listNames()).filter((name) => ["1V", "1W", "1A"].includes(name))).toEqual(["1A", "1W"]);
});

test("a form class that new entrants are to join is not deleted", async () => {
  await add({ name: "1U", year: (await view()).years[1]?.value ?? "" });
  await transaction(TEST, (t) =>
    runQuery(
      `insert into turn_decisions (student_key, academic_year_id, kind, class_id, decided_by)
       select (select min(id) from students), o.current_term_id / 10, 'class', c.class_id, (select min(account_id) from accounts)
         from classes c cross join schools o
        where c.form_class_id = '1U'`,
      [],
      t,
    ),
  );

  const answer = await post({ intent: "delete", formClassId: "1U" });

  expect(answer.status).toBe(422);
  expect(await listNames()).toContain("1U");
});

test("a form teacher changes no form classes", async () => {
  const refused = [
    await callRoute(loader, getRequest(FORM_CLASSES, teacher)),
    await callRoute(action, postForm(FORM_CLASSES, { intent: "add", name: "1Q", level: "1" }, teacher)),
  ];

  expect(refused.map(({ status }) => status)).toEqual([403, 403]);
});

async function view(): Promise<FormClassesView> {
  return (await callRoute(loader, getRequest(FORM_CLASSES, clerk))).body as FormClassesView;
}

async function listNames(): Promise<string[]> {
  return (await view()).levels.flatMap(({ formClasses }) =>
    formClasses.map(({ formClassId }) => formClassId),
  );
}
