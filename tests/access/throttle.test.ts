import { beforeEach, expect, test } from "vitest";
import { admitAttempt, delayAfter } from "#access/throttle.server.ts";
import { rows, run, noTransaction, transaction } from "#db/index.ts";
import { recordSuccess } from "#db/queries/accounts/login-attempts.ts";
import { freshDatabase } from "#tests/support/database.ts";

await freshDatabase();

beforeEach(() => transaction({ system: "tests" }, (t) => run("delete from login_attempts", [], t)));

test("the delay rises with the failures in a row and stops at a quarter of an hour", () => {
  const delays = [0, 4, 5, 6, 7, 8, 9, 10, 11, 12, 10_000].map(delayAfter);

  expect(delays).toEqual([0, 0, 15, 30, 60, 120, 240, 480, 900, 900, 900]);
});

test("after five failures the sixth attempt waits, under whichever case of the name and from wherever", async () => {
  await fail(5, { userName: "Ann.Baptiste" });

  const refused = await admitAttempt({ userName: "ann.baptiste", address: "10.9.9.9" });
  const other = await admitAttempt({ userName: "carl.pierre", address: "10.0.0.1" });

  expect(refused).toEqual({ admitted: false, waitSeconds: 15 });
  expect(other.admitted).toBe(true);
});

test("when the delay is over one attempt is admitted, and the next waits twice as long", async () => {
  await fail(5, { secondsAgo: 16 });

  const first = await admitAttempt(attempt());
  const second = await admitAttempt(attempt());

  expect([first.admitted, second]).toEqual([true, { admitted: false, waitSeconds: 30 }]);
});

test("a hundred guesses at once get five tries", async () => {
  const guesses = Array.from({ length: 100 }, () => admitAttempt(attempt()));

  const admissions = await Promise.all(guesses);

  expect(admissions.filter(({ admitted }) => admitted)).toHaveLength(5);
  expect(await attemptsKept()).toBe(5);
});

test("signing in clears what failed before", async () => {
  await fail(4, {});
  const admission = await admitAttempt(attempt());
  if (admission.admitted) {
    await transaction({ system: "tests" }, (t) => recordSuccess(admission.attemptId, t));
  }

  const next = await admitAttempt(attempt());

  expect(next.admitted).toBe(true);
});

test("failures of the day before do not count", async () => {
  await fail(50, { secondsAgo: 24 * 60 * 60 + 1 });

  const next = await admitAttempt(attempt());

  expect(next.admitted).toBe(true);
});

test("a staff of seventy behind one address signs in at 8:00 with two mistakes each", async () => {
  await Promise.all(
    Array.from({ length: 70 }, (_, index) => fail(2, { userName: `teacher${index}`, secondsAgo: 60 })),
  );

  const admissions = await Promise.all(
    Array.from({ length: 70 }, (_, index) => admitAttempt({ ...attempt(), userName: `teacher${index}` })),
  );

  expect(admissions.filter(({ admitted }) => !admitted)).toEqual([]);
});

test("an address that guesses many names is stopped until its failures are five minutes old", async () => {
  await Promise.all(
    Array.from({ length: 300 }, (_, index) => fail(1, { userName: `name${index}`, secondsAgo: 100 })),
  );

  const refused = await admitAttempt({ userName: "another", address: "10.0.0.1" });
  const elsewhere = await admitAttempt({ userName: "another", address: "10.0.0.2" });

  expect(refused).toMatchObject({ admitted: false });
  // 100 of the 300 seconds are over, and those that this test takes.
  expect(!refused.admitted && refused.waitSeconds).toBeGreaterThan(180);
  expect(!refused.admitted && refused.waitSeconds).toBeLessThanOrEqual(200);
  expect(elsewhere.admitted).toBe(true);
});

test("nobody keeps a person out from elsewhere, nor a staff from beside it", async () => {
  await signInFrom("10.0.0.1");
  await fail(20, { address: "10.6.6.6" });
  await Promise.all(Array.from({ length: 300 }, (_, index) => fail(1, { userName: `name${index}` })));

  const atTheirPlace = await admitAttempt(attempt());
  const somewhereNew = await admitAttempt({ ...attempt(), address: "10.0.0.2" });

  expect(atTheirPlace.admitted).toBe(true);
  expect(somewhereNew.admitted).toBe(false);
});

test("where a person signs in, guesses under the name wait as they do everywhere", async () => {
  await signInFrom("10.0.0.1");
  await fail(5, {});

  const refused = await admitAttempt(attempt());

  expect(refused).toEqual({ admitted: false, waitSeconds: 15 });
});

test("guesses at once from one address over many names stop at the limit", async () => {
  await fail(295, { userName: "somebody", secondsAgo: 10 });

  const admissions = await Promise.all(
    Array.from({ length: 30 }, (_, index) => admitAttempt({ ...attempt(), userName: `name${index}` })),
  );

  expect(admissions.filter(({ admitted }) => admitted)).toHaveLength(5);
});

function attempt() {
  return { userName: "ann.baptiste", address: "10.0.0.1" };
}

async function signInFrom(address: string): Promise<void> {
  const admission = await admitAttempt({ ...attempt(), address });
  if (!admission.admitted) throw new Error("was not admitted");
  await transaction({ system: "tests" }, (t) => recordSuccess(admission.attemptId, t));
}

type Failures = { userName?: string; address?: string; secondsAgo?: number };

function fail(times: number, { userName = "ann.baptiste", address = "10.0.0.1", secondsAgo = 0 }: Failures) {
  return transaction({ system: "tests" }, (t) =>
    run(
      `insert into login_attempts (user_name, address, at, succeeded)
       select lower($1), $2, clock_timestamp() - make_interval(secs => $3), false from generate_series(1, $4)`,
      [userName, address, secondsAgo, times],
      t,
    ),
  );
}

async function attemptsKept(): Promise<number> {
  return (await rows("select attempt_id from login_attempts", [], noTransaction)).length;
}
