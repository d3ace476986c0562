import { afterAll, beforeEach, expect, test } from "vitest";
import { loader } from "../../../app/routes/students/record.tsx";
import { action as save } from "../../../app/routes/students/save.tsx";
import { noTransaction, queryRow } from "#db/index.ts";
import { StudentFamily } from "#db/models/student-records.ts";
import type { StudentTabView } from "#features/students/fields/fields.ts";
import type { RecordHeadingAndPaging } from "#features/students/record/record.ts";
import type { FieldValues } from "#fields/value.ts";
import type { RowResult } from "#saving/protocol/protocol.ts";
import { closeDocuments } from "#templates/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createClerk,
  createFormTeacher,
  createPrincipal,
  type Colleague,
} from "#tests/support/builders/people.ts";
import { createClass, createSchool } from "#tests/support/builders/school.ts";
import { createStudents, type Student } from "#tests/support/builders/students.ts";
import { callRoute, getRequest, sendJson } from "#tests/support/request.ts";
import { answered } from "../../api/answer.ts";
import { printed, wordsIn } from "../../api/reports/printed.ts";

await freshDatabase();
afterAll(closeDocuments);
await createSchool();
const clerk = await createClerk();
const other = await createClerk({ firstName: "Ian", lastName: "Roberts" });
const formTeacher = await createFormTeacher();
const principal = await createPrincipal();
const std4 = await createClass({ formClassId: "Std 4", formTeacher });
const MOTHER = 2;
const GUARDIAN = 3;
const CONTACT = 4;
const HOME = 5;
let student: Student;
let saves = 0;

beforeEach(async () => {
  [student] = (await createStudents(std4, 1)) as [Student];
});

async function send(sent: { row: number; base?: number; changes: FieldValues }, by: Colleague = clerk) {
  saves += 1;
  const body = { saveId: `a-family-${saves}`, rows: [{ base: 0, ...sent, row: String(sent.row) }] };
  const params = { studentKey: String(student.id), tab: "family" };
  const answer = await callRoute(save, sendJson(`/app/students/${student.id}/family/save`, body, by), params);
  return { status: answer.status, result: (answer.body as { results?: [RowResult] }).results?.[0] };
}

function inApi(body?: object) {
  const path = `/api/student-data-family/${student.studentId}`;
  return answered(body ? sendJson(path, body, clerk) : getRequest(path, clerk));
}

async function relative(relationship: number) {
  const { body } = await inApi();
  return (body as Record<string, unknown>[])[relationship - 1];
}

test("a contact who is the mother has her number wherever it is read, also after it changed", async () => {
  await send({ row: MOTHER, changes: { name: "Annette Ali", phone_mobile: "5550127", whatsapp: "Yes" } });
  await send({ row: CONTACT, changes: { same_as: 2, phone_second: "5550133" } });
  await send({ row: GUARDIAN, changes: { same_as: 2 } });
  const { version } = (await relative(MOTHER)) as { version: number };
  await send({ row: MOTHER, base: version, changes: { phone_mobile: "5550128" } });

  const contact = await relative(CONTACT);
  const stored = await queryRow(
    `select f.name, f.phone_mobile, c.name as read_name, c.phone_mobile as read_phone
       from student_family f join family_contacts c using (student_key, relationship)
      where f.student_key = $1 and f.relationship = 4 order by 1`,
    [student.id],
    noTransaction,
  );
  const list = wordsIn((await printed("/api/student-contact/Std 4", clerk)).bytes);
  const form = wordsIn((await printed(`/api/registration-form?id=${student.studentId}`, clerk)).bytes);

  expect(contact).toMatchObject({ name: "Annette Ali", relation: "Mother", phone_mobile: "5550128" });
  expect(contact).toMatchObject({ phone_second: "5550133", whatsapp: true, same_as: 2 });
  expect(await relative(GUARDIAN)).toMatchObject({ name: "Annette Ali", phone_mobile: "5550128" });
  expect(stored).toEqual({ name: "", phone_mobile: null, read_name: "Annette Ali", read_phone: "5550128" });
  expect(list).toContain("Annette Ali");
  expect(list).toContain("555 0128");
  expect(list).not.toContain("555 0127");
  expect(form.match(/868 555 0128 \(WhatsApp\)/g)).toHaveLength(3);
});

