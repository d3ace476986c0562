import { expect, test } from "vitest";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { answered } from "#tests/api/answer.ts";
import { createSchool, TEST } from "#tests/support/builders/school.ts";
import { createAdmin, createClerk, createTeacher, type Colleague } from "#tests/support/builders/people.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  callRoute,
  readFormErrors,
  getRequest,
  ORIGIN,
  postForm,
  readFormReply,
  type Visitor,
  readFormValues,
} from "#tests/support/request.ts";
import { addDays } from "#domain/dates.ts";
import { today } from "#runtime/clock.ts";
import type { NewToken, TokensView } from "#features/access-tokens/tokens.server.ts";
import { action, loader } from "../../app/routes/access-tokens.tsx";
import { loader as profile } from "../../app/routes/profile.tsx";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const clerk = await createClerk();

const PAGE = "/app/access-tokens";
const TODAY = today("America/Port_of_Spain");

function make(visitor: Visitor, fields: Record<string, string> = {}) {
  const sent = { intent: "make", name: "marks", lastDay: addDays(TODAY, 30), mayWrite: "no", ...fields };
  return callRoute(action, postForm(PAGE, sent, visitor));
}

async function tokenOf(visitor: Visitor, fields: Record<string, string> = {}): Promise<string> {
  const answer = await make(visitor, fields);
  const created = readFormReply(answer).result as NewToken | undefined;
  if (!created) throw new Error(JSON.stringify(readFormErrors(answer)));
  return created.token;
}

function calling(
  token: string,
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; body: unknown }> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  return answered(new Request(new URL(path, ORIGIN), { ...init, headers }));
}

async function listed(visitor: Visitor): Promise<TokensView> {
  return (await callRoute(loader, getRequest(PAGE, visitor))).body as TokensView;
}

function storedOf({ accountId }: Colleague) {
  return queryRows<{ row: string }>(
    "select row_to_json(k)::text as row from access_tokens k where account_id = $accountId",
    { accountId },
    noTransaction,
  );
}

test("a token calls in its person's name, and may no more than they may", async () => {
  const teacher = await createTeacher();
  const token = await tokenOf(teacher);

  const own = await calling(token, `/api/user-employee/${teacher.userName}`);
  const subjects = await calling(token, "/api/subjects");
  const figures = await calling(token, "/api/registration-status-report");

  expect(own.body).toMatchObject({ employee: { id: teacher.employeeId } });
  expect(subjects.status).toBe(200);
  expect(figures.status).toBe(403);
  expect((await listed(teacher)).own).toEqual([
    expect.objectContaining({
      name: "marks",
      access: "Read only",
      used: expect.stringMatching(/^Last used /) as string,
    }),
  ]);
});

test("one that reads changes nothing; one that writes changes what its person may", async () => {
  const body = JSON.stringify({ title: "Steelpan", abbr: "PAN" });

  const reading = await calling(await tokenOf(clerk, { name: "reads" }), "/api/subjects", {
    method: "POST",
    body,
  });
  const writing = await calling(await tokenOf(clerk, { name: "writes", mayWrite: "yes" }), "/api/subjects", {
    method: "POST",
    body,
  });

  expect(reading).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining("is read-only") as string },
  });
  expect(writing.status).toBe(200);
});

test("the token is told once, and stored as what nobody can use", async () => {
  const teacher = await createTeacher();
  const token = await tokenOf(teacher);

  const stored = await storedOf(teacher);

  expect(token).toMatch(/^termbook_[\w-]{43}$/);
  expect(stored).toHaveLength(1);
  expect(JSON.stringify([stored, await listed(teacher)])).not.toContain(token);
});

test("what is no living token is nobody, whatever cookie comes along", async () => {
  const teacher = await createTeacher();
  const token = await tokenOf(teacher);
  const request = new Request(new URL("/api/subjects", ORIGIN), {
    headers: { Authorization: "Bearer termbook_none", Cookie: teacher.cookie },
  });

  expect((await answered(request)).status).toBe(401);
  await transaction(TEST, (t) =>
    runQuery(
      "update access_tokens set last_day = current_date - 2 where account_id = $accountId",
      { accountId: teacher.accountId },
      t,
    ),
  );
  expect((await calling(token, "/api/subjects")).status).toBe(401);
  expect((await listed(teacher)).own[0]).toMatchObject({ isOver: true });
});

test.each([
  [(token: string) => `bearer  ${token} `, 200],
  [(token: string) => `BEARER\t${token}`, 200],
  [() => "Bearer", 401],
  [(token: string) => `Bearer ${token} ${token}`, 401],
  [(token: string) => `Bearer "${token}"`, 401],
  [(token: string) => `Bearer ${token.toUpperCase()}`, 401],
])("who writes %s is judged by it alone: %i", async (written, status) => {
  const teacher = await createTeacher();
  const Authorization = written(await tokenOf(teacher));
  const headers = { Authorization, Cookie: teacher.cookie };

  const answer = await answered(new Request(new URL("/api/subjects", ORIGIN), { headers }));

  expect(answer.status).toBe(status);
  if (status === 401)
    expect(answer.body).toEqual({ message: expect.stringContaining("not valid") as string });
  expect(answer.headers.get("WWW-Authenticate")).toBe(status === 401 ? "Bearer" : null);
});

