import pg from "pg";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { StoredFile } from "#db/models/files.ts";
import { listBackupAttempts } from "#db/queries/jobs/backups.ts";
import { backUpInto } from "#features/backups/back-up.server.ts";
import { createBackupKey } from "#files/backup/encryption.server.ts";
import { openBackup } from "#files/backup/read-backup.server.ts";
import { backupAge, readBackupState } from "#files/backup/read-backup-state.server.ts";
import { defineHandler, nightlyBackupJob } from "#jobs/definitions.ts";
import { installQueue } from "#jobs/install.ts";
import { enqueue } from "#jobs/queue.ts";
import { startWorker } from "#jobs/start-worker.ts";
import { env } from "#runtime/env.ts";
import { createSchool, TEST } from "#tests/support/builders/school.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { waitForLockWait } from "#tests/support/locks.ts";
import { canMount, createSmallDisk } from "#tests/support/builds/small-disk.ts";

vi.setConfig({ testTimeout: 60_000 });

const url = await freshDatabase();
await createSchool();
await installQueue(url, [nightlyBackupJob]);

const OLD = ["termbook-2026-01-01-071500.zip", "termbook-2026-01-02-071500.zip"];
const OWN = "before-the-move.zip";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime("2027-03-01T07:15:00Z");
});

afterEach(async () => {
  vi.useRealTimers();
  await transaction(TEST, (t) => runQuery("delete from backups", {}, t));
  await transaction(TEST, (t) => runQuery("delete from files", {}, t));
});

test("a night's backup is whole, known by time, version and size, and as many are kept as were asked for", async () => {
  const plan = await planned({ kept: 2, holding: [...OLD, OWN] });

  await backUpInto(plan);

  const name = "termbook-2027-03-01-071500.zip";
  expect(await filesIn(plan.folder)).toEqual([OWN, OLD[1], name]);
  const backup = await openBackup(join(plan.folder, name));
  await backup.check().finally(backup.close);
  expect(await tried()).toMatchObject([
    {
      outcome: "whole",
      version: backup.manifest.migrations.at(-1),
      file_name: name,
      bytes: (await readFile(join(plan.folder, name))).length,
      fault: "",
    },
  ]);
});

test("the morning's turn makes none where the night's is there, and one where its file is gone", async () => {
  const plan = await planned({});
  await backUpInto(plan);

  vi.setSystemTime("2027-03-01T10:15:00Z");
  await backUpInto(plan);
  const [night = ""] = await filesIn(plan.folder);
  const afterMorning = await tried();
  await rm(join(plan.folder, night));
  await backUpInto(plan);

  expect(night).toBe("termbook-2027-03-01-071500.zip");
  expect(afterMorning).toHaveLength(1);
  expect(await filesIn(plan.folder)).toEqual(["termbook-2027-03-01-101500.zip"]);
});

test("after nights with a wrong clock, years ahead or behind, backups are made and kept as before", async () => {
  const plan = await planned({ kept: 1 });
  vi.setSystemTime("2037-01-01T07:15:00Z");
  await backUpInto(plan);
  vi.setSystemTime("2027-03-02T07:15:00Z");
  await backUpInto(plan);
  const state = await readBackupState();
  vi.setSystemTime("2001-01-01T07:15:00Z");
  await backUpInto(plan);
  vi.setSystemTime("2027-03-03T07:15:00Z");
  await backUpInto(plan);
  await backUpInto(plan);

  expect(state).toMatchObject({ words: "Backed up less than an hour ago", isTrouble: false });
  expect(await filesIn(plan.folder)).toEqual([
    "termbook-2027-03-03-071500.zip",
    "termbook-2037-01-01-071500.zip",
  ]);
  expect(await tried()).toHaveLength(4);
});

test("a folder that cannot be written into is told in words that name it", async () => {
  const plan = await planned({ holding: ["file"] });
  const folder = join(plan.folder, "file");

  await expect(backUpInto({ ...plan, folder })).rejects.toThrow(
    `Termbook cannot write to BACKUP_DIR (${folder})`,
  );

  expect((await readBackupState()).detail).toContain("BACKUP_DIR");
});

test("with a key the night's backup is encrypted, and counted and removed as the others are", async () => {
  const plan = await planned({ kept: 2, holding: [...OLD, "termbook-2026-01-03-071500.zip.age"] });
  const keyFile = join(plan.folder, "key");
  const key = await createBackupKey();
  await writeFile(keyFile, key.identity);

  await backUpInto({ ...plan, keyFile });

  const name = "termbook-2027-03-01-071500.zip.age";
  expect(await filesIn(plan.folder)).toEqual(["key", "termbook-2026-01-03-071500.zip.age", name]);
  const backup = await openBackup(join(plan.folder, name), key);
  await backup.check().finally(backup.close);
});

