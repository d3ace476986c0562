import { expect, test } from "vitest";
import { loader as alikeLoader } from "../../../app/routes/students/alike.tsx";
import { action, loader as newLoader } from "../../../app/routes/students/new.tsx";
import { noTransaction, queryRow, queryRows } from "#db/index.ts";
import { createAuthorToken } from "#access/author.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createClerk, createFormTeacher, createTeacher } from "#tests/support/builders/people.ts";
import { createClass, createSchool } from "#tests/support/builders/school.ts";
import { createStudent } from "#tests/support/builders/students.ts";
import { callRoute, getRequest, postForm } from "#tests/support/request.ts";

await freshDatabase();
const school = await createSchool();
const clerk = await createClerk();
const teacher = await createFormTeacher({ lastName: "Mohammed" });
const std1 = await createClass({ formClassId: "Std 1", formTeacher: teacher });
const first = await createStudent({ firstName: "René", lastName: "Joseph", studentId: "SR-20017" });

let pins = 0;

test("a student gets the next ID of the school, a class, and a term record", async () => {
  const added = await add({
    first_name: " Rayhaan ",
    last_name: "Ali",
    entry_date: "2026-06-26",
    form_class_id: "Std 1",
  });

  const stored = await named("Rayhaan");
  expect([added.status, added.location]).toEqual([302, `/app/students/${stored?.id}?search=ali`]);
  expect(stored).toMatchObject({
    student_id: "SR-26001",
    student_status_id: 1,
    class_id: std1.classId,
    record: school.currentTermId,
  });
});

test("a child who comes with the ID of another school does not change the school's own", async () => {
  await createStudent({ studentId: "SR-20018" });
  await add({ first_name: "Guest", last_name: "Ali", student_id: "OTHER-12345" });

  await add({ first_name: "Own", last_name: "Ali", entry_date: "2026-06-26" });

  expect(await named("Guest")).toMatchObject({ student_id: "OTHER-12345" });
  expect((await named("Own"))?.student_id).toMatch(/^SR-26\d{3}$/);
});

test("who enters later is registered, in no class yet", async () => {
  await add({ first_name: "Later", last_name: "Ali", entry_date: "2027-09-06" });

  expect(await named("Later")).toMatchObject({
    student_id: "SR-27001",
    student_status_id: 2,
    class_id: null,
  });
});

test.each([
  [{ last_name: "" }, [["last_name", "Required"]]],
  [
    { first_name: "", birth_certificate_pin: " " },
    [
      ["first_name", "Required"],
      ["birth_certificate_pin", "Required"],
    ],
  ],
  [{ birth_certificate_pin: "PIN001" }, [["birth_certificate_pin", "already used by René Joseph, SR-20017"]]],
  [{ date_of_birth: "2099-01-01" }, [["date_of_birth", expect.stringContaining("between 1 Jan 1950 and")]]],
  [{ serial_number: "1" }, [["serial_number", expect.stringContaining("locked")]]],
  [{ class_id: "77" }, [["class_id", "choose a class of this year"]]],
])("%j adds nobody, and is kept as it was typed", async (typed, faults) => {
  const before = await count();

  const { status, body } = await add({ first_name: "Nobody", last_name: "Ali", ...typed });

  expect(status).toBe(422);
  const { outcome } = (
    body as { row: { outcome: { refusals: { field: string; reason: string }[]; typed: object } } }
  ).row;
  expect(outcome.refusals.map(({ field, reason }) => [field, reason])).toEqual(faults);
  expect(await count()).toBe(before);
});

test("a probable duplicate is told once, and never stops the work", async () => {
  const typed = { first_name: "RENE", last_name: "joseph", date_of_birth: "2016-05-04" };

  const told = await add(typed);
  const again = await add({ ...typed, seen: String(first.id) });
  const another = await add({ ...typed, another: "1" });

  expect(told.status).toBe(409);
  expect(told.body).toMatchObject({
    row: { values: { first_name: "RENE" } },
    alike: [
      {
        key: first.id,
        name: "Joseph, René",
        about: "SR-20017, not in a class, PIN PIN001",
        likeness: "same",
      },
    ],
  });
  expect([again.status, another.status]).toEqual([302, 302]);
  const apart = await queryRows(
    "select one_key, other_key from different_students order by 1, 2",
    [],
    noTransaction,
  );
  expect(apart).toContainEqual({ one_key: first.id, other_key: keyOf(another) });
  expect(apart).not.toContainEqual({ one_key: first.id, other_key: keyOf(again) });
});

