import { expect, test } from "vitest";
import { action as addStudent } from "../../../app/routes/students/new.tsx";
import { action as postRecord, loader as showRecord } from "../../../app/routes/students/record.tsx";
import { noTransaction, queryRow, runQuery, transaction } from "#db/index.ts";
import { proposeStudentIds } from "#db/queries/people/students/new-student.ts";
import { answered } from "#tests/api/answer.ts";
import { importTogether } from "#tests/features/students/import/import-scenario.ts";
import { createClerk } from "#tests/support/builders/people.ts";
import { createSchool, TEST } from "#tests/support/builders/school.ts";
import { createStudent } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { callRoute, getRequest, postForm, sendJson, type RequestResult } from "#tests/support/request.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk();
await transaction(TEST, (t) => runQuery("insert into religions (grouping) values ('Hinduism')", [], t));
await createStudent({ firstName: "René", lastName: "Joseph", studentId: "SR-20017" });
await createStudent({ studentId: "SR-26004" });
await createStudent({ studentId: "sr-26005" });
const nextIds = await proposeStudentIds({ year: "26", count: 1 }, noTransaction);

const TITLES: Readonly<Record<string, string>> = {
  last_name: "Last Name",
  first_name: "First Name",
  other_name: "Other Name",
  date_of_birth: "Date of Birth",
  birth_certificate_pin: "Birth Certificate Pin",
  gender: "Gender",
  entry_date: "Entry Date",
  serial_number: "Serial Number",
  student_id: "Student ID",
  town: "Town",
  phone_mobile: "Phone (Mobile)",
  email: "Email",
  blood_group: "Blood Group",
  device_type: "Device Type",
  religion_id: "Religion",
  internet_access: "Internet Access",
};

/** The outcome for a text: the reason it is refused, or the stored value. */
type Judgement = { refused: string } | { stored: string | number | boolean | null };

const refused = (reason: string): Judgement => ({ refused: reason });
const stored = (value: string | number | boolean | null): Judgement => ({ stored: value });
const TAKEN = "already used by René Joseph, SR-20017";
const BORN = expect.stringMatching(/^Enter a date between 1 Jan 1950 and/) as string;

let made = 0;

/** Somebody whom no other record is like. */
function somebody() {
  made += 1;
  const letters = [...String(made)].map((digit) => "abcdefghij".charAt(Number(digit)).repeat(4)).join("");
  return { first_name: "Zed", last_name: `Q${letters}`, birth_certificate_pin: `JUDGED${made}` };
}

test("the school's next ID is nobody's in other capitals either", () => {
  expect(nextIds).toEqual(["SR-26006"]);
});

/** The columns that a file of students must have, also when it changes students. */
const NO_NAMES = { first_name: "", last_name: "", birth_certificate_pin: "" };

type JudgedCase = readonly [field: string, text: string, Judgement];

const GENERAL: readonly JudgedCase[] = [
  ["first_name", "  Ann \u200b Marie ", stored("Ann Marie")],
  ["first_name", "123", refused("enter the name in letters")],
  ["first_name", "x".repeat(61), refused("1 character too many: use at most 60")],
  ["first_name", "Ann\u202eMarie", refused("remove the character that cannot be stored")],
  ["other_name", "Joy", stored("Joy")],
  ["date_of_birth", "2016-05-04", stored("2016-05-04")],
  ["date_of_birth", "4/5/2016", stored("2016-05-04")],
  ["date_of_birth", "4 May 2016", stored("2016-05-04")],
  ["date_of_birth", "31/02/2016", refused("There is no 31 February. Enter a date, like 7 September 2026")],
  ["date_of_birth", "in May", refused("Enter a date, like 7 September 2026")],
  ["date_of_birth", "1949-12-31", refused(BORN)],
  ["date_of_birth", "2099-01-01", refused(BORN)],
  ["entry_date", "2099-01-01", refused(BORN)],
  ["gender", "F", stored("F")],
  ["gender", "f", stored("F")],
  ["gender", "Male", stored("M")],
  ["gender", "girl", stored("F")],
  ["gender", "X", refused("choose F or M")],
  ["birth_certificate_pin", "x".repeat(21), refused("1 character too many: use at most 20")],
  [
    "birth_certificate_pin",
    "2.01E+11",
    refused(expect.stringContaining("Excel shortened this number") as string),
  ],
  ["birth_certificate_pin", "pin\u200b001", refused(TAKEN)],
  ["serial_number", "17", refused("this is locked: only an administrator can unlock it")],
];
const PERSONAL: readonly JudgedCase[] = [
  ["town", "Port\nof Spain", stored("Port of Spain")],
  ["town", "x".repeat(81), refused("1 character too many: use at most 80")],
  ["phone_mobile", "868-555-0127", stored("5550127")],
  ["phone_mobile", "555012", refused("7 Digits Needed")],
  ["email", "c.b@example.tt", stored("c.b@example.tt")],
  ["email", "c.b@", refused("Invalid e-mail.")],
  ["blood_group", "B-negative", stored("B-negative")],
  ["blood_group", "b-NEGATIVE", stored("B-negative")],
  ["blood_group", "C-negative", refused("choose a blood group on the list")],
  ["device_type", "tablet", stored("Tablet")],
  ["religion_id", "hinduism", stored(expect.any(Number) as number)],
  ["religion_id", "Jedi", refused("choose an entry on the school’s list")],
  ["internet_access", "yes", stored(true)],
  ["internet_access", "TRUE", stored(true)],
  ["internet_access", "1", stored(true)],
  ["internet_access", "No", stored(false)],
  ["internet_access", "0", stored(false)],
  ["internet_access", "maybe", refused("enter Yes or No")],
];
const added = await importTexts([...GENERAL, ...PERSONAL], { isNew: true });
const changed = await importTexts([...GENERAL, ...PERSONAL], { isNew: false });

