import { expect, test } from "vitest";
import { changePassword, endOwnSession } from "#features/profile/account.server.ts";
import { readOwnAccount } from "#features/profile/read-profile.server.ts";
import { signIn } from "#features/sign-in/sign-in.server.ts";
import { findVisitByBearerToken } from "#access/bearer-token.server.ts";
import { rejected } from "#access/forms/answer-form.server.ts";
import { findVisit, type VisitedSchool } from "#access/session.server.ts";
import { errorKind } from "#runtime/errors.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { callerFrom, createAdmin, createTeacher, PASSWORD } from "#tests/support/builders/people.ts";
import { createAccessTokenFor } from "#tests/support/builders/tokens.ts";
import { getRequest } from "#tests/support/request.ts";
import { createSchool } from "#tests/support/builders/school.ts";

await freshDatabase();
await createSchool();

const NEW_PASSWORD = "mangoes for breakfast";
const SCHOOL: VisitedSchool = {
  name: "Test School",
  flavour: "primary",
  address: "",
  motto: "",
  timeZone: "America/Port_of_Spain",
};

test("who knows the present password sets a new one, is signed out everywhere else and has another token here", async () => {
  const teacher = await createTeacher();
  const elsewhere = await signedInAgain(teacher.userName);

  const change = await changePassword(teacher.person, given(PASSWORD, NEW_PASSWORD), CALLER);

  const renewed = { cookie: change.kind === "done" ? (change.options.cookies?.[0] ?? "") : "" };
  const visits = await Promise.all(
    [renewed, teacher, { cookie: elsewhere }].map((who) => findVisit(getRequest("/app", who))),
  );
  expect(change.kind).toBe("done");
  expect(visits.map((visit) => visit?.person.sessionId)).toEqual([
    teacher.person.sessionId,
    undefined,
    undefined,
  ]);
  expect(await signIn({ userName: teacher.userName, password: PASSWORD }, CALLER)).toMatchObject({
    ok: false,
  });
  expect(await signIn({ userName: teacher.userName, password: NEW_PASSWORD }, CALLER)).toMatchObject({
    ok: true,
  });
});

test("a new password revokes one's own access tokens, and says how many", async () => {
  const [teacher, colleague] = [await createTeacher(), await createTeacher()];
  const tokens = [
    await createAccessTokenFor(teacher),
    await createAccessTokenFor(teacher),
    await createAccessTokenFor(colleague),
  ];

  const weak = await changePassword(teacher.person, given(PASSWORD, "qwertyuiop123"), CALLER);
  const before = await Promise.all(tokens.map(findVisitByBearerToken));
  const change = await changePassword(teacher.person, given(PASSWORD, NEW_PASSWORD), CALLER);
  const after = await Promise.all(tokens.map(findVisitByBearerToken));

  expect(weak.kind).toBe("not-done");
  expect(before.map((visit) => visit?.account_id)).toEqual([
    teacher.accountId,
    teacher.accountId,
    colleague.accountId,
  ]);
  expect(after.map((visit) => visit?.account_id)).toEqual([undefined, undefined, colleague.accountId]);
  expect(change).toMatchObject({
    message: "Password changed. You were signed out everywhere else, and your 2 access tokens were revoked.",
  });
});

test("a wrong present password changes nothing, and guessing it is slowed down", async () => {
  const teacher = await createTeacher();

  const changes = [];
  for (let times = 0; times < 6; times += 1) {
    changes.push(await changePassword(teacher.person, given("a wrong guess", NEW_PASSWORD), CALLER));
  }

  const wrong = rejected({ currentPassword: "This is not your current password. Try again." });
  expect(changes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => wrong));
  expect(changes[5]).toEqual(
    rejected({ currentPassword: "Too many attempts. Wait a few minutes, then try again." }),
  );
});

test("a weak new password is refused, and the sessions elsewhere stay", async () => {
  const teacher = await createTeacher();
  const elsewhere = await signedInAgain(teacher.userName);

  const change = await changePassword(teacher.person, given(PASSWORD, "qwertyuiop123"), CALLER);

  expect(change).toMatchObject({ kind: "not-done", errors: { newPassword: expect.any(String) as string } });
  expect(await findVisit(getRequest("/app", { cookie: elsewhere }))).not.toBeNull();
});

test("a profile lists the open sessions, this one marked", async () => {
  const teacher = await createTeacher({ firstName: "Ann", lastName: "Baptiste" });
  await signedInAgain(teacher.userName);

  const profile = await readOwnAccount(teacher.person, SCHOOL);

  expect(profile).toMatchObject({ userName: teacher.userName });
  expect(profile.sessions.map(({ device, thisDevice }) => [device, thisDevice])).toEqual([
    ["Firefox on Linux", false],
    ["An unknown device", true],
  ]);
});

test("one's own session elsewhere can be ended, and only once", async () => {
  const teacher = await createTeacher();
  const elsewhere = await signedInAgain(teacher.userName);
  const other = await findVisit(getRequest("/app", { cookie: elsewhere }));

  await endOwnSession(teacher.person, other?.person.sessionId ?? 0);
  const again = await endOwnSession(teacher.person, other?.person.sessionId ?? 0).catch(errorKind);

  expect(await findVisit(getRequest("/app", { cookie: elsewhere }))).toBeNull();
  expect(again).toBe("notFound");
});

test("somebody else's session cannot", async () => {
  const [teacher, colleague] = [await createTeacher(), await createTeacher()];

  const refused = await endOwnSession(teacher.person, colleague.person.sessionId ?? 0).catch(errorKind);

  expect(refused).toBe("notFound");
  expect(await findVisit(getRequest("/app", colleague))).not.toBeNull();
});

test("the special account has no profile", async () => {
  const admin = await createAdmin();

  const profile = await readOwnAccount(admin.person, SCHOOL).catch(errorKind);

  expect(profile).toBe("notFound");
});

const CALLER = {
  to: "/app/profile",
  ...callerFrom("10.3.0.1", "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"),
};

function given(currentPassword: string, newPassword: string) {
  return { currentPassword, newPassword };
}

async function signedInAgain(userName: string): Promise<string> {
  const outcome = await signIn({ userName, password: PASSWORD }, CALLER);
  return outcome.ok ? (outcome.cookies[0] ?? "") : "";
}
