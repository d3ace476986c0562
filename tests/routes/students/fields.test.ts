import { beforeEach, expect, test } from "vitest";
import { action, loader } from "../../../app/routes/students/record.tsx";
import { action as save, loader as readSave } from "../../../app/routes/students/save.tsx";
import { noTransaction, queryRows } from "#db/index.ts";
import type { RowSaveOutcome, RowResult } from "#saving/protocol/protocol.ts";
import type { StudentTabView } from "#features/students/fields/fields.ts";
import type { SelfSavingTab } from "#fields/people/student.ts";
import type { FieldValues } from "#fields/value.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import {
  callRoute,
  getRequest,
  postForm,
  sendJson,
  type Fields,
  type Visitor,
} from "#tests/support/request.ts";
import { createClass, createSchool } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";

const TABS: readonly SelfSavingTab[] = ["personal", "medical", "family"];

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const clerk = await createClerk({ firstName: "Wendy", lastName: "Gomez" });
const other = await createClerk({ firstName: "Ian", lastName: "Roberts" });
const formTeacher = await createFormTeacher();
const principal = await createPrincipal();
const std4 = await createClass({ formClassId: "Std 4", formTeacher });
let student = 0;
let saves = 0;

beforeEach(async () => {
  const [made] = await createStudents(std4, 1);
  student = made?.id ?? 0;
});

async function open(tab: SelfSavingTab, visitor: Visitor) {
  const request = getRequest(`/app/students/${student}?view=${tab}`, visitor);
  const { status, body } = await callRoute(loader, request, { studentKey: String(student) });
  return { status, fields: (body as { fields: StudentTabView } | null)?.fields as StudentTabView };
}

type Sent = { row?: string | number; base?: number; changes: FieldValues; saveId?: string };

function sendField(tab: string, { row = student, base = 0, changes, saveId }: Sent, visitor: Visitor) {
  saves += 1;
  const sent = { saveId: saveId ?? `a-field-${saves}`, rows: [{ row: String(row), base, changes }] };
  const request = sendJson(`/app/students/${student}/${tab}/save`, sent, visitor);
  return callRoute(save, request, { studentKey: String(student), tab });
}

function resultOf({ body }: Awaited<ReturnType<typeof sendField>>): RowResult {
  const [result] = (body as { results: [RowResult] }).results;
  return result;
}

function post(tab: SelfSavingTab, fields: Fields, visitor: Visitor) {
  const request = postForm(`/app/students/${student}?view=${tab}`, { record: tab, ...fields }, visitor);
  return callRoute(action, request, { studentKey: String(student) });
}

function views() {
  return queryRows<{ account_id: number; record: string }>(
    "select account_id, record from record_views where student_key = $student order by record_view_id",
    { student },
    noTransaction,
  );
}

test("a field is saved alone, with the version of its row; the answer holds what is not as it was sent", async () => {
  const first = resultOf(
    await sendField("personal", { changes: { town: " Arima ", email: "a@b.tt" } }, clerk),
  );
  const base = first.stored.version;
  const second = resultOf(
    await sendField(
      "personal",
      { base, changes: { internet_access: "Yes", blood_group: "O-positive" } },
      clerk,
    ),
  );

  expect(first).toEqual({
    row: String(student),
    outcome: "saved",
    stored: { version: base, values: { town: "Arima" } },
    brief: true,
  });
  expect(second.stored.version).toBeGreaterThan(base);
  expect((await open("personal", clerk)).fields.rows).toEqual([
    {
      row: String(student),
      version: second.stored.version,
      values: expect.objectContaining({
        town: "Arima",
        internet_access: "Yes",
        school_feeding: null,
      }) as FieldValues,
    },
  ]);
});

test.each<[SelfSavingTab, FieldValues, FieldValues, FieldValues, FieldValues]>([
  ["personal", { town: "Arima" }, { town: "Valencia" }, { town: "Tunapuna" }, { nationality: "Trinidadian" }],
  ["medical", { allergies: "Nuts" }, { allergies: "Milk" }, { allergies: "Eggs" }, { polio: "Yes" }],
  [
    "family",
    { phone_home: "5550101" },
    { phone_home: "5550102" },
    { phone_home: "5550103" },
    { name: "Ann" },
  ],
])(
  "%s: two clerks on one field are told of each other; on two fields both are saved",
  async (tab, read, theirs, yours, beside) => {
    const row = tab === "family" ? 2 : student;
    const base = resultOf(await sendField(tab, { row, changes: read }, clerk)).stored.version;
    await sendField(tab, { row, base, changes: theirs }, other);

    const late = resultOf(await sendField(tab, { row, base, changes: { ...yours, ...beside } }, clerk));

    expect(late).toMatchObject({ outcome: "conflict", by: "I. Roberts" });
    expect(late.stored.values).toMatchObject({ ...theirs, ...beside });
  },
);

