import { expect, test } from "vitest";
import { changePassword } from "#features/profile/account.server.ts";
import {
  lookUpUser,
  replaceOneTimePassword,
  signIn,
  describeSignInRefusal,
  type SignInOutcome,
} from "#features/sign-in/sign-in.server.ts";
import { findVisitByBearerToken } from "#access/bearer-token.server.ts";
import { findVisit } from "#access/session.server.ts";
import { noTransaction, runQuery, transaction } from "#db/index.ts";
import { findAccountToReset } from "#db/queries/first-run/school-facts.ts";
import { findFreeUserName, findUserNameHolder } from "#db/queries/people/new-employee.ts";
import { errorKind } from "#runtime/errors.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  callerFrom,
  createAdmin,
  createClerk,
  createTeacher,
  PASSWORD,
} from "#tests/support/builders/people.ts";
import { createAccessTokenFor } from "#tests/support/builders/tokens.ts";
import { getRequest } from "#tests/support/request.ts";
import { createSchool } from "#tests/support/builders/school.ts";

/** The first delay, less the time that a busy machine takes to reach the check. */
const SOON = expect.closeTo(15, -1) as number;

await freshDatabase();
await createSchool();

const NEW_PASSWORD = "mangoes for breakfast";
let addresses = 0;

test("who knows the password gets a session of their own", async () => {
  const teacher = await createTeacher({ firstName: "Ann", lastName: "Baptiste", userName: "Ann.Baptiste" });

  const outcome = await trySignIn(" ann.baptiste ", PASSWORD);

  expect(outcome).toMatchObject({ ok: true, passwordReset: false });
  const visit = await findVisit(getRequest("/app", { cookie: sessionOf(outcome) }));
  expect(visit?.person).toMatchObject({
    accountId: teacher.accountId,
    firstName: "Ann",
    permissions: [1, 3],
  });
  expect(visit?.person.sessionId).not.toBe(teacher.person.sessionId);
});

test("a wrong password, an unknown name and a leaver are refused in the same words", async () => {
  const teacher = await createTeacher();
  const leaver = await createTeacher();
  await createTeacher({ userName: "kim.ali" });
  await retire(leaver.employeeId);

  const refusals = [
    await trySignIn(teacher.userName, "not the password"),
    await trySignIn("nobody.at.all", PASSWORD),
    await trySignIn(leaver.userName, PASSWORD),
    await trySignIn("zero\u0000byte", PASSWORD),
    await trySignIn("", ""),
    await trySignIn("\u212aim.ali", PASSWORD),
  ];

  expect(new Set(refusals.map((refusal) => JSON.stringify(refusal)))).toEqual(
    new Set(['{"ok":false,"reason":"mismatch"}']),
  );
});

test("a name that only resembles an account's is nobody's: not looked up, not reset, not taken", async () => {
  const clerk = await createClerk();
  await createTeacher({ userName: "kit.singh" });
  const resembling = "\u212ait.s\u0130ngh";

  const lookUp = await lookUpUser(clerk.person, resembling).catch(errorKind);
  const [holder, named] = await transaction({ system: "tests" }, async (t) => [
    await findUserNameHolder(resembling, t),
    await findAccountToReset(resembling, t),
  ]);
  const free = await findFreeUserName(["KIT.singh", resembling], noTransaction);

  expect([lookUp, holder, named, free]).toEqual(["notFound", null, null, resembling]);
});

test("after five wrong passwords the right one waits too, and known and unknown names wait alike", async () => {
  const teacher = await createTeacher();
  for (let times = 0; times < 5; times += 1) await trySignIn(teacher.userName, "wrong");
  for (let times = 0; times < 5; times += 1) await trySignIn("nobody.here", "wrong");

  const refusals = [await trySignIn(teacher.userName, PASSWORD), await trySignIn("nobody.here", PASSWORD)];

  expect(refusals).toEqual([
    { ok: false, reason: "wait", waitSeconds: SOON },
    { ok: false, reason: "wait", waitSeconds: SOON },
  ]);
});

test("a hundred parallel guesses with the right one among the last get five tries", async () => {
  const teacher = await createTeacher();
  const guesses = Array.from({ length: 100 }, (_, index) =>
    index === 90 ? PASSWORD : `guess number ${index}`,
  );

  const outcomes = await Promise.all(guesses.map((guess) => trySignIn(teacher.userName, guess)));

  const reasons = outcomes.map((outcome) => (outcome.ok ? "in" : outcome.reason));
  expect(reasons.filter((reason) => reason !== "wait")).toHaveLength(5);
});