test.each([
  ["first_name=Rene&last_name=Joseph&date_of_birth=2016-05-04", true],
  ["first_name=Rene&last_name=Joseph", true],
  ["first_name=Rene&last_name=Joseph&date_of_birth=2015-01-01", false],
  ["first_name=Renee&last_name=Joseph&date_of_birth=2016-05-04", true],
  ["first_name=Joseph&last_name=Rene&date_of_birth=2016-05-04", true],
  ["first_name=Ronald&last_name=Joseph&date_of_birth=2016-05-04", false],
  ["first_name=Renee&last_name=Joseph", false],
  ["first_name=&last_name=Joseph", false],
  ["first_name=%00&last_name=Joseph", false],
])("%s is asked while it is typed", async (query, isAlike) => {
  const { body } = await callRoute(alikeLoader, getRequest(`/app/students/alike?${query}`, clerk));

  const keys = (body as { alike: { key: number }[] }).alike.map(({ key }) => key);
  expect(keys.includes(first.id)).toBe(isAlike);
});

test("who may not ask is told so, in words and by the status", async () => {
  const query = "/app/students/alike?first_name=Rene&last_name=Joseph";
  const teacher = await createTeacher();

  const byScript = await callRoute(alikeLoader, getRequest(query, teacher, { Accept: "application/json" }));
  const bySomebody = await callRoute(alikeLoader, getRequest(query, teacher, { Accept: "text/html" }));

  expect([byScript.status, bySomebody.status]).toEqual([403, 403]);
  expect(byScript.body).toEqual({
    message: "Your account does not include this function. Ask an administrator for access.",
  });
  expect(String(bySomebody.body)).toContain(
    "Your account does not include this function. Ask an administrator for access.",
  );
});

test("of two who take one pin at the same moment one is refused", async () => {
  const both = await Promise.all([
    add({ first_name: "One", last_name: "Twin", birth_certificate_pin: "TWIN" }),
    add({ first_name: "Other", last_name: "Twin", birth_certificate_pin: "twin" }),
  ]);

  expect(both.map(({ status }) => status).toSorted()).toEqual([302, 422]);
});

test("two added at the same moment have two IDs", async () => {
  await Promise.all([
    add({ first_name: "Ada", last_name: "Same", another: "1" }),
    add({ first_name: "Bob", last_name: "Same", another: "1" }),
  ]);

  const [ada, bob] = [await named("Ada"), await named("Bob")];
  expect(ada?.student_id).toBeTruthy();
  expect(bob?.student_id).toBeTruthy();
  expect(ada?.student_id).not.toBe(bob?.student_id);
});

test("the next student's form has the class, house and entry date of the last one, as far as the school has them", async () => {
  const added = await add({
    first_name: "Kezia",
    last_name: "Next",
    entry_date: "1/6/26",
    form_class_id: "Std 1",
    next: "another",
  });
  const first = await formAt("/app/students/new?search=ali");
  const following = await formAt(added.location ?? "");
  const wrong = await formAt(
    "/app/students/new?kept_class=99&kept_house=x&kept_entry=2026-02-31&kept_after=%00",
  );

  const { searchParams } = new URL(added.location ?? "", "http://here");
  expect(Object.fromEntries(searchParams)).toEqual({
    search: "ali",
    kept_class: String(std1.classId),
    kept_entry: "2026-06-01",
    kept_after: (await named("Kezia"))?.student_id,
  });
  expect(following).toMatchObject({
    values: { form_class_id: "Std 1", class_id: std1.classId, entry_date: "2026-06-01" },
    keptFields: ["form_class_id", "class_id", "entry_date"],
    last: { name: "Kezia Next" },
  });
  expect(first).toMatchObject({ values: { entry_date: expect.any(String) }, keptFields: [], last: null });
  expect(wrong).toMatchObject({ values: first.values, keptFields: [], last: null });
});

test("a form teacher adds nobody", async () => {
  expect((await add({ first_name: "X", last_name: "Y" }, teacher)).status).toBe(403);
});

function add(typed: Record<string, string>, visitor = clerk) {
  pins += 1;
  const fields = {
    author: createAuthorToken(visitor),
    record: "general",
    birth_certificate_pin: `NEW${pins}`,
    ...typed,
  };
  return callRoute(action, postForm("/app/students/new?search=ali", fields, visitor));
}

async function formAt(path: string) {
  const { body } = await callRoute(newLoader, getRequest(path, clerk));
  return (body as { general: { values: object; keptFields: string[]; last: object | null } }).general;
}

function named(firstName: string) {
  return queryRow<{
    id: number;
    student_id: string;
    student_status_id: number;
    class_id: number;
    record: number;
  }>(
    `select s.id, s.student_id, s.student_status_id, r.class_id, d.academic_term_id as record
       from students s
       left join registrations r on r.student_key = s.id
       left join term_records d on d.student_key = s.id
      where s.first_name = $1 order by s.id`,
    [firstName],
    noTransaction,
  );
}

async function count(): Promise<number> {
  return (await queryRows("select from students", [], noTransaction)).length;
}

function keyOf({ location }: { location: string | null }): number {
  return Number(/\/students\/(\d+)/.exec(location ?? "")?.[1]);
}
