import { expect, test } from "vitest";
import { findVisit } from "#access/session.server.ts";
import { queryRows, runQuery, noTransaction, transaction } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createPrincipal,
  createTeacher,
  type SignedIn,
} from "#tests/support/builders/people.ts";
import { getRequest } from "#tests/support/request.ts";
import { createSchool } from "#tests/support/builders/school.ts";

await freshDatabase();
await createSchool({ currentTerm: 2 });

test("a session tells who it is, where and in which term", async () => {
  const principal = await createPrincipal({ firstName: "Marva", lastName: "Joseph" });

  const visit = await findVisit(getRequest("/app", principal));

  expect(visit).toMatchObject({
    person: { ...principal.person, permissions: [1, 2, 3, 10] },
    passwordReset: false,
    school: { name: "Test School", flavour: "primary" },
    term: { academicTermId: 202520262, term: 2 },
    period: "2025-2026, Term 2",
  });
});

test("the special account goes by its user name", async () => {
  const admin = await createAdmin();

  const visit = await findVisit(getRequest("/app", admin));

  expect(visit?.person).toMatchObject({ employeeId: null, firstName: "", lastName: "Admin" });
});

test.each([
  ["none", ""],
  ["a made up one", "session=bm9ib2R5LWhhcy10aGlzLXRva2VuLWF0LWFsbA"],
  ["one that is no token", "session='; drop table sessions"],
])("with %s there is no session", async (_, cookie) => {
  const visit = await findVisit(getRequest("/app", { cookie }));

  expect(visit).toBeNull();
});

test("the database keeps no token", async () => {
  const teacher = await createTeacher();
  const token = teacher.cookie.replace("session=", "");

  const found = await queryRows(
    "select 1 from sessions where position(convert_to($1, 'UTF8') in token_hash) > 0",
    [token],
    noTransaction,
  );

  expect(found).toEqual([]);
});

test.each([
  ["59 minutes without use", "last_seen_at = now() - interval '59 minutes'", true],
  ["60 minutes without use", "last_seen_at = now() - interval '60 minutes'", false],
  ["nearly 12 hours", "started_at = now() - interval '11 hours 59 minutes'", true],
  ["12 hours", "started_at = now() - interval '12 hours'", false],
])("after %s", async (_, change, lives) => {
  const teacher = await createTeacher();
  await changeSession(teacher, change);

  const visit = await findVisit(getRequest("/app", teacher));

  expect(visit !== null).toBe(lives);
});

test("use prolongs a session, written at most once a minute", async () => {
  const [recent, older] = [await createTeacher(), await createTeacher()];
  await changeSession(recent, "last_seen_at = now() - interval '55 seconds'");
  await changeSession(older, "last_seen_at = now() - interval '65 seconds'");

  await Promise.all([recent, older].map((teacher) => findVisit(getRequest("/app", teacher))));

  expect(await secondsSinceSeen(recent)).toBeGreaterThan(50);
  expect(await secondsSinceSeen(older)).toBeLessThan(10);
});

test("what runs in the background does not", async () => {
  const teacher = await createTeacher();
  await changeSession(teacher, "last_seen_at = now() - interval '30 minutes'");

  const visit = await findVisit(getRequest("/app", teacher, { "X-Background": "1" }));

  expect(await secondsSinceSeen(teacher)).toBeGreaterThan(29 * 60);
  expect(visit?.secondsLeft.idle).toBeLessThanOrEqual(30 * 60);
});

test("a leaver's session is over at once", async () => {
  const teacher = await createTeacher();
  await transaction({ system: "tests" }, (t) =>
    runQuery("update employees set employee_status_id = 3 where employee_id = $1", [teacher.employeeId], t),
  );

  const visit = await findVisit(getRequest("/app", teacher));

  expect(visit).toBeNull();
});

function changeSession({ person }: SignedIn, change: string): Promise<void> {
  return transaction({ system: "tests" }, (t) =>
    runQuery(`update sessions set ${change} where session_id = $1`, [person.sessionId], t),
  );
}

async function secondsSinceSeen({ person }: SignedIn): Promise<number> {
  const [found] = await queryRows<{ seconds: number }>(
    "select extract(epoch from now() - last_seen_at)::float8 as seconds from sessions where session_id = $1",
    [person.sessionId],
    noTransaction,
  );
  return found?.seconds ?? Number.NaN;
}
