import { expect, test } from "vitest";
import { action as act, loader as show } from "../../../app/routes/employees/import/import.tsx";
import { action as send } from "../../../app/routes/employees/import/start.tsx";
import { action as addEmployee } from "../../../app/routes/employees/new.tsx";
import { action as postTab, loader as showTab } from "../../../app/routes/employees/profile.tsx";
import { action as postOwn, loader as showOwn } from "../../../app/routes/profile.tsx";
import { noTransaction, queryRow } from "#db/index.ts";
import type { EmployeeTabView } from "#features/employees/profile/profile.ts";
import { answered } from "#tests/api/answer.ts";
import { importTogether } from "#tests/features/students/import/import-scenario.ts";
import { createClerk, createTeacher } from "#tests/support/builders/people.ts";
import { createSchool } from "#tests/support/builders/school.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  callRoute,
  readFormErrors,
  getRequest,
  postForm,
  sendJson,
  type RequestResult,
} from "#tests/support/request.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk();

const IMPORT = { send, show, act, path: "/app/employees/import" };

const TITLES: Readonly<Record<string, string>> = {
  employee_id: "Employee ID",
  title: "Title",
  first_name: "First Name",
  last_name: "Last Name",
  other_name: "Other Name",
  gender: "Gender",
  date_of_birth: "Date of Birth",
  marital_status: "Marital Status",
  teacher_number: "Teacher Number",
  department: "Department",
  email_moe: "Email (MOE)",
  assumption_date_school: "Assumption Date (School)",
  substantive_post_id: "Substantive Post",
};

/** The outcome for a text: the reason it is refused, or the stored value. */
type Judgement = { refused: string } | { stored: string | number | null };

const refused = (reason: string): Judgement => ({ refused: reason });
const stored = (value: string | number | null): Judgement => ({ stored: value });
const BORN = expect.stringMatching(/^Enter a date between 1 Jan 1950 and/) as string;

let made = 0;

/** Somebody whose name nobody else has. */
function somebody() {
  made += 1;
  const letters = [...String(made)].map((digit) => "abcdefghij".charAt(Number(digit))).join("");
  return { first_name: "Zed", last_name: `Quill${letters}` };
}

type JudgedCase = readonly [field: string, text: string, Judgement];

const PERSONAL: readonly JudgedCase[] = [
  ["first_name", "  Ann \u200b Marie ", stored("Ann Marie")],
  ["first_name", "123", refused("enter the name in letters")],
  ["last_name", "x".repeat(61), refused("1 character too many: use at most 60")],
  ["last_name", "Hi\u202ends", refused("remove the character that cannot be stored")],
  ["gender", "F", stored("F")],
  ["gender", "m", stored("M")],
  ["gender", "Female", stored("F")],
  ["gender", "boy", stored("M")],
  ["gender", "X", refused("choose M or F")],
  ["title", "Mrs.", stored("Mrs.")],
  ["title", "mrs.", stored("Mrs.")],
  ["title", "Dr.", refused("choose Mr., Mrs. or Ms.")],
  ["other_name", "Joy", stored("Joy")],
  ["date_of_birth", "1990-02-03", stored("1990-02-03")],
  ["date_of_birth", "3/2/1990", stored("1990-02-03")],
  ["date_of_birth", "31/02/1990", refused("There is no 31 February. Enter a date, like 7 September 2026")],
  ["date_of_birth", "2099-01-01", refused(BORN)],
  ["marital_status", "single", stored("Single")],
  ["marital_status", "Engaged", refused(expect.stringContaining("choose one of") as string)],
];
const EMPLOYMENT: readonly JudgedCase[] = [
  ["teacher_number", "0123", stored("0123")],
  ["teacher_number", "2.01E+11", refused(expect.stringContaining("Excel shortened this number") as string)],
  ["department", "Infants\nand Juniors", stored("Infants and Juniors")],
  ["email_moe", "a@b", refused("Invalid e-mail.")],
  ["assumption_date_school", "7 Sep 2020", stored("2020-09-07")],
  ["assumption_date_school", "1949-12-31", refused(BORN)],
  ["substantive_post_id", "teacher ii (secondary)", stored(expect.any(Number) as number)],
  ["substantive_post_id", "Astronaut", refused("choose a post on the Ministry’s list")],
];
const added = await importTexts([...PERSONAL, ...EMPLOYMENT], { isNew: true });
const changed = await importTexts([...PERSONAL, ...EMPLOYMENT], { isNew: false });

test.each(PERSONAL)(
  "Personal: %s %j is judged alike when typed, imported and sent by a call",
  async (field, text, judgement) => {
    const isAsked = field in ADD_FIELDS;
    const judgements = {
      ...(isAsked && { "typed new": await typedNew(field, text) }),
      "typed change": await typedChange("personal", field, text),
      "new by call": await called(field, "/api/employee", { ...somebody(), [field]: text }),
      "change by call": await changeByCall("/api/employee", field, text),
      "imported new": added.get(`${field} ${text}`),
      "imported change": changed.get(`${field} ${text}`),
    };

    const paths = Object.keys(judgements);
    expect(judgements).toEqual(Object.fromEntries(paths.map((path) => [path, judgement])));
  },
);

test.each(EMPLOYMENT)(
  "Employment: %s %j is judged alike when typed, imported and sent by a call",
  async (field, text, judgement) => {
    const judgements = {
      "typed change": await typedChange("employment", field, text),
      "by call": await changeByCall("/api/employee-employment-details", field, text),
      "imported new": added.get(`${field} ${text}`),
      "imported change": changed.get(`${field} ${text}`),
    };

    const paths = Object.keys(judgements);
    expect(judgements).toEqual(Object.fromEntries(paths.map((path) => [path, judgement])));
  },
);