test.each<[SelfSavingTab, FieldValues, FieldValues]>([
  ["personal", { town: "Arima" }, { town: "Valencia" }],
  ["medical", { allergies: "Nuts" }, { allergies: "Milk" }],
  ["family", { phone_home: "5550101" }, { phone_home: "5550102" }],
])(
  "%s: a save whose answer was lost is saved once, also when somebody changed the field since",
  async (tab, mine, theirs) => {
    const sent = { row: tab === "family" ? 2 : student, changes: mine, saveId: `lost-answer-${tab}` };
    const [first, meanwhile] = await Promise.all([sendField(tab, sent, clerk), sendField(tab, sent, clerk)]);
    const base = resultOf(first).stored.version;
    await sendField(tab, { row: sent.row, base, changes: theirs }, other);

    const late = resultOf(await sendField(tab, sent, clerk));

    expect(resultOf(meanwhile)).toMatchObject({ outcome: "saved", stored: { version: base } });
    expect(late).toMatchObject({ outcome: "saved", stored: { values: theirs } });
    const events = await queryRows(
      "select from audit_events where save_id = $1",
      [sent.saveId],
      noTransaction,
    );
    expect(events).toHaveLength(1);
  },
);

test("who saves over an older version is answered the whole row, with the colleague's other field", async () => {
  const base = resultOf(await sendField("personal", { changes: { town: "Arima" } }, clerk)).stored.version;
  await sendField("personal", { base, changes: { nationality: "Grenadian" } }, other);

  const late = resultOf(await sendField("personal", { base, changes: { town: "Arouca" } }, clerk));

  expect(late).not.toHaveProperty("brief");
  expect(late).toMatchObject({
    outcome: "saved",
    stored: { values: { town: "Arouca", nationality: "Grenadian", email: null } },
  });
});

test.each<[SelfSavingTab, string | number, FieldValues, string]>([
  ["personal", "own", { phone_mobile: "55501" }, "7 Digits Needed"],
  ["personal", "own", { email: "c.baptiste@" }, "Invalid e-mail."],
  ["personal", "own", { town: "x".repeat(400) }, "320 characters too many: use at most 80"],
  ["medical", "own", { allergies: "x".repeat(5_600) }, "5,000 characters too many: use at most 600"],
  ["personal", "own", { religion_id: 999 }, "choose an entry on the school’s list"],
  ["medical", "own", { gout: "Yes" }, "this part of the record has no field with this name"],
  ["family", 4, { occupation: "Farmer" }, "this part of the record has no field with this name"],
  ["family", 1, { relation: "Aunt" }, "this part of the record has no field with this name"],
  ["family", 5, { name: "Ann" }, "this part of the record has no field with this name"],
  ["family", 6, { name: "Ann" }, "not a part of this student’s record"],
  ["personal", 1_000_000, { town: "Arima" }, "not a part of this student’s record"],
])("%s, row %s: %j is refused: %s", async (tab, row, changes, reason) => {
  const result = resultOf(await sendField(tab, { row: row === "own" ? student : row, changes }, clerk));

  expect(result).toMatchObject({ outcome: "refused", refusals: [{ reason }] });
});

test("without script the whole tab is a form: a box is ticked and taken back, a section of the family by its number", async () => {
  const boxes = { "shown.asthma": "", [`shown.tb.${student}`]: "" };
  const ticked = await post(
    "medical",
    { [`base.${student}`]: "0", ...boxes, [`tb.${student}`]: "Yes" },
    clerk,
  );
  const { fields } = await open("medical", clerk);
  const base = String(fields.rows[0]?.version);
  await post("medical", { [`base.${student}`]: base, ...boxes }, clerk);
  const family = { "base.1": "0", "name.1": "Curtis Ali", "base.4": "0", "relation.4": "Aunt" };
  const sent = await post("family", family, clerk);

  expect(ticked).toMatchObject({ status: 302, location: `/app/students/${student}?view=medical` });
  expect(fields.rows[0]?.values).toMatchObject({ tb: "Yes", asthma: null });
  expect((await open("medical", clerk)).fields.rows[0]?.values).toMatchObject({ tb: null });
  expect(sent.status).toBe(302);
  const held = (await open("family", clerk)).fields.rows.map(({ values }) => values);
  expect(held).toMatchObject([
    { name: "Curtis Ali" },
    { name: null },
    { name: null },
    { relation: "Aunt" },
    { lives_with: null },
  ]);
});

