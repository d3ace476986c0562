import { beforeEach, expect, test } from "vitest";
import {
  checkPasswordThrottled,
  getDelayAfterFailures,
  type PasswordCheck,
} from "#access/throttle.server.ts";
import { queryRows, runQuery, noTransaction, transaction } from "#db/index.ts";
import { recordSignInOutcome } from "#db/queries/accounts/login-attempts.ts";
import { freshDatabase } from "#tests/support/database.ts";

/** The first delay, less the time that a busy machine takes to reach the check. */
const SOON = expect.closeTo(15, -1) as number;

await freshDatabase();

beforeEach(() => transaction({ system: "tests" }, (t) => runQuery("delete from login_attempts", [], t)));

test("the delay rises with the failures in a row and stops at a quarter of an hour", () => {
  const delays = [0, 4, 5, 6, 7, 8, 9, 10, 11, 12, 10_000].map(getDelayAfterFailures);

  expect(delays).toEqual([0, 0, 15, 30, 60, 120, 240, 480, 900, 900, 900]);
});

test("after five failures the sixth attempt waits, under whichever case of the name and from wherever", async () => {
  await fail(5, { userName: "Ann.Baptiste" });

  const refused = await guess({ address: "10.9.9.9" });
  const other = await guess({ userName: "carl.pierre" });

  expect(refused).toEqual({ admitted: false, waitSeconds: SOON });
  expect(other.admitted).toBe(true);
});

test("when the delay is over one attempt is admitted, and the next waits twice as long", async () => {
  await fail(5, { secondsAgo: 16 });

  const first = await guess({});
  const second = await guess({});

  expect([first.admitted, second]).toEqual([
    true,
    { admitted: false, waitSeconds: expect.closeTo(30, -1) as number },
  ]);
});

test("a hundred guesses at once get five tries", async () => {
  const guesses = Array.from({ length: 100 }, () => guess({}));

  const admissions = await Promise.all(guesses);

  expect(admissions.filter(({ admitted }) => admitted)).toHaveLength(5);
  expect(await attemptsKept()).toBe(5);
});

test("signing in clears what failed before", async () => {
  await fail(4, {});
  await signInWith({});

  const next = await guess({});

  expect(next.admitted).toBe(true);
});

test("failures of the day before do not count", async () => {
  await fail(50, { secondsAgo: 24 * 60 * 60 + 1 });

  const next = await guess({});

  expect(next.admitted).toBe(true);
});

test("a staff of seventy behind one address signs in at 8:00 with two mistakes each", async () => {
  await Promise.all(
    Array.from({ length: 70 }, (_, index) => fail(2, { userName: `teacher${index}`, secondsAgo: 60 })),
  );

  const admissions = await Promise.all(
    Array.from({ length: 70 }, (_, index) => guess({ userName: `teacher${index}` })),
  );

  expect(admissions.filter(({ admitted }) => !admitted)).toEqual([]);
});

test("an address that guesses many names gets one more every 20 seconds", async () => {
  await Promise.all(
    Array.from({ length: 250 }, (_, index) => fail(1, { userName: `name${index}`, secondsAgo: 100 })),
  );
  const inItsTurn = await guess({ userName: "one more" });

  const refused = await guess({ userName: "another" });
  const elsewhere = await guess({ userName: "another", address: "10.0.0.2" });

  expect(inItsTurn.admitted).toBe(true);
  expect(refused).toMatchObject({ admitted: false });
  expect(!refused.admitted && refused.waitSeconds).toBeGreaterThan(0);
  expect(!refused.admitted && refused.waitSeconds).toBeLessThanOrEqual(20);
  expect(elsewhere.admitted).toBe(true);
});

test("nobody keeps a person out of their own browser, from elsewhere or from beside it", async () => {
  await signInWith({});
  await fail(20, { address: "10.6.6.6" });
  await fail(20, {});
  await Promise.all(Array.from({ length: 300 }, (_, index) => fail(1, { userName: `name${index}` })));

  const inTheirBrowser = await guess({ browser: "own" });
  const inAnother = await guess({});
  const somewhereNew = await guess({ address: "10.0.0.2" });

  expect([inTheirBrowser, inAnother, somewhereNew].map(({ admitted }) => admitted)).toEqual([
    true,
    false,
    false,
  ]);
});

test("guesses in a person's own browser wait too, and hold up nobody elsewhere", async () => {
  await fail(5, { browser: "own" });

  const [own, elsewhere] = [await guess({ browser: "own" }), await guess({})];

  expect([own, elsewhere]).toMatchObject([{ admitted: false, waitSeconds: SOON }, { admitted: true }]);
});

