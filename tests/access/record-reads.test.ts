import { afterEach, expect, test, vi } from "vitest";
import { countReturnedRecords } from "#access/record-reads.server.ts";
import { requireAccess, requireAccessForData } from "#access/require-access.server.ts";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import type { SecurityEvent } from "#db/models/accounts.ts";
import { errorKind } from "#runtime/errors.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createTeacher, type SignedIn } from "#tests/support/builders/people.ts";
import { getRequest, postForm } from "#tests/support/request.ts";
import { createSchool, TEST } from "#tests/support/builders/school.ts";

await freshDatabase();
await createSchool();

const PERIOD_MS = 5 * 60_000;

afterEach(() => void vi.useRealTimers());

test("whoever opens 300 different records in five minutes waits for the next five, and it is noted", async () => {
  const reader = await createTeacher();
  at(1_000);
  await read(reader, 300);

  const next = await open(reader, 301);
  const known = await open(reader, 7);
  const menu = await outcomeOf(requireAccess(getRequest("/app", reader), "signed-in"));
  const saved = await outcomeOf(requireAccess(postForm("/app/report/302/save", {}, reader), "signed-in"));
  at(1_001);
  const later = await open(reader, 301);

  expect([next, known, menu, saved, later]).toEqual(["tooMany", "opened", "opened", "opened", "opened"]);
  expect(await eventsOf(reader)).toEqual([
    { kind: "reading-held", address: "127.0.0.1", detail: "300 within 5 minutes" },
  ]);
});

test("opening the same again, ahead or as a picture, counts once or not at all", async () => {
  const reader = await createTeacher();
  at(2_000);

  for (let times = 0; times < 3; times += 1) await open(reader, 1);
  await outcomeOf(requireAccessForData(getRequest("/app/report/1/prefetch", reader), "signed-in"));
  await outcomeOf(requireAccessForData(getRequest("/img/students/1.jpg", reader), "signed-in"));
  await outcomeOf(requireAccess(getRequest("/app/report/1?shown=2", reader), "signed-in"));
  await outcomeOf(requireAccessForData(getRequest("/api/report-card?student_id=1", reader), "signed-in"));
  await outcomeOf(requireAccessForData(getRequest("/api/report-card?student_id=2", reader), "signed-in"));
  await outcomeOf(requireAccessForData(getRequest("/api/term-marks/ANNE", reader), "signed-in"));
  await outcomeOf(
    requireAccessForData(getRequest("/api/student-data-medical?student_id=ANNE", reader), "signed-in"),
  );
  await outcomeOf(requireAccessForData(getRequest("/api/subjects", reader), "signed-in"));

  expect(await countedOf(reader)).toBe(5);
});

test("what another process has counted counts here too", async () => {
  const reader = await createTeacher();
  at(3_000);
  await countedElsewhere(reader, [3_000], 300);

  const outcome = await open(reader, 301);
  const known = await open(reader, 2);

  expect([outcome, known]).toEqual(["tooMany", "opened"]);
});

test("a list counts as many as it hands over, what was handed over already not again", async () => {
  const reader = await createTeacher();
  at(5_000);
  const classOf = (index: number) =>
    Array.from({ length: 40 }, (_, student) => `term record ${index} ${student}`);
  const list = (index: number) => outcomeOf(countReturnedRecords(reader.person, classOf(index)));

  const lists = [];
  for (const place of [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) lists.push(await list(place));

  expect(lists).toEqual([...Array.from({ length: 8 }, () => "opened"), "tooMany", "opened"]);
  expect(await open(reader, 1)).toBe("tooMany");
  await expect(countReturnedRecords(reader.person, classOf(9))).rejects.toMatchObject({
    init: { headers: { "Retry-After": expect.stringMatching(/^\d+$/) } },
  });
});

test("six hundred different records within an hour are noted, once; the same ones again are not", async () => {
  const [reader, colleague] = [await createTeacher(), await createTeacher()];
  await countedElsewhere(reader, [4_000], 250);
  await countedElsewhere(reader, [4_001], 250, 250);
  await countedElsewhere(reader, [4_002], 99, 500);
  await countedElsewhere(colleague, [4_000, 4_001, 4_002], 250);
  at(4_003);

  for (const id of [600, 601, 1]) for (const each of [reader, colleague]) await open(each, id);

  expect(await eventsOf(reader)).toEqual([
    { kind: "bulk-reading", address: "127.0.0.1", detail: "600 within an hour" },
  ]);
  expect(await eventsOf(colleague)).toEqual([]);
});

async function countedElsewhere(
  { accountId }: SignedIn,
  periods: readonly number[],
  most: number,
  after = 0,
): Promise<void> {
  await transaction(TEST, (t) =>
    runQuery(
      `insert into record_reads (account_id, period, target)
       select $accountId, p, sha256(convert_to('/app/report/' || id, 'UTF8'))
         from unnest($periods::integer[]) as p, generate_series($after::integer + 1, $after::integer + $most::integer) as id`,
      { accountId, periods, most, after },
      t,
    ),
  );
}

/** Fakes only the date, because the database's client needs its timers. */
function at(period: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: period * PERIOD_MS });
}

async function read(reader: SignedIn, most: number): Promise<void> {
  for (let id = 1; id <= most; id += 1) await open(reader, id);
}

function open(reader: SignedIn, id: number): Promise<string> {
  return outcomeOf(requireAccess(getRequest(`/app/report/${id}`, reader), "signed-in"));
}

function outcomeOf(opening: Promise<unknown>): Promise<string> {
  return opening.then(
    () => "opened",
    (error: unknown) => errorKind(error) ?? "surprise",
  );
}

function eventsOf({ accountId }: SignedIn): Promise<Pick<SecurityEvent, "kind" | "address" | "detail">[]> {
  return queryRows(
    "select kind, address, detail from security_events where account_id = $accountId order by event_id",
    { accountId },
    noTransaction,
  );
}

async function countedOf({ accountId }: SignedIn): Promise<number> {
  const found = await queryRows(
    "select from record_reads where account_id = $accountId",
    { accountId },
    noTransaction,
  );
  return found.length;
}