test.each(GENERAL)(
  "General: %s %j is judged alike when typed, imported and sent by a call",
  async (field, text, judgement) => {
    const judgements = {
      "typed new": await typedNew(field, text),
      "typed change": await typedChange(field, text),
      "new by call": await newByCall(field, text),
      "change by call": await changeByCall(field, text),
      "imported new": added.get(`${field} ${text}`),
      "imported change": changed.get(`${field} ${text}`),
    };

    const paths = Object.keys(judgements);
    expect(judgements).toEqual(Object.fromEntries(paths.map((path) => [path, judgement])));
  },
);

test.each(PERSONAL)(
  "Personal: %s %j is judged alike when typed, imported and sent by a call",
  async (field, text, judgement) => {
    const judgements = {
      typed: await typedPersonal(field, text),
      "by call": await personalByCall(field, text),
      "imported new": added.get(`${field} ${text}`),
      "imported change": changed.get(`${field} ${text}`),
    };

    const paths = Object.keys(judgements);
    expect(judgements).toEqual(Object.fromEntries(paths.map((path) => [path, judgement])));
  },
);

test("an ID in other capitals is another student's, whichever way it is given", async () => {
  const typed = await typedNew("student_id", "sr-20017");
  const called = await newByCall("student_id", "sr-20017");
  const changed = await changeByCall("student_id", "sr-20017");

  expect([typed, called]).toEqual([refused(TAKEN), refused(TAKEN)]);
  expect(changed).toEqual(refused("only an administrator can change this"));
});

test("who is new has a first name, a last name and a pin, whichever way they come", async () => {
  const judgements = {
    typed: await typedNew("birth_certificate_pin", " "),
    called: await newByCall("birth_certificate_pin", " "),
    imported: (await importTexts([["birth_certificate_pin", " "]], { isNew: true })).get(
      "birth_certificate_pin  ",
    ),
  };

  expect(Object.values(judgements)).toEqual(Array.from({ length: 3 }, () => refused("Required")));
});

async function typedNew(field: string, text: string): Promise<Judgement> {
  const typed = { ...somebody(), [field]: text };
  const answer = await callRoute(
    addStudent,
    postForm("/app/students/new", { record: "general", ...typed }, clerk),
  );
  return answer.status === 302 ? storedOf(keyIn(answer), field) : typedRefusal(answer, field);
}

async function typedChange(field: string, text: string): Promise<Judgement> {
  const { id } = await createStudent();
  const path = `/app/students/${id}`;
  const params = { studentKey: String(id) };
  const { body } = await callRoute(showRecord, getRequest(path, clerk), params);
  const { general } = body as { general: { row: { version: number } } };
  const fields = { record: "general", base: String(general.row.version), [field]: text };
  const answer = await callRoute(postRecord, postForm(path, fields, clerk), params);
  return answer.status === 302 ? storedOf(id, field) : typedRefusal(answer, field);
}

