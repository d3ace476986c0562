import { beforeEach, expect, test } from "vitest";
import { queryRows, runQuery, transaction } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createClerk, createPrincipal, createTeacher } from "#tests/support/builders/people.ts";
import { getRequest, sendJson, type Visitor } from "#tests/support/request.ts";
import { createClass, createLesson, createSchool, TEST } from "#tests/support/builders/school.ts";
import { answered } from "../answer.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const clerk = await createClerk({ firstName: "Lystra", lastName: "Khan" });
const principal = await createPrincipal();
const colleague = await createTeacher();
let teacher = await createTeacher();
const std4 = await createClass({ formClassId: "Std 4", formTeacher: colleague });
await createLesson(colleague, std4, { subject: "Mathematics" });
await createLesson(colleague, std4, { subject: "Art, Craft and Music" });

const PERSONAL = "/api/employee";
const EMPLOYMENT = "/api/employee-employment-details";
const QUALIFICATIONS = "/api/employee-qualifications";
const TABS = [PERSONAL, EMPLOYMENT, QUALIFICATIONS];

beforeEach(async () => {
  teacher = await createTeacher({ firstName: "Ann", lastName: "Baptiste" });
});

function read(path: string, visitor: Visitor) {
  return answered(getRequest(`${path}?employee_id=${teacher.employeeId}`, visitor));
}

function save(path: string, body: object, visitor: Visitor) {
  return answered(sendJson(path, { employee_id: teacher.employeeId, ...body }, visitor));
}

test("personal data is read and saved, with its version", async () => {
  const { body: before } = await read(PERSONAL, clerk);
  const saved = await save(
    PERSONAL,
    { gender: "Female", marital_status: "Married", other_name: "Joy" },
    clerk,
  );

  expect(before).toEqual({
    id: teacher.employeeId,
    employee_id: teacher.employeeId,
    version: expect.any(Number) as number,
    title: "Ms.",
    first_name: "Ann",
    last_name: "Baptiste",
    other_name: null,
    gender: "F",
    date_of_birth: null,
    marital_status: null,
    phone_mobile: null,
    phone_home: null,
    address_home: null,
    kin_name: null,
    kin_relation: null,
    kin_phone: null,
  });
  expect(saved.body).toMatchObject({
    message: "Saved.",
    data: { first_name: "Ann", other_name: "Joy", gender: "F", marital_status: "Married" },
    replaced: { other_name: null, marital_status: null },
  });
  expect((await read(PERSONAL, clerk)).body).toEqual((saved.body as { data: object }).data);
});

test("an employee's phones, address and next of kin are saved; a number that is none is refused", async () => {
  const details = { phone_mobile: "5550131", address_home: "7 Poui Street", kin_name: "Rawle Baptiste" };

  const saved = await save(PERSONAL, { ...details, phone_mobile: "868-555-0131" }, clerk);
  const refused = await save(PERSONAL, { kin_phone: "04125550127" }, clerk);

  expect(saved.body).toMatchObject({ data: details });
  expect((await read(PERSONAL, clerk)).body).toMatchObject(details);
  expect(refused.body).toMatchObject({ errors: { kin_phone: ["7 Digits Needed"] } });
});

test("employment is saved with classes and subjects as joined text, whatever commas a title has", async () => {
  const sent = {
    teacher_number: "T-40817",
    email_moe: "ann@moe.example.tt",
    substantive_post_id: 1,
    entry_date_teaching_service: "2008-09-01",
    teacher_class: "Std 4",
    subjects_taught: "Mathematics, Art, Craft and Music",
  };

  const saved = await save(EMPLOYMENT, sent, clerk);
  const taken = await save(EMPLOYMENT, { subjects_taught: "Mathematics" }, clerk);

  expect(saved.body).toMatchObject({
    data: { ...sent, subjects_taught: "Art, Craft and Music,Mathematics", ihris_id: null },
  });
  expect(taken.body).toMatchObject({
    data: { teacher_class: "Std 4", subjects_taught: "Mathematics", teacher_number: "T-40817" },
    replaced: { subjects_taught: "Art, Craft and Music" },
  });
});

test("qualifications are a map of ticks and words; what is not named stays", async () => {
  const first = await save(QUALIFICATIONS, { qualifications: { 1: "Seven subjects", 3: true } }, clerk);
  const second = await save(QUALIFICATIONS, { qualifications: { 3: false } }, clerk);

  expect(first.body).toMatchObject({ data: { qualifications: { 1: "Seven subjects", 2: null, 3: true } } });
  expect(second.body).toMatchObject({
    data: { qualifications: { 1: "Seven subjects", 3: false } },
    replaced: { qualifications: { 3: true } },
  });
});

test.each([
  [false, null],
  [true, "Yes"],
])("a qualification with details that is sent as %s is stored as %s", async (sent, held) => {
  await save(QUALIFICATIONS, { qualifications: { 1: "Seven subjects" } }, clerk);

  const { body } = await save(QUALIFICATIONS, { qualifications: { 1: sent } }, clerk);

  expect(body).toMatchObject({ data: { qualifications: { 1: held } } });
});