test("a page that does not know that the contact is the mother cannot store another name", async () => {
  await send({ row: CONTACT, changes: { same_as: 2 } }, other);

  const late = await send({ row: CONTACT, changes: { name: "Joan Singh" } });
  const both = await send({ row: CONTACT, changes: { same_as: null, name: "Joan Singh" } });

  expect(late.result).toMatchObject({
    outcome: "refused",
    refusals: [
      { field: "name", reason: "these details are the same as the mother’s: choose Somebody else first" },
    ],
  });
  expect(both.result).toMatchObject({ outcome: "conflict", by: "I. Roberts" });
});

test("what was entered for somebody else comes back when the contact is no longer the mother", async () => {
  await send({ row: MOTHER, changes: { name: "Annette Ali" } });
  const { result } = await send({ row: CONTACT, changes: { name: "Joan Singh", phone_home: "5550140" } });
  const base = result?.stored.version ?? 0;
  const followed = await send({ row: CONTACT, base, changes: { same_as: 2 } });
  const during = await relative(CONTACT);
  await send({ row: CONTACT, base: followed.result?.stored.version ?? 0, changes: { same_as: null } });

  expect(during).toMatchObject({ name: "Annette Ali", phone_home: null });
  expect(await relative(CONTACT)).toMatchObject({ name: "Joan Singh", phone_home: "5550140", same_as: null });
});

test("a call that sends back what it read changes nothing; other details make somebody else", async () => {
  await send({ row: MOTHER, changes: { name: "Annette Ali", phone_mobile: "5550127" } });
  await send({ row: CONTACT, changes: { same_as: 2 } });
  const {
    student_id: _id,
    version: _version,
    same_as: _same,
    ...read
  } = (await relative(CONTACT)) as object & {
    student_id: string;
    version: number;
    same_as: number;
  };

  const same = await inApi({ ...read, version: null });
  const stays = await relative(CONTACT);
  const changed = await inApi({ relationship: CONTACT, phone_mobile: "5550150" });

  expect(same.status).toBe(200);
  expect(stays).toMatchObject({ same_as: 2 });
  expect(changed.body).toMatchObject({
    data: { same_as: null, name: "Annette Ali", relation: "Mother", phone_mobile: "5550150" },
  });
  expect(await relative(MOTHER)).toMatchObject({ phone_mobile: "5550127" });
});

test("the family as it is read has every column of a relative", async () => {
  const { columns } = (await queryRow<{ columns: string[] }>(
    `select array_agg(a.column_name::text order by a.column_name) as columns
       from information_schema.columns a where a.table_name = 'family_contacts' order by 1`,
    [],
    noTransaction,
  )) ?? { columns: [] };

  const { version: _version, updated_at: _at, ...details } = StudentFamily.columns;
  expect(columns.toSorted()).toEqual(Object.keys(details).toSorted());
});

test("only a guardian and a contact may be the same as a parent", async () => {
  const { result } = await send({ row: MOTHER, changes: { same_as: 1 } });

  expect(result).toMatchObject({ outcome: "refused" });
});

test("the home has its own row, with conflicts like any other", async () => {
  const first = await send({ row: HOME, changes: { lives_with: "Mother", court_order: "Yes" } });
  const base = first.result?.stored.version ?? 0;
  await send({ row: HOME, base, changes: { lives_with: "Father" } }, other);

  const late = await send({ row: HOME, base, changes: { lives_with: "Guardian" } });

  expect(first.result).toMatchObject({ outcome: "saved" });
  expect(late.result).toMatchObject({ outcome: "conflict", by: "I. Roberts" });
  expect(await inApi()).toMatchObject({ body: { length: 4 } });
});

test("everybody who opens the record sees that there is a court order; its details are on the Family tab", async () => {
  const details = "Only the mother may collect the child.";
  await send({ row: HOME, changes: { court_order: "Yes", court_order_details: details } });
  const open = async (tab: string, by: Colleague) => {
    const request = getRequest(`/app/students/${student.id}?view=${tab}`, by);
    const { status, body } = await callRoute(loader, request, { studentKey: String(student.id) });
    return { status, ...(body as { shown?: RecordHeadingAndPaging; fields?: StudentTabView }) };
  };

  for (const by of [clerk, formTeacher, principal])
    expect((await open("general", by)).shown?.head.hasCourtOrder).toBe(true);
  const read = await open("family", formTeacher);
  expect(read.fields?.rows.at(-1)?.values).toMatchObject({ court_order_details: details });
  expect((await open("family", principal)).status).toBe(404);
  expect((await send({ row: HOME, changes: { court_order: null } }, formTeacher)).status).toBe(403);
});