test.each<[field: string, text: string, Judgement]>([
  ["gender", "female", stored("F")],
  ["gender", "X", refused("choose M or F")],
  ["date_of_birth", "3/2/1990", stored("1990-02-03")],
  ["first_name", "Mallory", refused("only the school office can change this")],
])("one's own %s %j is judged alike when typed and sent by a call", async (field, text, judgement) => {
  const [typist, caller] = [await createTeacher(), await createTeacher()];

  const { body } = await callRoute(showOwn, getRequest("/app/profile", typist));
  const { record } = body as { record: EmployeeTabView };
  const fields = { record: "personal", base: String(record.row.version), [field]: text };
  const answer = await callRoute(postOwn, postForm("/app/profile", fields, typist));
  const typed =
    answer.status === 302 ? await storedOf(typist.employeeId, field) : typedRefusal(answer, field);
  const sent = { employee_id: caller.employeeId, [field]: text };

  expect(typed).toEqual(judgement);
  expect(await called(field, "/api/employee", sent, caller)).toEqual(judgement);
});

const ADD_FIELDS: Readonly<Record<string, string>> = {
  first_name: "firstName",
  last_name: "lastName",
  gender: "gender",
};

/** The form of a new employee says of a gender in its own words that it is none. */
async function typedNew(field: string, text: string): Promise<Judgement> {
  const typed = { ...somebody(), [field]: text };
  const fields = Object.entries(typed).map(([name, value]) => [ADD_FIELDS[name] ?? name, value] as const);
  const answer = await callRoute(
    addEmployee,
    postForm("/app/employees/new", Object.fromEntries(fields), clerk),
  );
  if (answer.status === 200) return storedOf(await newest(), field);
  const reason = readFormErrors(answer)[ADD_FIELDS[field] ?? ""] ?? "no reason";
  return refused(reason === "Choose F or M, or leave both unselected." ? "choose M or F" : reason);
}

async function typedChange(tab: "personal" | "employment", field: string, text: string): Promise<Judgement> {
  const { employeeId } = await createTeacher();
  const path = `/app/employees/${employeeId}?view=${tab}`;
  const params = { employeeId: String(employeeId) };
  const { body } = await callRoute(showTab, getRequest(path, clerk), params);
  const fields = { record: tab, base: String((body as EmployeeTabView).row.version), [field]: text };
  const answer = await callRoute(postTab, postForm(path, fields, clerk), params);
  return answer.status === 302 ? storedOf(employeeId, field) : typedRefusal(answer, field);
}

function typedRefusal({ body }: RequestResult, field: string): Judgement {
  const { outcome } = body as { outcome: { refusals: { field: string; reason: string }[] } };
  return refused(outcome.refusals.find((refusal) => refusal.field === field)?.reason ?? "no reason");
}

async function changeByCall(path: string, field: string, text: string): Promise<Judgement> {
  const { employeeId } = await createTeacher();
  return called(field, path, { employee_id: employeeId, [field]: text });
}

async function called(field: string, path: string, sent: object, visitor = clerk): Promise<Judgement> {
  const { status, body } = await answered(sendJson(path, sent, visitor));
  const {
    errors = {},
    employee,
    data,
  } = body as {
    errors?: Record<string, string[]>;
    employee?: { id: number };
    data?: { id: number };
  };
  if (status !== 200) return refused(errors[field]?.[0] ?? "no reason");
  return storedOf(employee?.id ?? data?.id ?? 0, field);
}

/** Imports a row for each text, which adds somebody or changes a teacher. Returns what became of each text. */
async function importTexts(
  cases: readonly JudgedCase[],
  { isNew }: { isNew: boolean },
): Promise<Map<string, Judgement>> {
  const rows: { field: string; cells: Record<string, string> }[] = [];
  for (const [field, text] of cases) {
    const named = isNew ? somebody() : { employee_id: String((await createTeacher()).employeeId) };
    rows.push({ field, cells: { ...named, [field]: text } });
  }
  const faults = await importTogether(rows, { titles: TITLES, visitor: clerk }, IMPORT);
  const judgements = new Map<string, Judgement>();
  for (const [index, { field, cells }] of rows.entries()) {
    const fault = faults[index] ?? null;
    const id = Number(cells["employee_id"]) || (await idOf(cells["last_name"] ?? ""));
    judgements.set(`${field} ${cells[field]}`, fault === null ? await storedOf(id, field) : refused(fault));
  }
  return judgements;
}

async function idOf(lastName: string): Promise<number> {
  const found = await queryRow<{ id: number }>(
    "select employee_id as id from employees where last_name = $1 order by 1",
    [lastName],
    noTransaction,
  );
  return found?.id ?? 0;
}

async function newest(): Promise<number> {
  const found = await queryRow<{ id: number }>(
    "select max(employee_id) as id from employees order by 1",
    [],
    noTransaction,
  );
  return found?.id ?? 0;
}

async function storedOf(employeeId: number, field: string): Promise<Judgement> {
  const held = await queryRow<{ value: string | number | null }>(
    `select (to_jsonb(e) || coalesce(to_jsonb(m), '{}')) -> $field as value
       from employees e left join employee_employment m using (employee_id)
      where employee_id = $employeeId order by employee_id`,
    { employeeId, field },
    noTransaction,
  );
  return stored(held?.value ?? null);
}