test.each([
  [
    { ok: false, reason: "mismatch" } as const,
    "The username or the password is wrong. Check both, then try again.",
  ],
  [
    { ok: false, reason: "wait", waitSeconds: 1 } as const,
    "Too many attempts. Wait 1 second, then try again.",
  ],
  [
    { ok: false, reason: "wait", waitSeconds: 60 } as const,
    "Too many attempts. Wait 60 seconds, then try again.",
  ],
  [
    { ok: false, reason: "wait", waitSeconds: 600 } as const,
    "Too many attempts. Wait 10 minutes, then try again.",
  ],
])("a refusal is said: %j", (refusal, words) => {
  const said = describeSignInRefusal(refusal);

  expect(said).toBe(words);
});

test("a password that was changed while it was being checked opens nothing", async () => {
  const teacher = await createTeacher();
  const given = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };

  const [outcome, change] = await Promise.all([
    trySignIn(teacher.userName, PASSWORD),
    changePassword(teacher.person, given, { ...callerFrom(), to: "/app/profile" }),
  ]);

  const visit = outcome.ok ? await findVisit(getRequest("/app", { cookie: sessionOf(outcome) })) : null;
  expect(change.kind).toBe("done");
  expect(visit).toBeNull();
});

test("a password that the school gave must be changed, once", async () => {
  const teacher = await createTeacher({ passwordReset: true });
  const outcome = await trySignIn(teacher.userName, PASSWORD);
  const token = await createAccessTokenFor(teacher);

  const choice = await replaceOneTimePassword(teacher.person, chosen(NEW_PASSWORD));
  const again = await replaceOneTimePassword(teacher.person, chosen("another one of mine")).catch(errorKind);

  expect(outcome).toMatchObject({ ok: true, passwordReset: true });
  expect([choice, again]).toMatchObject([
    { ok: true, said: expect.stringMatching(/everywhere else, and your access token was revoked\.$/) },
    "conflict",
  ]);
  expect(await findVisitByBearerToken(token)).toBeNull();
  expect(await trySignIn(teacher.userName, NEW_PASSWORD)).toMatchObject({ ok: true, passwordReset: false });
});

test.each([
  ["password1234", /too common/],
  ["Test School 2026!", /school’s name/],
  [PASSWORD.toUpperCase().slice(0, 11), /12 characters or more/],
])("%s is not taken as a new password", async (newPassword, fault) => {
  const teacher = await createTeacher({ passwordReset: true });

  const choice = await replaceOneTimePassword(teacher.person, chosen(newPassword));

  expect(choice).toMatchObject({ ok: false, fault: expect.stringMatching(fault) });
});

test("the password of now is not a new one", async () => {
  const teacher = await createTeacher({ passwordReset: true });
  await replaceOneTimePassword(teacher.person, chosen(NEW_PASSWORD));
  await flag(teacher.accountId);

  const choice = await replaceOneTimePassword(teacher.person, chosen(NEW_PASSWORD));

  expect(choice).toEqual({ ok: false, fault: "This is your current password. Choose a different password." });
});

test("to a visitor every name looks the same", async () => {
  const teacher = await createTeacher({ passwordReset: true });
  await createAdmin();

  const answers = await Promise.all(
    [teacher.userName, "nobody.at.all", "Admin"].map((name) => lookUpUser(null, name)),
  );

  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toEqual({
    employeeId: null,
    firstName: "",
    lastName: "",
    passwordReset: false,
    permissions: [],
  });
});

test("a user name is looked up for its owner and for who manages accounts", async () => {
  const teacher = await createTeacher({ firstName: "Ann", lastName: "Baptiste" });
  const [colleague, clerk] = [await createTeacher(), await createClerk()];

  const own = await lookUpUser(teacher.person, teacher.userName.toUpperCase());
  const managed = await lookUpUser(clerk.person, teacher.userName);
  const refused = await lookUpUser(colleague.person, teacher.userName).catch(errorKind);
  const unknown = await lookUpUser(clerk.person, "nobody.at.all").catch(errorKind);

  expect(own).toEqual({
    employeeId: teacher.employeeId,
    firstName: "Ann",
    lastName: "Baptiste",
    passwordReset: false,
    permissions: [1, 3],
  });
  expect(managed).toEqual(own);
  expect([refused, unknown]).toEqual(["notFound", "notFound"]);
});

/** Each attempt comes from an address of its own, so that tests do not delay each other. */
function trySignIn(userName: string, password: string): Promise<SignInOutcome> {
  addresses += 1;
  return signIn({ userName, password }, callerFrom(`10.2.${addresses % 250}.1`));
}

function sessionOf(outcome: SignInOutcome): string {
  return outcome.ok ? (outcome.cookies[0] ?? "") : "";
}

function chosen(newPassword: string) {
  return { newPassword, address: "127.0.0.1" };
}

function retire(employeeId: number): Promise<void> {
  return transaction({ system: "tests" }, (t) =>
    runQuery("update employees set employee_status_id = 2 where employee_id = $1", [employeeId], t),
  );
}

function flag(accountId: number): Promise<void> {
  return transaction({ system: "tests" }, (t) =>
    runQuery("update accounts set password_reset = true where account_id = $1", [accountId], t),
  );
}
