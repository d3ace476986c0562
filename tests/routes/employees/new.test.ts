import { expect, test } from "vitest";
import { action } from "../../../app/routes/employees/new.tsx";
import { loader as userName } from "../../../app/routes/employees/user-name.tsx";
import { action as signIn } from "../../../app/routes/sign-in/sign-in.tsx";
import { createAuthorToken } from "#access/author.server.ts";
import { noTransaction, queryRow, queryRows, runQuery, transaction } from "#db/index.ts";
import type { FirstPasswordView } from "#features/employees/add/new-employee.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createClerk, createTeacher } from "#tests/support/builders/people.ts";
import { createSchool, TEST } from "#tests/support/builders/school.ts";
import {
  callRoute,
  readFormErrors,
  getRequest,
  postForm,
  readFormReply,
  readFormValues,
  type RequestResult,
} from "#tests/support/request.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk();
await createTeacher({ firstName: "Akilah", lastName: "George", userName: "A.George" });

const AKIL = { firstName: " Akil ", lastName: "George", gender: "M", userName: "" };

test("a colleague gets the user name that is free and a password that is shown once", async () => {
  const answer = await add(AKIL);

  const added = addedIn(answer);
  expect(answer.status).toBe(200);
  expect(added).toMatchObject({ name: "Akil George", userName: "a.george2", gender: "M" });
  expect(added?.password).toMatch(/^[a-z]+-[a-z]+-[a-z]+-[2-9]{2}$/);
  const account = await accountOf("a.george2");
  expect(account).toMatchObject({ password_reset: true, permissions: [1, 2, 3], days: 14 });
  expect(account?.password_hash).not.toContain(added?.password ?? "");
  expect(await events()).toEqual(["employee-added a.george2"]);
});

test("the first password opens only the choice of one's own, and is void after its days", async () => {
  const added = addedIn(await add({ firstName: "Nia", lastName: "Noel" }));
  const first = await signInWith(added);
  await transaction(TEST, (t) =>
    runQuery("update accounts set one_time_until = now() where user_name = 'n.noel'", [], t),
  );

  const late = await signInWith(added);

  expect([first.status, first.location]).toEqual([302, "/?next=%2Fapp"]);
  expect(late.status).toBe(422);
  expect(JSON.stringify(late.body)).toContain("has expired");
  expect(JSON.stringify(late.body)).toContain("school office");
});

test.each([
  [{ ...AKIL, firstName: "  " }, { firstName: "Required" }],
  [{ lastName: "George" }, { firstName: "Required" }],
  [{ ...AKIL, lastName: "x".repeat(300) }, { lastName: "240 characters too many: use at most 60" }],
  [{ ...AKIL, lastName: "12" }, { lastName: "enter the name in letters" }],
  [{ ...AKIL, gender: "X" }, { gender: "Choose F or M, or leave both unselected." }],
  [
    { firstName: "Anne", lastName: "George", userName: "a.GEORGE" },
    { userName: "A.George belongs to Akilah George. a.george3 is free." },
  ],
  [{ ...AKIL, userName: "../x" }, { userName: expect.stringContaining("Use only letters") as string }],
  [{ ...AKIL, userName: "x".repeat(300) }, { userName: "260 characters too many: use at most 40." }],
  [
    { firstName: "李", lastName: "明" },
    { userName: expect.stringContaining("cannot make a username") as string },
  ],
])("%j is refused beside its field, and nothing is stored", async (typed, errors) => {
  const before = await counts();

  const answer = await add(typed);

  expect(answer.status).toBe(422);
  expect(readFormErrors(answer)).toEqual(errors);
  expect(readFormValues(answer)).toMatchObject(filled(typed));
  expect(await counts()).toEqual(before);
});

test("of two who take one user name at the same moment one is refused", async () => {
  const before = await counts();
  const both = await Promise.all([
    add({ firstName: "Zoë", lastName: "Peña", userName: "zoe" }),
    add({ firstName: "Zoey", lastName: "Peters", userName: "ZOE" }),
  ]);

  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  const after = await counts();
  expect([after.employees - before.employees, after.accounts - before.accounts]).toEqual([1, 1]);
});

test.each([
  ["first=Zuri&last=De+la+Rosa", { userName: "z.delarosa", because: null }],
  ["first=Anne&last=George", { userName: "a.george3", because: "A.George belongs to Akilah George" }],
  ["first=Anne", null],
])("for %s the field proposes %j", async (query, proposal) => {
  const { body } = await callRoute(userName, getRequest(`/app/employees/user-name?${query}`, clerk));

  expect(body).toMatchObject({ proposal });
});

function add(typed: Record<string, string>) {
  const fields = { author: createAuthorToken(clerk), ...typed };
  return callRoute(action, postForm("/app/employees/new", fields, clerk));
}

function addedIn(answer: RequestResult): FirstPasswordView | undefined {
  return readFormReply(answer).result as FirstPasswordView | undefined;
}

/** Returns the fields that are not empty, because a reply does not list empty ones. */
function filled(typed: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ""));
}

function signInWith(added: FirstPasswordView | undefined) {
  const fields = { intent: "password", userName: added?.userName ?? "", password: added?.password ?? "" };
  return callRoute(signIn, postForm("/", fields));
}

function accountOf(userName: string) {
  return queryRow<{ password_hash: string; password_reset: boolean; permissions: number[]; days: number }>(
    `select a.password_hash, a.password_reset,
            array(select p.user_permission_id from account_permissions p where p.account_id = a.account_id
                   order by 1) as permissions,
            (a.one_time_until at time zone o.time_zone)::date - (now() at time zone o.time_zone)::date - 1 as days
       from accounts a cross join schools o where a.user_name = $userName`,
    { userName },
    noTransaction,
  );
}

async function counts(): Promise<{ employees: number; accounts: number }> {
  const found = await queryRow<{ employees: number; accounts: number }>(
    `select (select count(*) from employees)::integer as employees,
            (select count(*) from accounts)::integer as accounts`,
    [],
    noTransaction,
  );
  return found ?? { employees: 0, accounts: 0 };
}

async function events(): Promise<string[]> {
  const found = await queryRows<{ kind: string; detail: string }>(
    "select kind, detail from security_events where kind like 'employee%' order by event_id",
    [],
    noTransaction,
  );
  return found.map(({ kind, detail }) => `${kind} ${detail}`);
}
