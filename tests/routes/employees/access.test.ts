import { beforeEach, expect, test } from "vitest";
import { action, loader } from "../../../app/routes/employees/access.tsx";
import { findVisit } from "#access/session.server.ts";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { lockAdmins } from "#db/queries/accounts/admins.ts";
import { changePermissions, listPermissions } from "#db/queries/accounts/permissions.ts";
import { storeOneTimePassword } from "#db/queries/accounts/accounts.ts";
import type { EmployeeAccessView } from "#features/employees/profile/access/access.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createClerk, createTeacher, type Colleague } from "#tests/support/builders/people.ts";
import { countLockWaits } from "#tests/support/locks.ts";
import {
  callRoute,
  readFormErrors,
  getRequest,
  postForm,
  readFormValues,
  type Fields,
  type Visitor,
} from "#tests/support/request.ts";
import { createSchool, TEST } from "#tests/support/builders/school.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk();
const chief = await createTeacher({ permissions: [1, 4, 7, 9], firstName: "Merle", lastName: "Joseph" });
let teacher = await createTeacher();

beforeEach(async () => {
  teacher = await createTeacher({ permissions: [1, 3] });
});

function show(visitor: Visitor, { employeeId }: Colleague = teacher) {
  const request = getRequest(`/app/employees/${employeeId}/access`, visitor);
  return callRoute(loader, request, { employeeId: String(employeeId) });
}

function post(fields: Fields, visitor: Visitor, { employeeId }: Colleague = teacher) {
  const request = postForm(`/app/employees/${employeeId}/access`, fields, visitor);
  return callRoute(action, request, { employeeId: String(employeeId) });
}

function ticked(...ids: number[]): Fields {
  return Object.fromEntries(ids.map((id) => [`permission_${id}`, "on"]));
}

function heldBy({ accountId }: Colleague): Promise<number[]> {
  return listPermissions(accountId, noTransaction);
}

test("an admin gives and takes, and it is told who did", async () => {
  const saved = await post({ was: "1 3", ...ticked(1, 6, 7) }, chief);
  const { account } = (await show(chief)).body as EmployeeAccessView;

  expect(saved.status).toBe(302);
  expect(await heldBy(teacher)).toEqual([1, 6, 7]);
  const by = expect.stringMatching(/^M\. Joseph, \d/) as string;
  expect(account?.changes.slice(0, 2)).toEqual(
    expect.arrayContaining([
      { what: "Students, Reset Password", done: "given", by },
      { what: "Print/View Reports", done: "removed", by },
    ]),
  );
  expect(account).toMatchObject({
    held: [1, 6, 7],
    administrators: ["M. Joseph"],
    isLastAdministrator: false,
  });
});

test("it says since when the password is whose, where it is reset, and who made the account", async () => {
  const own = (await show(chief)).body as EmployeeAccessView;
  const mine = (await show(chief, chief)).body as EmployeeAccessView;
  await transaction(TEST, (t) =>
    runQuery(
      `update accounts set password_reset = true, one_time_until = now() + interval '3 days'
        where account_id = $1`,
      [teacher.accountId],
      t,
    ),
  );
  const given = (await show(chief)).body as EmployeeAccessView;

  expect(own.account?.password).toMatch(/^Chosen by the employee on \d+ \w{3} \d{4}$/);
  expect(own.account?.resetTo).toBe(`/app/reset-password/${teacher.employeeId}`);
  expect(mine.account?.resetTo).toBeNull();
  expect(given.account?.password).toMatch(/^One-time, works until \d+ \w{3} \d{4}$/);
  expect(own.account?.changes.at(-1)).toMatchObject({ what: "Account", done: "created" });
});

test("a change takes effect at the next click, without signing out", async () => {
  await post({ was: "1 3", ...ticked(1, 3, 4) }, chief);

  expect((await findVisit(getRequest("/app", teacher)))?.person.permissions).toEqual([1, 3, 4]);
});

test("what another admin changed meanwhile is told, and nothing is overwritten", async () => {
  await post({ was: "1 3", ...ticked(1, 3, 6) }, chief);

  const stale = await post({ was: "1 3", ...ticked(1, 3, 8) }, chief);

  expect(stale.status).toBe(409);
  expect(readFormErrors(stale)[""]).toContain("Students");
  expect(readFormValues(stale)).toMatchObject(ticked(1, 3, 8));
  expect(await heldBy(teacher)).toEqual([1, 3, 6]);
});

test("nobody takes the last admin away; of two who take each other's at once, one stays", async () => {
  const { account } = (await show(chief, chief)).body as EmployeeAccessView;
  const last = await post({ was: "1 4 7 9", ...ticked(1, 4, 7) }, chief, chief);
  const other = await createTeacher({ permissions: [9] });
  const both = await atOnce([
    () => post({ was: "9" }, chief, other),
    () => post({ was: "1 4 7 9", ...ticked(1, 4, 7) }, other, chief),
  ]);
  const left = [await heldBy(chief), await heldBy(other)].filter((held) => held.includes(9));
  await giveBack(chief, other);

  expect(account?.isLastAdministrator).toBe(true);
  expect(last.status).toBe(422);
  expect(readFormErrors(last)[""]).toContain("This is the school’s only administrator");
  expect(both.map(({ status }) => status).toSorted()).toEqual([302, 422]);
  expect(left).toHaveLength(1);
});