test("one password tried on everybody's name gets no further than 25 names, known here or not", async () => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => signInWith({ userName: `name${index}` })));

  const guesses = await Promise.all(
    Array.from({ length: 40 }, (_, index) => guess({ userName: `name${index}` })),
  );
  const again = await guess({ userName: "name0" });

  // Two are checked at the same time.
  expect(guesses.filter(({ admitted }) => admitted).length).toBeLessThanOrEqual(26);
  expect(again.admitted).toBe(true);
});

test("names that signed in after a mistake are not among those that failed", async () => {
  await Promise.all(Array.from({ length: 40 }, (_, index) => fail(1, { userName: `name${index}` })));
  for (let index = 0; index < 20; index += 1) await signInWith({ userName: `name${index}` });

  const next = await guess({ userName: "another" });

  expect(next.admitted).toBe(true);
});

test.each([{ browser: null }, { browser: "own" }])(
  "a name has a hundred checks a day, however often its person signs in between: %j",
  async ({ browser }) => {
    await fail(99, { browser, secondsAgo: 20 * 60 * 60 });
    await signInWith({ browser });

    const [hundredth, next] = [await guess({ browser }), await guess({ browser })];

    expect(hundredth.admitted).toBe(true);
    expect(next).toMatchObject({ admitted: false });
    // The oldest of them expires in four hours.
    expect(!next.admitted && Math.ceil(next.waitSeconds / 3600)).toBe(4);
  },
);

test("what was refused and what was held up are security events, the latter once", async () => {
  await fail(4, { userName: "nobody.here" });

  for (let times = 0; times < 3; times += 1) await guess({ userName: "nobody.here", address: "10.5.5.5" });

  const events = await queryRows(
    "select kind, account_id, detail from security_events where address = '10.5.5.5' order by event_id",
    [],
    noTransaction,
  );
  expect(events).toEqual([
    { kind: "password-refused", account_id: null, detail: "Unknown username" },
    { kind: "attempts-held", account_id: null, detail: "" },
  ]);
});

test("where a person signs in, guesses under the name wait as they do everywhere", async () => {
  await signInWith({});
  await fail(5, {});

  const refused = await guess({});

  expect(refused).toEqual({ admitted: false, waitSeconds: SOON });
});

test("guesses at once from one address over many names stop at the limit", async () => {
  await fail(295, { userName: "somebody", secondsAgo: 10 });

  const admissions = await Promise.all(
    Array.from({ length: 30 }, (_, index) => guess({ userName: `name${index}` })),
  );

  expect(admissions.filter(({ admitted }) => admitted)).toHaveLength(5);
});

test("a stranger's guesses stand in line behind each other, not before people elsewhere", async () => {
  let answered = 0;
  const guesses = Array.from({ length: 200 }, (_, index) =>
    guess({ userName: `name${index}`, address: "10.6.6.6" }).then((checked) => {
      answered += 1;
      return checked;
    }),
  );

  const [elsewhere, inTheirBrowser] = await Promise.all([
    guess({ address: "10.0.0.2" }).then(() => answered),
    guess({ address: "10.6.6.6", browser: "own" }).then(() => answered),
  ]);
  const admissions = await Promise.all(guesses);

  // Two are checked at once and 150 wait; the others were answered before anybody else came. A request behind them
  // all would see 198 answered; how many are answered during one check depends on the machine.
  expect(elsewhere).toBeLessThan(48 + 75);
  expect(inTheirBrowser).toBeLessThan(48 + 75);
  expect(admissions.filter(({ admitted }) => !admitted).length).toBeGreaterThan(150);
});

type By = { userName?: string; address?: string; browser?: string | null };

const ANN = { userName: "ann.baptiste", address: "10.0.0.1", browser: null };

function guess(by: By): Promise<PasswordCheck> {
  return checkPasswordThrottled({ ...ANN, ...by, accountId: null }, async () => false);
}

async function signInWith(by: By): Promise<void> {
  const checked = await checkPasswordThrottled({ ...ANN, ...by, accountId: null }, async () => true);
  if (!checked.admitted) throw new Error("was not admitted");
  const { attemptId } = checked;
  await transaction({ system: "tests" }, (t) => recordSignInOutcome({ attemptId, succeeded: true }, t));
}

function fail(times: number, { secondsAgo = 0, ...by }: By & { secondsAgo?: number }) {
  const { userName, address, browser } = { ...ANN, ...by };
  return transaction({ system: "tests" }, (t) =>
    runQuery(
      `insert into login_attempts (user_name, address, at, succeeded, browser)
       select lower($1), $2, clock_timestamp() - make_interval(secs => $3), false, $5 from generate_series(1, $4)`,
      [userName, address, secondsAgo, times, browser],
      t,
    ),
  );
}

async function attemptsKept(): Promise<number> {
  return (await queryRows("select attempt_id from login_attempts", [], noTransaction)).length;
}
