import { expect, test } from "vitest";
import { action, loader } from "../../app/routes/reset-password/ask.tsx";
import { loader as list } from "../../app/routes/reset-password/list.tsx";
import { loader as reloadFirstSlips } from "../../app/routes/employees/password-letters.tsx";
import { action as slips, loader as reloadSlips } from "../../app/routes/reset-password/password-letters.tsx";
import { action as signIn } from "../../app/routes/sign-in/sign-in.tsx";
import { createAuthorToken } from "#access/author.server.ts";
import { findVisit } from "#access/session.server.ts";
import { noTransaction, queryRows, transaction } from "#db/index.ts";
import { changePermissions, lockOneTimePassword } from "#db/queries/accounts/permissions.ts";
import type {
  PeopleToReset,
  PasswordResetList,
  PasswordResetView,
} from "#features/reset-password/reset-password.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createClerk,
  createPrincipal,
  createTeacher,
  PASSWORD,
  type SignedIn,
} from "#tests/support/builders/people.ts";
import { createSchool, TEST } from "#tests/support/builders/school.ts";
import { countLockWaits } from "#tests/support/locks.ts";
import { callRoute, getRequest, postForm, readFormReply } from "#tests/support/request.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const clerk = await createClerk({ lastName: "Clerk" });

test("a reset password is told once, opens the choice of one's own, and ends the sessions", async () => {
  const camille = await createTeacher({ firstName: "Camille", lastName: "Pierre" });

  const { status, reset } = await ask([camille.employeeId]);

  const [person] = reset?.people ?? [];
  expect(status).toBe(200);
  expect(person).toMatchObject({ name: "Camille Pierre", userName: camille.userName });
  expect(reset?.ended).toBe(1);
  expect(await findVisit(getRequest("/app", camille))).toBeNull();
  const [old, first] = [await enter(camille, PASSWORD), await enter(camille, person?.password ?? "")];
  expect([old.status, first.status, first.location]).toEqual([422, 302, "/?next=%2Fapp"]);
  expect(await resets()).toEqual([[clerk.accountId, camille.userName]]);
});

test("several are reset together, and their slips are printed for who reset them alone", async () => {
  const two = await Promise.all([createTeacher(), createTeacher()]);
  const { reset } = await ask(two.map(({ employeeId }) => employeeId));
  const fields = { author: createAuthorToken(clerk), slips: reset?.seal ?? "" };

  const printed = await callRoute(slips, postForm("/app/reset-password/slips", fields, clerk));
  const byOther = await callRoute(
    slips,
    postForm("/app/reset-password/slips", { ...fields, author: createAuthorToken(admin) }, admin),
  );
  const forged = await callRoute(
    slips,
    postForm("/app/reset-password/slips", { ...fields, slips: "forged" }, clerk),
  );

  expect(reset?.people).toHaveLength(2);
  expect([printed.status, byOther.status, forged.status]).toEqual([200, 409, 409]);
  expect(printed.headers.get("Content-Type")).toBe("application/pdf");
  expect(printed.headers.get("Cache-Control")).toBe("no-store");
});

test.each([
  ["an admin's", () => createTeacher({ permissions: [1, 9] }), 403],
  ["the principal's", () => createPrincipal(), 403],
  ["of who may do more in the office", () => createTeacher({ permissions: [4, 9] }), 403],
  ["one's own", () => Promise.resolve(clerk), 403],
  ["nobody's", () => Promise.resolve({ employeeId: 99_999 }), 404],
])("%s password is not reset by the clerk, nor anybody's with it", async (_, make, refusal) => {
  const [other, teacher] = [await make(), await createTeacher()];

  const answer = await ask([teacher.employeeId, other.employeeId]);

  expect(answer.status).toBe(refusal);
  expect(await findVisit(getRequest("/app", teacher))).not.toBeNull();
});

test("who holds 7 alone resets a teacher and no manager of employees; an admin resets all", async () => {
  const resetter = await createTeacher({ permissions: [7] });
  const [teacher, manager, principal] = [await createTeacher(), await createClerk(), await createPrincipal()];

  const statuses = [
    await ask([teacher.employeeId], resetter),
    await ask([manager.employeeId], resetter),
    await ask([manager.employeeId, principal.employeeId], admin),
  ].map(({ status }) => status);

  expect(statuses).toEqual([200, 403, 200]);
});

test("of two who were asked about one password the second is told that it is another by now", async () => {
  const { employeeId } = await createTeacher({ firstName: "Ann", lastName: "Ali" });
  const question = await callRoute(loader, getRequest(`/app/reset-password/${employeeId}`, clerk), {
    who: String(employeeId),
  });
  const [person] = (question.body as { people: PeopleToReset[] }).people;
  const asOf = String(person?.asOf);

  const answers = await Promise.all([
    ask([employeeId], clerk, asOf),
    ask([employeeId], admin, asOf),
    ask([employeeId], admin, asOf),
  ]);

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
});

