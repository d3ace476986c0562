import { expect, test } from "vitest";
import { z } from "zod";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { defineHandler, defineJob, jobLockKey } from "#jobs/definitions.ts";
import { installQueue } from "#jobs/install.ts";
import { enqueue } from "#jobs/queue.ts";
import { sendUnfinishedJobs } from "#jobs/unfinished.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { TEST } from "#tests/support/builders/school.ts";
import { practice } from "./practice-jobs.ts";

const url = await freshDatabase();
await installQueue(url, [practice]);

test("a job is there when its transaction commits", async () => {
  await transaction(TEST, (t) => enqueue(practice, { rowId: 1 }, t));

  expect(await queued(1)).toEqual([{ name: "tests.practice", state: "created" }]);
});

test("a transaction that is rolled back leaves no job", async () => {
  const work = transaction(TEST, async (t) => {
    await enqueue(practice, { rowId: 2 }, t);
    throw new Error("no");
  });

  await expect(work).rejects.toThrow("no");
  expect(await queued(2)).toEqual([]);
});

test("a job without a queue is refused and takes the transaction with it", async () => {
  const unknown = defineJob("tests.unknown", z.object({ rowId: z.number() }));

  const sending = transaction(TEST, (t) => enqueue(unknown, { rowId: 3 }, t));

  await expect(sending).rejects.toThrow("did not accept tests.unknown");
});

test("what does not fit the job's payload is not sent", async () => {
  const wrong = { rowId: "4" } as unknown as { rowId: number };

  const sending = transaction(TEST, (t) => enqueue(practice, wrong, t));

  await expect(sending).rejects.toThrow("expected number");
});

test("sending starts no housekeeping of the queue", async () => {
  await transaction(TEST, (t) => enqueue(practice, { rowId: 5 }, t));

  const kept = await queryRows(
    "select maintained_on, cron_on, monitored_on from pgboss.version",
    [],
    noTransaction,
  );

  expect(kept).toEqual([{ maintained_on: null, cron_on: null, monitored_on: null }]);
});

test("a job that somebody put into the queue without a payload has a lock of its own, and does not stop the sweep", async () => {
  await transaction(TEST, (t) =>
    runQuery(
      `insert into pgboss.job (name, data, state, started_on)
       values ('tests.practice', null, 'active', now() - interval '1 hour')`,
      [],
      t,
    ),
  );
  const handler = defineHandler(practice, async () => {}, { unfinished: async () => [{ rowId: 77 }] });

  const sent = await sendUnfinishedJobs([handler]);

  expect(jobLockKey(practice, null)).toBe("tests.practice null");
  expect(sent).toBe(2);
  expect(await queued(77)).toEqual([{ name: "tests.practice", state: "created" }]);
});

test("the queue can be made again and by two processes at once", async () => {
  await Promise.all([installQueue(url, [practice]), installQueue(url, [practice])]);

  const queues = await queryRows(
    "select name from pgboss.queue where name like 'tests.%'",
    [],
    noTransaction,
  );
  expect(queues).toEqual([{ name: "tests.practice" }]);
});

function queued(rowId: number): Promise<object[]> {
  return queryRows(
    "select name, state::text as state from pgboss.job where data = jsonb_build_object('rowId', $1::integer)",
    [rowId],
    noTransaction,
  );
}