test("the posts held and the qualifications are saved at the addresses that list what there is, too", async () => {
  const posts = { acting_post_id: 2, assumption_date_acting: "2026-01-05" };

  const held = await save("/api/employee-posts", posts, clerk);
  const qualified = await save("/api/qualifications", { qualifications: { 3: true } }, clerk);
  const others = await save("/api/employee-posts", posts, colleague);

  expect(held.body).toMatchObject({ message: "Saved.", data: posts });
  expect((await read(EMPLOYMENT, clerk)).body).toMatchObject(posts);
  expect(qualified.body).toMatchObject({ message: "Saved." });
  expect((await read(QUALIFICATIONS, clerk)).body).toMatchObject({ qualifications: { 3: true } });
  expect(others.status).toBe(404);
});

test("a refused field is named as it is called on the wire, and nothing of the call is stored", async () => {
  const name = await save(PERSONAL, { first_name: " ", other_name: "Joy" }, clerk);
  const lists = await save(EMPLOYMENT, { department: "Infants", teacher_class: "Std 4,Std 99" }, clerk);
  const words = await save(QUALIFICATIONS, { qualifications: { 3: "a text for a box" } }, clerk);

  const none = await save(QUALIFICATIONS, { qualifications: { 99: true } }, clerk);

  expect([name.status, lists.status, words.status]).toEqual([422, 422, 422]);
  expect(none.body).toMatchObject({
    message: expect.stringContaining("qualifications.99") as string,
    errors: { "qualifications.99": [expect.stringContaining("one of the qualifications") as string] },
  });
  expect(name.body).toMatchObject({ errors: { first_name: ["Required"] } });
  expect(lists.body).toMatchObject({
    errors: { teacher_class: ["The school has no Std 99. Check the name."] },
  });
  expect(words.body).toMatchObject({ errors: { "qualifications.3": ["enter Yes or No"] } });
  expect((await read(PERSONAL, clerk)).body).toMatchObject({ other_name: null });
  expect((await read(EMPLOYMENT, clerk)).body).toMatchObject({ department: null, teacher_class: "" });
});

test.each([
  [PERSONAL, { first_name: "Anne" }, { first_name: "Anna" }, { first_name: "Anne" }],
  [EMPLOYMENT, { teacher_class: "Std 4" }, { teacher_class: "" }, null],
  [
    QUALIFICATIONS,
    { qualifications: { 1: "Five" } },
    { qualifications: { 1: "Six" } },
    { qualifications: { 1: "Five" } },
  ],
])(
  "%s: of two saves on one version the second is told both values, and overwrites nothing",
  async (path, first, second, stored) => {
    const { version } = (await read(path, clerk)).body as { version: number };

    const one = await save(path, { ...first, version }, clerk);
    const other = await save(path, { ...second, version }, admin);

    expect(one.status).toBe(200);
    // Clearing an empty field is not a change.
    expect(other.status).toBe(stored ? 409 : 200);
    if (stored) expect(other.body).toMatchObject({ by: "L. Khan", stored });
    expect((await read(path, clerk)).body).toMatchObject(first);
  },
);

test("nobody takes another's name; the rest of one's own record is one's own to change", async () => {
  const called = [{ title: "Mr." }, { first_name: "Merle" }, { last_name: "Joseph" }];
  const { body: own } = await read(PERSONAL, teacher);

  const refused = [];
  for (const name of called) refused.push(await save(PERSONAL, name, teacher));
  const whole = await save(PERSONAL, { ...(own as object), other_name: "Joy" }, teacher);
  const office = await save(PERSONAL, { last_name: "Joseph" }, clerk);

  expect(refused.map(({ status }) => status)).toEqual([422, 422, 422]);
  expect(refused[2]?.body).toMatchObject({
    errors: { last_name: ["only the school office can change this"] },
  });
  expect([whole.status, office.status]).toEqual([200, 200]);
});

test("a list of more entries than any school has is refused before it is looked through", async () => {
  const map = Object.fromEntries(Array.from({ length: 201 }, (_, id) => [String(id + 1), true]));

  const qualified = await save(QUALIFICATIONS, { qualifications: map }, clerk);
  const taught = await save(EMPLOYMENT, { subjects_taught: "x,".repeat(200) }, clerk);

  expect([qualified.status, taught.status]).toEqual([422, 422]);
  expect(qualified.body).toMatchObject({ errors: { qualifications: ["Send at most 200 entries."] } });
  expect(taught.body).toMatchObject({ errors: { subjects_taught: ["Send at most 200 entries."] } });
});