test("who becomes an admin while their password is being reset keeps it", async () => {
  const teacher = await createTeacher();
  const requests: ReturnType<typeof ask>[] = [];

  await transaction(TEST, async (t) => {
    await lockOneTimePassword(teacher.accountId, t);
    await changePermissions({ accountId: teacher.accountId, given: [9], taken: [] }, t);
    requests.push(ask([teacher.employeeId]));
    await expect.poll(countLockWaits, { timeout: 8_000 }).toBe(1);
  });

  expect(await requests[0]).toMatchObject({ status: 403 });
  expect(await findVisit(getRequest("/app", teacher))).not.toBeNull();
});

test("a window of slips that cannot be printed says so in a page, and reloaded leads back", async () => {
  const old = postForm(
    "/app/reset-password/slips",
    { author: createAuthorToken(clerk), slips: "old" },
    clerk,
  );
  old.headers.set("Accept", "text/html");

  const refused = await callRoute(slips, old);
  const reloaded = await Promise.all([
    callRoute(reloadSlips, getRequest("/app/reset-password/slips", clerk)),
    callRoute(reloadFirstSlips, getRequest("/app/employees/slips", clerk)),
  ]);

  expect([refused.status, refused.headers.get("Content-Type")]).toEqual([409, "text/html; charset=utf-8"]);
  expect(refused.body).toContain(
    "These password letters can no longer be printed. Reset the passwords again to get new ones.",
  );
  expect(refused.body).not.toContain("Try again");
  expect(reloaded.map(({ location }) => location)).toEqual(["/app/reset-password", "/app/employees"]);
});

test("nobody ticked is said, and so are more people than are reset at once", async () => {
  expect((await ask([])).status).toBe(422);
  expect((await ask(Array.from({ length: 101 }, (_, index) => index + 1))).status).toBe(422);
});

test("the question names who is ticked in the list", async () => {
  const [one, other] = [await createTeacher(), await createTeacher()];
  const ticks = `reset-${one.employeeId}=on&reset-${other.employeeId}=on&search=sur`;

  const { body } = await callRoute(loader, getRequest(`/app/reset-password/several?${ticks}`, clerk), {
    who: "several",
  });

  const { people, closeTo } = body as { people: PeopleToReset[]; closeTo: string };
  expect(people.map(({ id, openSessions }) => [id, openSessions])).toEqual([
    [one.employeeId, 1],
    [other.employeeId, 1],
  ]);
  expect(closeTo).toBe(
    `/app/reset-password?search=sur&reset-${one.employeeId}=on&reset-${other.employeeId}=on`,
  );
});

test("the list keeps the selected people whom this person may reset, and leaves out the others", async () => {
  const [teacher, administrator] = [await createTeacher(), await createTeacher({ permissions: [1, 9] })];
  const ids = [teacher.employeeId, administrator.employeeId, clerk.employeeId, 99_999];
  const ticks = ids.map((id) => `reset-${id}=on`).join("&");

  const { body } = await callRoute(
    list,
    getRequest(`/app/reset-password?${ticks}&reset-0=on&reset-x=on`, clerk),
  );

  expect((body as PasswordResetList).chosen).toEqual([teacher.employeeId]);
});

test("the list tells each password's state, and what is not this person's to reset", async () => {
  const marker = { firstName: "Listed" };
  await createTeacher({ ...marker, lastName: "Aa" });
  const given = await createTeacher({ ...marker, lastName: "Bb" });
  await createTeacher({ ...marker, lastName: "Cc", permissions: [9] });
  await ask([given.employeeId]);

  const { body } = await callRoute(list, getRequest("/app/reset-password?search=listed", clerk));
  const mine = await callRoute(list, getRequest("/app/reset-password?search=clerk", clerk));

  expect((body as PasswordResetList).lines.map(({ password, mayReset }) => [password, mayReset])).toEqual([
    ["Own", true],
    [expect.stringMatching(/^One-time, works until \d+ \w+ \d{4}$/), true],
    ["Only an administrator can reset this password", false],
  ]);
  expect((mine.body as PasswordResetList).lines[0]).toMatchObject({
    password: "Change your own password under Profile",
    mayReset: false,
  });
});

async function ask(employeeIds: readonly number[], visitor: SignedIn = clerk, tick = "on") {
  const ticks = Object.fromEntries(employeeIds.map((id) => [`reset-${id}`, tick]));
  const fields = { author: createAuthorToken(visitor), ...ticks };
  const request = postForm("/app/reset-password/several", fields, visitor);
  const answer = await callRoute(action, request, { who: "several" });
  return { status: answer.status, reset: readFormReply(answer).result as PasswordResetView | undefined };
}

function enter({ userName }: SignedIn, password: string) {
  return callRoute(signIn, postForm("/", { intent: "password", userName, password }));
}

async function resets() {
  const found = await queryRows<{ account_id: number; detail: string }>(
    "select account_id, detail from security_events where kind = 'password-reset' order by event_id",
    [],
    noTransaction,
  );
  return found.map(({ account_id, detail }) => [account_id, detail]);
}
