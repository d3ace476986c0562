import { beforeEach, expect, test } from "vitest";
import { noTransaction, queryRows } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createClerk, createFormTeacher, createTeacher } from "#tests/support/builders/people.ts";
import { getRequest, sendJson, type Visitor } from "#tests/support/request.ts";
import { createClass, createSchool } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { answered } from "../answer.ts";

const PERSONAL = "/api/student-data-personal";
const MEDICAL = "/api/student-data-medical";
const FAMILY = "/api/student-data-family";

await freshDatabase();
await createSchool();
const clerk = await createClerk();
const formTeacher = await createFormTeacher();
const stranger = await createFormTeacher();
const teacher = await createTeacher();
const std4 = await createClass({ formClassId: "Std 4", formTeacher });
let student = { id: 0, studentId: "" };

beforeEach(async () => {
  const [made] = await createStudents(std4, 1);
  if (made) student = made;
});

function read(path: string, visitor: Visitor = clerk) {
  return answered(getRequest(`${path}/${student.studentId}`, visitor));
}

function save(path: string, body: object, visitor: Visitor = clerk) {
  return answered(sendJson(`${path}/${student.studentId}`, body, visitor));
}

test("personal data is read and saved, named in the address or beside it; a box is true or false", async () => {
  const { body: before } = await read(PERSONAL);
  const saved = await save(PERSONAL, { town: "Arima", internet_access: true, phone_mobile: "868-555-0127" });
  const again = await answered(
    sendJson(PERSONAL, { student_id: student.studentId, internet_access: 0 }, clerk),
  );
  const { body: after } = await answered(getRequest(`${PERSONAL}?student_id=${student.studentId}`, clerk));

  expect(before).toMatchObject({
    student_id: student.studentId,
    version: 0,
    town: null,
    internet_access: false,
  });
  expect(saved.body).toMatchObject({
    message: "Saved.",
    data: { town: "Arima", internet_access: true, phone_mobile: "5550127", school_feeding: false },
    replaced: { town: null, internet_access: false },
  });
  expect(again.body).toMatchObject({ data: { town: "Arima", internet_access: false } });
  expect(after).toEqual((again.body as { data: object }).data);
});

test("what registration forms ask is stored: the entrance assessment, the way to school and the grants", async () => {
  const details = {
    ...{ sea_number: "202101234", sea_score: 238.415, sea_placement: "2nd choice" },
    ...{ distance_km: 12.5, transport: true, book_grant: true },
  };

  const saved = await save(PERSONAL, { ...details, distance_km: "12,5" });
  const refused = await save(PERSONAL, { distance_km: 12.55 });

  expect(saved.body).toMatchObject({ data: details });
  expect((await read(PERSONAL)).body).toMatchObject(details);
  expect(refused.body).toMatchObject({
    errors: { distance_km: ["enter a number from 0 to 200 with at most 1 decimal"] },
  });
});

test("the family is a record a relationship", async () => {
  await save(FAMILY, { relationship: 2, name: "Annette Ali", phone_work: "5550190" });
  const contact = await save(FAMILY, { relationship: "4", name: "Indra Sookram", relation: "Aunt" });
  const { body } = await read(FAMILY);

  expect(contact.body).toMatchObject({ data: { relationship: 4, relation: "Aunt", occupation: null } });
  expect(body).toMatchObject([
    { student_id: student.studentId, relationship: 1, version: 0, name: null },
    { relationship: 2, name: "Annette Ali", phone_work: "5550190" },
    { relationship: 3, version: 0 },
    { relationship: 4, name: "Indra Sookram", relation: "Aunt" },
  ]);
});

test.each<[string, object, string, string]>([
  [PERSONAL, { phone_mobile: "55501" }, "phone_mobile", "7 Digits Needed"],
  [PERSONAL, { phone_mobile: "55501270" }, "phone_mobile", "7 Digits Needed"],
  [FAMILY, { relationship: 4, phone_home: "04125550127" }, "phone_home", "7 Digits Needed"],
  [PERSONAL, { email: "nobody" }, "email", "Invalid e-mail."],
  [MEDICAL, { asthma: "maybe" }, "asthma", "enter Yes or No"],
  [
    FAMILY,
    { relationship: 4, occupation: "Farmer" },
    "occupation",
    "this part of the record has no field with this name",
  ],
  [FAMILY, { relationship: 5, name: "Ann" }, "relationship", "This must be 1, 2, 3 or 4."],
  [FAMILY, { name: "Ann" }, "relationship", "This is missing."],
])("%s refuses %j", async (path, body, field, reason) => {
  const { status, body: refused } = await save(path, body);

  expect(status).toBe(422);
  expect(refused).toMatchObject({ errors: { [field]: [reason] } });
});

test("a version that is behind is a conflict with both values; nothing of the call is stored", async () => {
  const first = await save(MEDICAL, { allergies: "Nuts", asthma: true });
  const { version } = first.body as { version: number };
  await save(MEDICAL, { allergies: "Milk", version });

  const late = await save(MEDICAL, { allergies: "Eggs", tb: true, version });

  expect(late.status).toBe(409);
  expect(late.body).toMatchObject({
    fields: [{ field: "allergies", from: "Nuts", to: "Milk" }],
    stored: { allergies: "Milk", tb: false },
    yours: { allergies: "Eggs", tb: true },
  });
  expect((await read(MEDICAL)).body).toMatchObject({ allergies: "Milk", tb: false });
});

test("the form teacher reads medical and family data and writes none; nobody else reaches them", async () => {
  const statuses = async (visitor: Visitor) => {
    const answers = [];
    for (const path of [PERSONAL, MEDICAL, FAMILY]) answers.push((await read(path, visitor)).status);
    return answers;
  };

  expect(await statuses(formTeacher)).toEqual([404, 200, 200]);
  expect(await statuses(stranger)).toEqual([404, 404, 404]);
  expect(await statuses(teacher)).toEqual([403, 403, 403]);
  expect((await save(MEDICAL, { tb: true }, formTeacher)).status).toBe(403);
  expect((await answered(getRequest(`${MEDICAL}/S-NOBODY`, clerk))).status).toBe(404);
});

test("a call that reads or saves medical or family data is recorded", async () => {
  await read(PERSONAL);
  await read(MEDICAL, formTeacher);
  await save(FAMILY, { relationship: 1, name: "Curtis Ali" });

  const views = await queryRows(
    "select account_id, record from record_views where student_key = $id order by record_view_id",
    { id: student.id },
    noTransaction,
  );
  expect(views).toEqual([
    { account_id: formTeacher.accountId, record: "medical" },
    { account_id: clerk.accountId, record: "family" },
  ]);
});