test("without the key that was named there is no backup at all, and it is told", async () => {
  const plan = await planned({ holding: OLD });

  await expect(backUpInto({ ...plan, keyFile: join(plan.folder, "key") })).rejects.toThrow("cannot be read");

  expect(await filesIn(plan.folder)).toEqual(OLD);
  expect(await readBackupState()).toMatchObject({
    words: "The last backup failed",
    detail: expect.stringContaining("BACKUP_KEY_FILE"),
  });
});

test("what a killed worker had begun is taken away", async () => {
  const draft = "termbook-2027-02-28-071500.zip.draft-abc";
  const plan = await planned({ holding: [draft, `${OWN}.draft-abc`] });

  await backUpInto(plan);

  expect(await filesIn(plan.folder)).toEqual([`${OWN}.draft-abc`, "termbook-2027-03-01-071500.zip"]);
});

test.runIf(canMount())("a full disk leaves every backup that was there, and is told", async () => {
  const disk = createSmallDisk(4);
  const plan = { ...(await planned({})), folder: disk.directory, kept: 1 };
  await backUpInto(plan);
  await writeFile(join(disk.directory, OLD[0] ?? ""), "older");
  disk.fill();
  vi.setSystemTime("2027-03-02T07:15:00Z");

  const failing = backUpInto(plan);

  await expect(failing).rejects.toThrow("disk is full");
  disk.empty();
  expect(await filesIn(disk.directory)).toEqual([OLD[0], "termbook-2027-03-01-071500.zip"]);
  expect(await tried()).toMatchObject([
    { outcome: "failed", file_name: null, bytes: null, fault: expect.stringContaining("disk is full") },
    { outcome: "whole" },
  ]);
  expect(await readBackupState()).toEqual({
    words: "The last backup failed",
    detail: expect.stringMatching(/disk is full.* The newest backup was made 24 hours ago\.$/s),
    isTrouble: true,
  });
  expect(await backupAge()).toBe("last backup 24 hours ago");
});

test("where files are missing the older backups stay, which may hold them, and it is told", async () => {
  const plan = await planned({ kept: 1, holding: OLD });
  const lost = { file_name: `${"a".repeat(32)}.jpg`, kind: "picture", media_type: "image/jpeg" };
  await transaction(TEST, (t) =>
    StoredFile.insert({ ...lost, bytes: 9, sha256: Buffer.alloc(32), width: 3, height: 4 }, t),
  );

  await backUpInto(plan);

  expect(await filesIn(plan.folder)).toHaveLength(3);
  expect(await tried()).toMatchObject([
    { outcome: "incomplete", fault: expect.stringMatching(/^Missing or damaged in storage: 1 file\./) },
  ]);
  expect(await readBackupState()).toMatchObject({
    words: "The last backup is not complete",
    isTrouble: true,
  });
});

test("of two workers at once one makes the backup, and the other finds it made", async () => {
  vi.useRealTimers();
  const plan = await planned({});
  const work = defineHandler(nightlyBackupJob, () => backUpInto(plan));
  for (const worker of [await startWorker([work]), await startWorker([work])])
    onTestFinished(async () => void (await worker.stop(10_000)));
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query("begin; lock table subjects in access exclusive mode");

  for (let sent = 0; sent < 2; sent += 1) await transaction(TEST, (t) => enqueue(nightlyBackupJob, {}, t));
  await waitForLockWait();
  await expect.poll(postponed, { timeout: 20_000 }).toBe(1);
  await holder.query("commit");

  await expect.poll(jobsDone, { timeout: 20_000 }).toBe(1);
  // The postponed backup runs at once, without the half minute until a worker looks by itself.
  await backUpInto(plan);
  expect(await filesIn(plan.folder)).toHaveLength(1);
  expect(await tried()).toMatchObject([{ outcome: "whole" }]);
});

/** Uses the worker's own role, which owns no table. */
async function planned({ kept = 14, holding = [] }: { kept?: number; holding?: readonly string[] }) {
  const folder = await mkdtemp(join(tmpdir(), "termbook-nightly-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of holding) await writeFile(join(folder, name), name);
  return { folder, kept, databaseUrl: env().DATABASE_URL ?? "", keyFile: null };
}

async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).toSorted();
}

function tried() {
  return listBackupAttempts({ most: 10 }, noTransaction);
}

async function postponed(): Promise<number> {
  const waiting = await queryRows(
    "select from pgboss.job where name = $1 and state = 'created' and start_after > now()",
    [nightlyBackupJob.name],
    noTransaction,
  );
  return waiting.length;
}

async function jobsDone(): Promise<number> {
  const done = await queryRows(
    "select from pgboss.job where name = $1 and state = 'completed'",
    [nightlyBackupJob.name],
    noTransaction,
  );
  return done.length;
}
