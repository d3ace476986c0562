import { expect, test } from "vitest";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { tidySignIns } from "#features/sign-in/sign-in.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createTeacher, type SignedIn } from "#tests/support/builders/people.ts";
import { createSchool, TEST } from "#tests/support/builders/school.ts";

await freshDatabase();
await createSchool();

test("sessions that no request can use any more are taken away", async () => {
  const [inUse, endedLongAgo, leftOpen] = [
    await createTeacher(),
    await createTeacher(),
    await createTeacher(),
  ];
  await aged(endedLongAgo, { started: 30, seen: 25 });
  await aged(leftOpen, { started: 20, seen: 13 });

  const tidied = await tidySignIns();

  expect(tidied.sessions).toBe(1);
  expect(await sessions()).toEqual([inUse.person.sessionId, leftOpen.person.sessionId]);
});

test("attempts to sign in are kept for a month", async () => {
  await attempt("yesterday", 1);
  await attempt("this month", 29);
  await attempt("long ago", 31);

  const tidied = await tidySignIns();

  const kept = await queryRows("select user_name from login_attempts order by at desc", [], noTransaction);
  expect(tidied.attempts).toBe(1);
  expect(kept).toEqual([{ user_name: "yesterday" }, { user_name: "this month" }]);
});

function aged({ person }: SignedIn, hours: { started: number; seen: number }): Promise<void> {
  return transaction(TEST, (t) =>
    runQuery(
      `update sessions set started_at = now() - make_interval(hours => $2),
                           last_seen_at = now() - make_interval(hours => $3)
        where session_id = $1`,
      [person.sessionId, hours.started, hours.seen],
      t,
    ),
  );
}

async function sessions(): Promise<number[]> {
  const left = await queryRows<{ id: number }>(
    "select session_id as id from sessions order by session_id",
    [],
    noTransaction,
  );
  return left.map(({ id }) => id);
}

function attempt(userName: string, daysAgo: number): Promise<void> {
  return transaction(TEST, (t) =>
    runQuery(
      `insert into login_attempts (user_name, address, at, succeeded)
       values ($1, '127.0.0.1', now() - make_interval(days => $2), false)`,
      [userName, daysAgo],
      t,
    ),
  );
}