async function typedPersonal(field: string, text: string): Promise<Judgement> {
  const { id } = await createStudent();
  const path = `/app/students/${id}?view=personal`;
  const fields = { record: "personal", [`base.${id}`]: "0", [`${field}.${id}`]: text };
  const answer = await callRoute(postRecord, postForm(path, fields, clerk), { studentKey: String(id) });
  if (answer.status === 302) return storedOf(id, field);
  const { outcomes } = answer.body as { outcomes: Record<string, Outcome> };
  return reasonOf(outcomes[String(id)], field);
}

type Outcome = { refusals: { field: string; reason: string }[] };

function typedRefusal({ body }: RequestResult, field: string): Judgement {
  const { row: added, outcome } = body as { row?: { outcome: Outcome }; outcome?: Outcome };
  return reasonOf(added?.outcome ?? outcome, field);
}

function reasonOf(outcome: Outcome | undefined, field: string): Judgement {
  return refused(outcome?.refusals.find((refusal) => refusal.field === field)?.reason ?? "no reason");
}

async function newByCall(field: string, text: string): Promise<Judgement> {
  return calledJudgement(field, "/api/student", { ...somebody(), ...sentAs(field, text) });
}

async function changeByCall(field: string, text: string): Promise<Judgement> {
  const { studentId } = await createStudent();
  return calledJudgement(field, "/api/student", { prev_id: studentId, ...sentAs(field, text) });
}

async function personalByCall(field: string, text: string): Promise<Judgement> {
  const { studentId } = await createStudent();
  return calledJudgement(field, `/api/student-data-personal/${studentId}`, { [field]: text });
}

function sentAs(field: string, text: string) {
  return { [field === "student_id" ? "id" : field]: text };
}

async function calledJudgement(field: string, path: string, sent: object): Promise<Judgement> {
  const { status, body } = await answered(sendJson(path, sent, clerk));
  const {
    errors = {},
    student,
    data,
  } = body as {
    errors?: Record<string, string[]>;
    student?: { id: string };
    data?: { student_id: string };
  };
  const [name] = Object.keys(sentAs(field, ""));
  if (status !== 200) return refused(errors[name ?? ""]?.[0] ?? "no reason");
  const found = await queryRow<{ id: number }>(
    "select id from students where student_id = $1 order by id",
    [student?.id ?? data?.student_id],
    noTransaction,
  );
  return storedOf(found?.id ?? 0, field);
}

/** Imports a row for each text, which adds somebody or changes a student. Returns what became of each text. */
async function importTexts(
  cases: readonly (readonly [field: string, text: string, ...unknown[]])[],
  { isNew }: { isNew: boolean },
): Promise<Map<string, Judgement>> {
  const rows: { field: string; cells: Record<string, string> }[] = [];
  for (const [field, text] of cases) {
    const changed = isNew ? somebody() : { ...NO_NAMES, student_id: (await createStudent()).studentId };
    rows.push({ field, cells: { ...changed, [field]: text } });
  }
  const faults = await importTogether(rows, { titles: TITLES, visitor: clerk });
  const judgements = new Map<string, Judgement>();
  for (const [index, { field, cells }] of rows.entries()) {
    const fault = faults[index] ?? null;
    const judged = fault === null ? await storedOf(await idOf(cells), field) : refused(fault);
    judgements.set(`${field} ${cells[field]}`, judged);
  }
  return judgements;
}

async function idOf({ student_id = "", last_name = "" }: Record<string, string>): Promise<number> {
  const found = await queryRow<{ id: number }>(
    "select id from students where student_id = $1 or last_name = $2 order by id",
    [student_id, last_name],
    noTransaction,
  );
  return found?.id ?? 0;
}

async function storedOf(id: number, field: string): Promise<Judgement> {
  const held = await queryRow<{ value: string | number | boolean | null }>(
    `select (to_jsonb(s) || coalesce(to_jsonb(p), '{}')) -> $field as value
       from students s left join student_personal p on p.student_key = s.id
      where s.id = $id order by s.id`,
    { id, field },
    noTransaction,
  );
  // A box that was never ticked may have no row.
  return stored(held?.value ?? (field === "internet_access" ? false : null));
}

function keyIn({ location }: RequestResult): number {
  return Number(/\/students\/(\d+)/.exec(location ?? "")?.[1]);
}