test("a save that changes nothing, and one that is told of a conflict, count as reading the record", async () => {
  const reader = await createClerk();
  const counted = async () =>
    (await queryRows("select from record_reads where account_id = $1", [reader.accountId], null)).length;
  const { version } = (await read(PERSONAL, clerk)).body as { version: number };

  await save(PERSONAL, { employee_id: colleague.employeeId }, reader);
  await save(PERSONAL, { employee_id: colleague.employeeId }, reader);
  const unchanged = await counted();
  await save(PERSONAL, { employee_id: principal.employeeId, other_name: "Joy" }, reader);
  const changed = await counted();
  await save(PERSONAL, { other_name: "Joy" }, clerk);
  const { status } = await save(PERSONAL, { other_name: "Ann", version }, reader);

  expect(status).toBe(409);
  expect([unchanged, changed, await counted()]).toEqual([1, 1, 2]);
});

test("two people change two subjects of one version, and both stand", async () => {
  const { version } = (await read(EMPLOYMENT, clerk)).body as { version: number };

  await save(EMPLOYMENT, { subjects_taught: "Mathematics", version }, clerk);
  const other = await save(EMPLOYMENT, { subjects_taught: "Art, Craft and Music", version }, admin);

  expect(other.body).toMatchObject({ data: { subjects_taught: "Art, Craft and Music,Mathematics" } });
});

test("the same save sent twice is stored once", async () => {
  const sent = { qualifications: { 1: "Seven subjects" }, save_id: "a-save-of-the-tests", version: 0 };

  const first = await save(QUALIFICATIONS, sent, clerk);
  const again = await save(QUALIFICATIONS, sent, clerk);

  expect(again.status).toBe(200);
  expect((again.body as { version: number }).version).toBe((first.body as { version: number }).version);
});

test.each<[string, () => Visitor, number, number, number]>([
  ["nobody", () => null, 401, 401, 401],
  ["a colleague", () => colleague, 404, 404, 404],
  ["the principal", () => principal, 404, 404, 404],
  ["oneself", () => teacher, 200, 200, 403],
  ["who looks after employees", () => clerk, 200, 200, 200],
  ["Admin", () => admin, 200, 200, 200],
])("records are for oneself and the office: %s", async (_, visitor, reads, writes, employs) => {
  const answers = await Promise.all(TABS.map((path) => read(path, visitor())));
  const personal = await save(PERSONAL, { other_name: "Joy" }, visitor());
  const qualified = await save(QUALIFICATIONS, { qualifications: { 3: true } }, visitor());
  const employed = await save(EMPLOYMENT, { department: "Infants" }, visitor());

  expect(answers.map(({ status }) => status)).toEqual([reads, reads, reads]);
  expect([personal.status, qualified.status, employed.status]).toEqual([writes, writes, employs]);
});

test("who has left keeps a record that an administrator can read", async () => {
  await transaction(TEST, (t) =>
    runQuery("update employees set employee_status_id = 3 where employee_id = $1", [teacher.employeeId], t),
  );

  expect([(await read(PERSONAL, admin)).status, (await read(PERSONAL, clerk)).status]).toEqual([200, 404]);
});

test.each(["abc", "0", "-1", "999999999"])("there is no employee %s", async (id) => {
  const answers = await Promise.all(
    TABS.map((path) => answered(getRequest(`${path}?employee_id=${id}`, clerk))),
  );

  expect(answers.map(({ status }) => status)).toEqual(Array(3).fill(id === "999999999" ? 404 : 422));
});

test("posts and qualifications are listed, and the post that somebody holds is told", async () => {
  const posts = (await answered(getRequest("/api/employee-posts", colleague))).body as {
    id: number;
    post: string;
  }[];
  const listed = await answered(getRequest("/api/qualifications", colleague));
  await save(EMPLOYMENT, { substantive_post_id: 1, acting_post_id: 3 }, clerk);
  const held = await answered(getRequest(`/api/employee-post/${teacher.employeeId}`, teacher));
  const others = await answered(getRequest(`/api/employee-post/${teacher.employeeId}`, colleague));

  expect(listed.body).toContainEqual({ id: 3, title: "Teachers' Diploma", details: false, detail: "" });
  expect(held.body).toEqual({
    ...posts.find(({ id }) => id === 3),
    substantive: posts.find(({ id }) => id === 1),
    acting: posts.find(({ id }) => id === 3),
  });
  expect(others.status).toBe(404);
});

test("what is saved of each list is in the record of changes, with who saved it", async () => {
  await save(EMPLOYMENT, { teacher_class: "Std 4", department: "Infants" }, clerk);
  await save(EMPLOYMENT, { teacher_class: "" }, admin);

  const changes = await queryRows<{ table_name: string; account_id: number }>(
    `select table_name, account_id from audit_events
      where table_name like 'employee\\_%' and row_id ~ ('^' || $1 || '(:|$)')
      order by event_id`,
    [String(teacher.employeeId)],
    null,
  );

  expect(changes).toEqual([
    { table_name: "employee_employment", account_id: clerk.accountId },
    { table_name: "employee_form_classes", account_id: clerk.accountId },
    { table_name: "employee_form_classes", account_id: admin.accountId },
  ]);
});
