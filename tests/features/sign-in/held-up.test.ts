import { expect, test } from "vitest";
import { readKnownBrowser } from "#access/known-browser.server.ts";
import { findVisit } from "#access/session.server.ts";
import { signIn, type SignInOutcome } from "#features/sign-in/sign-in.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { callerFrom, createTeacher, PASSWORD } from "#tests/support/builders/people.ts";
import { createSchool } from "#tests/support/builders/school.ts";
import { getRequest } from "#tests/support/request.ts";

await freshDatabase();
await createSchool();

const STAFF = 60;
const MISTAKEN = 12;

test("a staff of sixty signs in at 8:00 behind one address, a fifth of them after a mistake", async () => {
  const staff = await Promise.all(Array.from({ length: STAFF }, () => createTeacher()));

  const outcomes = await Promise.all(
    staff.map(async ({ userName }, index) => {
      if (index < MISTAKEN) await tryFrom("10.1.0.1", userName, "a slip of the finger");
      return tryFrom("10.1.0.1", userName, PASSWORD);
    }),
  );

  expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
});

test("one password tried on forty people who sign in at this address reaches no more than 26", async () => {
  const staff = await Promise.all(Array.from({ length: 40 }, () => createTeacher()));
  await Promise.all(staff.map(({ userName }) => tryFrom("10.1.0.2", userName, PASSWORD)));

  const outcomes = await Promise.all(
    staff.map(({ userName }) => tryFrom("10.1.0.2", userName, "Summer2026!!")),
  );

  const looked = outcomes.filter((outcome) => !outcome.ok && outcome.reason === "mismatch");
  expect(looked.length).toBeLessThanOrEqual(26);
});

test("somebody else's guesses at the school's own address do not keep a person out of their own browser", async () => {
  const teacher = await createTeacher();
  const known = await browserOf(await tryFrom("10.1.0.3", teacher.userName, PASSWORD));
  for (let times = 0; times < 8; times += 1) await tryFrom("10.1.0.3", teacher.userName, "a guess");

  const own = await tryFrom("10.1.0.3", teacher.userName, PASSWORD, known);
  const elsewhere = await tryFrom("10.1.0.3", teacher.userName, PASSWORD);

  expect([own.ok, elsewhere]).toMatchObject([true, { ok: false, reason: "wait" }]);
});

test("a browser is its people's own, however many they are, and nobody else's", async () => {
  const [one, other, stranger] = [await createTeacher(), await createTeacher(), await createTeacher()];
  const first = await browserOf(await tryFrom("10.1.0.4", one.userName, PASSWORD));

  const both = await browserOf(await tryFrom("10.1.0.4", other.userName, PASSWORD, first));
  for (let times = 0; times < 5; times += 1) await tryFrom("10.1.0.4", stranger.userName, "a guess", both);
  const held = await tryFrom("10.1.0.9", stranger.userName, PASSWORD);

  expect(both).toEqual({ id: first?.id, accounts: [other.accountId, one.accountId] });
  expect(held).toMatchObject({ ok: false, reason: "wait" });
});

test("a browser's cookie that we did not sign says nothing", async () => {
  const { accountId } = await createTeacher();
  const forged = Buffer.from(JSON.stringify({ id: "x", accounts: [accountId] })).toString("base64");

  const browser = await readKnownBrowser(
    getRequest("/", { cookie: `browser=${encodeURIComponent(`${forged}.x`)}` }),
  );

  expect(browser).toBeNull();
});

test("signing in over a living session ends the one that was brought, whosever it was", async () => {
  const [teacher, colleague] = [await createTeacher(), await createTeacher()];
  const token = teacher.cookie.slice("session=".length);

  const outcome = await signIn(
    { userName: colleague.userName, password: PASSWORD },
    { ...callerFrom("10.1.0.5"), token },
  );

  expect(outcome.ok).toBe(true);
  expect(await findVisit(getRequest("/app", teacher))).toBeNull();
  expect(await findVisit(getRequest("/app", colleague))).not.toBeNull();
});

test("a refused sign-in ends nothing", async () => {
  const teacher = await createTeacher();
  const token = teacher.cookie.slice("session=".length);

  await signIn({ userName: teacher.userName, password: "wrong" }, { ...callerFrom("10.1.0.6"), token });

  expect(await findVisit(getRequest("/app", teacher))).not.toBeNull();
});

function tryFrom(
  address: string,
  userName: string,
  password: string,
  browser: Awaited<ReturnType<typeof readKnownBrowser>> = null,
): Promise<SignInOutcome> {
  return signIn({ userName, password }, { ...callerFrom(address), browser });
}

function browserOf(outcome: SignInOutcome) {
  const cookie = outcome.ok ? (outcome.cookies[1] ?? "") : "";
  return readKnownBrowser(getRequest("/", { cookie }));
}