test("without script what is refused is told beside what was typed, and everything else is stored", async () => {
  const typed = { "base.2": "0", "phone_mobile.2": "55501", "name.2": "Annette Ali" };

  const sent = await post("family", typed, clerk);

  expect(sent.status).toBe(422);
  expect((sent.body as { outcomes: Record<string, RowSaveOutcome> }).outcomes).toEqual({
    2: {
      state: "refused",
      refusals: [{ reason: "7 Digits Needed", field: "phone_mobile", fields: ["phone_mobile"] }],
      typed: { phone_mobile: "55501" },
    },
  });
  expect((await open("family", clerk)).fields.rows[1]?.values).toMatchObject({ name: "Annette Ali" });
});

test("without script a colleague's change is told, and a choice decides it", async () => {
  const row = { row: 3, base: 0 };
  const { version } = resultOf(await sendField("family", { ...row, changes: { name: "Ann" } }, other)).stored;
  const typed = { "base.3": "0", "name.3": "Joan" };

  const told = await post("family", typed, clerk);
  const choice = { "choice.3": `mine:${version}`, "conflicting.3": "name" };
  const kept = await post("family", { ...typed, ...choice }, clerk);

  expect(told.status).toBe(409);
  expect((told.body as { outcomes: Record<string, RowSaveOutcome> }).outcomes["3"]).toMatchObject({
    state: "changed",
    by: "I. Roberts",
  });
  expect(kept.status).toBe(302);
  expect((await open("family", clerk)).fields.rows[2]?.values).toMatchObject({ name: "Joan" });
});

test.each<[Visitor, readonly number[]]>([
  [admin, [200, 200, 200]],
  [clerk, [200, 200, 200]],
  [formTeacher, [404, 200, 200]],
  [principal, [404, 404, 404]],
  [await createFormTeacher(), [404, 404, 404]],
  [await createTeacher(), [403, 403, 403]],
])("who opens a tab: %#", async (visitor, statuses) => {
  const opened = [];
  for (const tab of TABS) opened.push((await open(tab, visitor)).status);

  expect(opened).toEqual(statuses);
});

test("the form teacher reads, and is told whose it is to write", async () => {
  const { fields } = await open("medical", formTeacher);
  const answers = [];
  for (const tab of TABS) answers.push(await sendField(tab, { changes: { town: "Arima" } }, formTeacher));
  const form = await post("medical", { [`base.${student}`]: "0", [`tb.${student}`]: "Yes" }, formTeacher);

  expect(fields.closed).toBe("only the school office can change these details");
  expect(answers.map(({ status }) => status)).toEqual([404, 403, 403]);
  expect(form.status).toBe(409);
  expect((await open("medical", clerk)).fields.rows[0]?.values).toMatchObject({ tb: null });
});

test("who reads medical and family data is recorded, once in ten minutes; personal data is not", async () => {
  for (const tab of [...TABS, ...TABS]) await open(tab, clerk);
  await open("family", formTeacher);

  expect(await views()).toEqual([
    { account_id: clerk.accountId, record: "medical" },
    { account_id: clerk.accountId, record: "family" },
    { account_id: formTeacher.accountId, record: "family" },
  ]);
});

test("a save answers the row, and is a reading too; what nobody may see is none", async () => {
  await sendField("medical", { changes: {} }, other);
  await sendField("medical", { changes: {} }, principal);
  await open("family", principal);

  expect(await views()).toEqual([{ account_id: other.accountId, record: "medical" }]);
});

test("the address of a save takes a tab that saves by itself, by POST, from its author", async () => {
  const params = { studentKey: String(student), tab: "personal" };
  const path = `/app/students/${student}/personal/save`;
  const request = sendJson(path, { saveId: "another-author", rows: [] }, clerk);
  request.headers.set("X-Account", String(other.accountId));

  const byAnother = await callRoute(save, request, params);
  const read = await callRoute(readSave, getRequest(path, clerk), params);
  const general = await sendField("general", { changes: { first_name: "Ann" } }, clerk);
  const noForm = await post("medical", { [`base.${student}`]: "0", record: "personal" }, clerk);

  expect([byAnother.status, read.status, general.status, noForm.status]).toEqual([401, 405, 404, 400]);
});
