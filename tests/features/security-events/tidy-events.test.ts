import { expect, test } from "vitest";
import { noTransaction, queryRows, transaction } from "#db/index.ts";
import { OpenedRecordCount, SecurityEvent } from "#db/models/accounts.ts";
import { tidySecurityEvents } from "#features/security-events/events.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createTeacher } from "#tests/support/builders/people.ts";
import { createSchool, TEST } from "#tests/support/builders/school.ts";

await freshDatabase();
await createSchool();

const DAY_MS = 24 * 60 * 60_000;
const PERIOD_MS = 5 * 60_000;

test("events are kept 400 days, and counts of what was read an hour", async () => {
  const { accountId: account_id } = await createTeacher();
  await transaction(TEST, async (t) => {
    for (const days of [0, 399, 401, 900]) {
      const at = new Date(Date.now() - days * DAY_MS);
      await SecurityEvent.insert({ kind: "signed-in", account_id, address: `${days} days`, at }, t);
    }
    for (const periods of [0, 11, 14]) {
      const period = Math.floor(Date.now() / PERIOD_MS) - periods;
      await OpenedRecordCount.insert({ account_id, period, target: Buffer.from("a") }, t);
    }
  });

  const tidied = await tidySecurityEvents();

  const kept = await queryRows("select address from security_events order by at desc", [], noTransaction);
  expect(tidied).toEqual({ events: 2, reads: 1 });
  expect(kept).toEqual([{ address: "0 days" }, { address: "399 days" }]);
});