test("a token's access is its person's of the moment, and a name tells it no more than it tells them", async () => {
  const teacher = await createTeacher({ permissions: [8] });
  const token = await tokenOf(teacher);
  const history = async () => (await calling(token, "/api/term-history")).status;

  const before = await history();
  await transaction(TEST, (t) =>
    runQuery(
      "update account_permissions set user_permission_id = 1 where account_id = $1",
      [teacher.accountId],
      t,
    ),
  );
  const names = [clerk.userName, "nobody-is-so-called"].map((name) => `/api/user-employee/${name}`);
  const [colleague, nobody] = await Promise.all(names.map((path) => calling(token, path)));

  expect([before, await history()]).toEqual([200, 403]);
  expect(colleague?.body).toEqual(nobody?.body);
  expect(nobody?.status).toBe(404);
});

test("a token is of one's calls alone: no page opens by it, and it neither signs in nor out", async () => {
  const token = await tokenOf(await createTeacher());
  const headers = { Authorization: `Bearer ${token}` };

  const page = await callRoute(profile, new Request(new URL("/app/profile", ORIGIN), { headers }));
  const out = await calling(token, "/api/employee-logout", { method: "POST" });

  expect(page).toMatchObject({ status: 302, location: expect.stringMatching(/^\/(\?|$)/) as string });
  expect(out.status).toBe(403);
});

test.each([
  ["left", (leaver: Colleague) => sent(`/api/employee?employee_id=${leaver.employeeId}`, "DELETE")],
  ["got another password", (owner: Colleague) => sent("/api/reset-employee-password", "POST", owner)],
])("the tokens of who %s are dead at once, and gone", async (_, end) => {
  const teacher = await createTeacher();
  const token = await tokenOf(teacher);
  const before = await calling(token, "/api/subjects");

  const ended = await end(teacher);

  expect([before.status, ended.status]).toEqual([200, 200]);
  expect((await calling(token, "/api/subjects")).status).toBe(401);
  expect(await storedOf(teacher)).toEqual([]);
});

function sent(path: string, method: string, of?: Colleague) {
  const headers = { Cookie: admin.cookie, "Content-Type": "application/json" };
  const body = JSON.stringify(of ? { employee_id: of.employeeId } : {});
  return answered(new Request(new URL(path, ORIGIN), { method, headers, body }));
}

test("one's own are revoked, an administrator revokes anybody's, and nobody else another's", async () => {
  const [teacher, other] = [await createTeacher(), await createTeacher()];
  const token = await tokenOf(teacher);
  const [mine] = (await listed(teacher)).own;
  const revoke = (visitor: Visitor) =>
    callRoute(action, postForm(PAGE, { intent: "revoke", tokenId: String(mine?.id) }, visitor));

  const byOther = await revoke(other);
  const alive = await calling(token, "/api/subjects");
  const byAdmin = await revoke(admin);

  expect([byOther.status, alive.status, byAdmin.status]).toEqual([404, 200, 302]);
  expect((await calling(token, "/api/subjects")).status).toBe(401);
  expect((await listed(other)).others).toBeNull();
});

test.each([
  [{ name: " " }, "name"],
  [{ name: "x".repeat(61) }, "name"],
  [{ lastDay: "2020-01-01" }, "lastDay"],
  [{ lastDay: addDays(TODAY, 367) }, "lastDay"],
  [{ lastDay: "tomorrow" }, "lastDay"],
  [{ mayWrite: "all" }, "mayWrite"],
])("%o makes no token, and keeps what was typed", async (fields, field) => {
  const teacher = await createTeacher();

  const answer = await make(teacher, fields);

  expect(answer.status).toBe(422);
  expect(readFormErrors(answer)).toEqual({ [field]: expect.any(String) as string });
  expect(readFormValues(answer)).toMatchObject(fields);
  expect((await listed(teacher)).own).toEqual([]);
});

test("of two tokens of one name there is one", async () => {
  const teacher = await createTeacher();
  await tokenOf(teacher);

  const again = await make(teacher, { name: "MARKS" });

  expect(readFormErrors(again)).toEqual({
    name: "You already have a token with this name. Revoke that token first, or enter another name.",
  });
});

test("what a script reads is counted and held, and a list of everybody is noted", async () => {
  const token = await tokenOf(admin, { name: "everybody" });
  await calling(token, "/api/students");
  await calling(token, "/api/students");
  await calling(token, "/api/employees");

  const noted = await queryRows<{ detail: string }>(
    "select detail from security_events where kind = 'list-called' order by event_id",
    [],
    noTransaction,
  );
  const counted = await queryRows<{ reads: number }>(
    "select count(*)::integer as reads from record_reads where account_id = $accountId",
    { accountId: admin.accountId },
    noTransaction,
  );

  expect(noted.map(({ detail }) => detail)).toEqual([
    "GET /api/students, by a token",
    "GET /api/employees, by a token",
  ]);
  expect(counted).toEqual([{ reads: 2 }]);
});