test("a leaver who was an admin counts for nobody", async () => {
  const gone = await createTeacher({ permissions: [9] });
  await transaction(TEST, (t) =>
    runQuery("update employees set employee_status_id = 2 where employee_id = $1", [gone.employeeId], t),
  );

  expect((await post({ was: "1 4 7 9", ...ticked(1, 4, 7) }, chief, chief)).status).toBe(422);
});

test("ids that are no permission are not given", async () => {
  await post({ was: "1 3", ...ticked(1, 3, 5, 11) }, chief);

  expect(await heldBy(teacher)).toEqual([1, 3]);
});

test("who is only an administrator opens the page and gives", async () => {
  const only = await createTeacher({ permissions: [9] });

  expect((await show(only)).status).toBe(200);
  expect((await post({ was: "1 3", ...ticked(1, 3, 8) }, only)).status).toBe(302);
  await post({ was: "9" }, chief, only);
});

test("an account whose one-time password somebody else gave is given nothing over others", async () => {
  const clerksOwn = await createTeacher({ permissions: [1], passwordReset: true });
  await giveOneTime(clerksOwn, clerk);

  const refused = await post({ was: "1", ...ticked(1, 9) }, chief, clerksOwn);
  const harmless = await post({ was: "1", ...ticked(1, 3) }, chief, clerksOwn);
  await giveOneTime(clerksOwn, chief);
  const given = await post({ was: "1 3", ...ticked(1, 3, 6) }, chief, clerksOwn);

  expect([refused.status, harmless.status, given.status]).toEqual([422, 302, 302]);
  expect(readFormErrors(refused)[""]).toMatch(/still has a one-time password.*Reset the password yourself/);
  expect(readFormValues(refused)).toMatchObject(ticked(1, 9));
  expect(await heldBy(clerksOwn)).toEqual([1, 3, 6]);
});

test("what an admin gives, takes and ends stands among the security events", async () => {
  await post({ was: "1 3", ...ticked(1, 6, 4) }, chief);
  await post({ was: "1 4 6", ...ticked(1, 4, 6) }, chief);
  await post({ intent: "end-session", sessionId: String(teacher.person.sessionId) }, chief);

  const events = await queryRows(
    `select kind, account_id, address, detail from security_events where detail ~ $1 order by event_id`,
    [`^${teacher.userName}(:|$)`],
    noTransaction,
  );

  const by = { account_id: chief.accountId, address: "127.0.0.1" };
  expect(events).toEqual([
    {
      ...by,
      kind: "access-changed",
      detail: `${teacher.userName}: Employees, Students given; Print/View Reports removed`,
    },
    { ...by, kind: "session-ended", detail: teacher.userName },
  ]);
});

test("a session is ended, of this account alone", async () => {
  const { sessionId } = teacher.person;
  const others = await post({ intent: "end-session", sessionId: String(clerk.person.sessionId) }, chief);
  const ended = await post({ intent: "end-session", sessionId: String(sessionId) }, chief);
  const again = await post({ intent: "end-session", sessionId: String(sessionId) }, chief);

  expect([others.status, ended.status, again.status]).toEqual([404, 302, 404]);
  expect(await findVisit(getRequest("/app", teacher))).toBeNull();
  expect(await findVisit(getRequest("/app", clerk))).not.toBeNull();
});

test.each<[string, () => Visitor, number]>([
  ["nobody", () => null, 302],
  ["oneself", () => teacher, 403],
  ["who looks after employees", () => clerk, 403],
])("access is for admins: %s", async (_who, visitor, expected) => {
  const shown = await show(visitor());
  const sent = await post({ was: "1 3", ...ticked(9) }, visitor());

  expect([shown.status, sent.status]).toEqual([expected, expected]);
  expect(await heldBy(teacher)).toEqual([1, 3]);
});

async function atOnce<Answer>(input: readonly (() => Promise<Answer>)[]): Promise<Answer[]> {
  const answers = await transaction(TEST, async (t) => {
    await lockAdmins(t);
    const begun = input.map((ask) => ask());
    await expect.poll(countLockWaits).toBe(input.length);
    return begun;
  });
  return Promise.all(answers);
}

/** Issues a one-time password, like a reset. */
async function giveOneTime({ accountId }: Colleague, by: Colleague): Promise<void> {
  const given = { accountId, passwordHash: "of no password", days: 14 };
  await transaction(by.person, (t) => storeOneTimePassword(given, t));
}

function giveBack(chiefly: Colleague, other: Colleague): Promise<void> {
  return transaction(TEST, async (t) => {
    await changePermissions({ accountId: chiefly.accountId, given: [9], taken: [] }, t);
    await changePermissions({ accountId: other.accountId, given: [], taken: [9] }, t);
  });
}
