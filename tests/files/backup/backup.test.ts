import { randomBytes } from "node:crypto";
import { copyFile, mkdtemp, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, inject, test, vi } from "vitest";
import { openPromise } from "yauzl";
import { listSequences } from "#db/backup/tables.ts";
import { loadDemoSchool } from "#db/demo/load.ts";
import { migrate, migrateDown } from "#db/migrate.ts";
import { restoreBackup } from "#files/backup/restore-backup.server.ts";
import { writeBackup } from "#files/backup/write-backup.server.ts";
import { getLocalPath, listFilesWrittenBefore, writeStoredFile } from "#files/store.server.ts";
import { env } from "#runtime/env.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { queryDatabase, runInDatabase } from "#tests/support/postgres/answer-of.ts";
import { createDatabase, databaseUrlOf, dropDatabase } from "#tests/support/postgres/postgres-server.ts";
import { canMount, createSmallDisk } from "#tests/support/builds/small-disk.ts";

vi.setConfig({ testTimeout: 120_000 });

const school = await freshDatabase();
await loadDemoSchool({
  databaseUrl: school,
  flavour: "primary",
  today: "2026-06-26",
  storeFile: writeStoredFile,
});
const files = join(env().DATA_DIR, "files");
const place = await mkdtemp(join(tmpdir(), "termbook-backup-"));
const whole = join(place, "whole.zip");
const { manifest } = await writeBackup(school, whole);

const databases: string[] = [];
afterAll(async () => {
  for (const name of databases) await dropDatabase(inject("postgres").serverUrl, name);
  await rm(place, { recursive: true, force: true });
});

beforeEach(() => rm(`${files}-before`, { recursive: true, force: true }));

test("what is restored is what was there, row by row and file by file, and goes on as it would have", async () => {
  const before = [await fingerprint(school), await contentsOf(files)];
  const url = await emptyDatabase();
  await rename(files, `${files}-before`);

  const restored = await restoreBackup(url, whole);

  expect(restored).toEqual(manifest);
  expect(manifest.damaged).toEqual([]);
  expect([await fingerprint(url), await contentsOf(files)]).toEqual(before);
  expect(await migrate(url)).toEqual([]);
  const added =
    "insert into subjects (title, abbr) values ('Steel Pan', 'Pan') returning subject_id, version";
  const [there, here] = await Promise.all([school, url].map((item) => answerAs(item, added)));
  expect(there).toEqual(here);
  expect(await traced(url)).toBe((await traced(school)) as number);
});

test("a moment is kept, whatever is saved meanwhile", async () => {
  const small = await smallSchool();
  const stop = new AbortController();
  await writePair(small, 0);
  const writing = writeInPairs(small, stop.signal);
  const file = join(place, "busy.zip");

  await writeBackup(small, file);
  stop.abort();
  const written = await writing;
  const url = await emptyDatabase();
  await restoreBackup(url, file);

  const [kept] = await queryDatabase<{ one: string; other: string }>(
    url,
    "select s.address as one, r.grouping as other from schools s, religions r order by r.religion_id limit 1",
  );
  expect(written).toBeGreaterThan(1);
  expect(kept?.one).toBe(kept?.other);
});

test("a backup cut at any byte is refused, and leaves nothing", async () => {
  const bytes = await readFile(whole);
  const file = join(place, "cut.zip");
  const url = await emptyDatabase();
  const before = await contentsOf(files);

  const sixtieths = Array.from({ length: 60 }, (_, at) => Math.floor((bytes.length * at) / 60));
  for (const length of [...sixtieths, 100, bytes.length - 1]) {
    await writeFile(file, bytes.subarray(0, length));
    await expect(restoreBackup(url, file)).rejects.toThrow("is not a complete backup");
  }

  expect(await tablesIn(url)).toBe(0);
  expect(await contentsOf(files)).toEqual(before);
});

test("one changed byte of what it holds is found, wherever it is, and leaves nothing", async () => {
  const bytes = await readFile(whole);
  const file = join(place, "changed.zip");
  const url = await emptyDatabase();
  const before = await contentsOf(files);
  const places = await middlesOf(whole, bytes);

  for (const part of [0, 0.5, 0.9]) {
    const changed = Buffer.from(bytes);
    const at = places[Math.floor(places.length * part)] ?? 0;
    changed[at] = (changed[at] ?? 0) ^ 0xff;
    await writeFile(file, changed);
    await expect(restoreBackup(url, file)).rejects.toThrow("damaged");
  }

  expect(await tablesIn(url)).toBe(0);
  expect(await contentsOf(files)).toEqual(before);
});

test("a school that is there is not written over, and keeps its files", async () => {
  const small = await smallSchool();
  const before = [await fingerprint(small), await contentsOf(files)];

  await expect(restoreBackup(small, whole)).rejects.toThrow("never overwrites anything");

  expect([await fingerprint(small), await contentsOf(files)]).toEqual(before);
});

test("a file that is there is not written over", async () => {
  await expect(writeBackup(school, whole)).rejects.toThrow("already exists");
});

test("an older backup is restored as it was, and then migrated; of a newer one it is said", async () => {
  const older = await smallSchool();
  await migrateDown(older, 1);
  const file = join(place, "older.zip");
  const newer = await smallSchool();
  await queryDatabase(newer, "insert into migrations (name) values ('9999-of-tomorrow')");
  const newerFile = join(place, "newer.zip");
  await writeBackup(older, file);
  await writeBackup(newer, newerFile);
  const url = await emptyDatabase();

  await restoreBackup(url, file);

  expect(await migrate(url)).toHaveLength(1);
  const untouched = await emptyDatabase();
  await expect(restoreBackup(untouched, newerFile)).rejects.toThrow("newer version of Termbook");
  expect(await tablesIn(untouched)).toBe(0);
});

test("files that are missing or damaged are named, and the rest is kept", async () => {
  const [gone, changed] = manifest.files.map(({ name }) => name);
  const originals = await Promise.all([gone, changed].map((name) => readFile(getLocalPath(name ?? ""))));
  const named = await queryDatabase<{ name: string }>(school, "select file_name as name from files");
  await rm(getLocalPath(gone ?? ""));
  await writeFile(getLocalPath(changed ?? ""), "something else");

  const again = await writeBackup(school, join(place, "damaged.zip"));
  await writeFile(getLocalPath(gone ?? ""), originals[0] ?? "");
  await writeFile(getLocalPath(changed ?? ""), originals[1] ?? "");

  const known = [gone, changed].filter((name) => named.some((item) => item.name === name));
  expect(again.manifest.damaged.toSorted()).toEqual(known.toSorted());
  expect(known.length).toBeGreaterThan(0);
});

test.runIf(canMount())("a full disk leaves the last good backup, and no half one", async () => {
  const disk = createSmallDisk(8);
  const file = join(disk.directory, "last.zip");
  await copyFile(whole, file);
  disk.fill();

  await expect(writeBackup(school, join(disk.directory, "new.zip"))).rejects.toThrow("disk is full");

  disk.empty();
  expect(await readdir(disk.directory)).toEqual(["last.zip"]);
  expect((await readFile(file)).equals(await readFile(whole))).toBe(true);
});

/** Returns the middle of each part of an archive. Data beside the parts is repeated, and may change unnoticed. */
async function middlesOf(file: string, bytes: Buffer): Promise<number[]> {
  const archive = await openPromise(file, { autoClose: false });
  const middles: number[] = [];
  for await (const { relativeOffsetOfLocalHeader: head, compressedSize } of archive.eachEntry()) {
    const begin = head + 30 + bytes.readUInt16LE(head + 26) + bytes.readUInt16LE(head + 28);
    if (compressedSize > 2) middles.push(begin + (compressedSize >> 1));
  }
  archive.close();
  return middles;
}

/** Creates all tables of this version, with two rows. */
async function smallSchool(): Promise<string> {
  const url = await emptyDatabase(inject("postgres").emptyTemplate);
  await queryDatabase(url, "insert into schools (name, flavour) values ('Small School', 'primary')");
  await queryDatabase(url, "insert into religions (grouping) values ('Anglican')");
  return url;
}

async function emptyDatabase(template?: string): Promise<string> {
  const { serverUrl, prefix } = inject("postgres");
  const name = `${prefix}_restored_${randomBytes(4).toString("hex")}`;
  await createDatabase(serverUrl, name, template);
  databases.push(name);
  return databaseUrlOf(serverUrl, name);
}

async function tablesIn(url: string): Promise<number> {
  const tables = await queryDatabase(url, "select from pg_tables where schemaname = 'public'");
  return tables.length;
}

/** Hashes every table as it is, with times and versions, and the state of the sequences. */
async function fingerprint(url: string): Promise<Record<string, unknown>> {
  const tables = await queryDatabase<{ name: string }>(
    url,
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const sums: Record<string, unknown> = {
    sequences: await runInDatabase(url, listSequences),
  };
  for (const { name } of tables) {
    [sums[name]] = await queryDatabase(
      url,
      `select count(*), md5(string_agg(t::text, '|' order by t::text)) as sum from ${name} t`,
    );
  }
  return sums;
}

async function contentsOf(root: string): Promise<[string, string][]> {
  const names = (await listFilesWrittenBefore(new Date("2100-01-01"))).toSorted();
  return Promise.all(
    names.map(async (name): Promise<[string, string]> => [
      name,
      (await readFile(join(root, name.slice(0, 2), name))).toString("base64"),
    ]),
  );
}

function answerAs(url: string, sql: string) {
  return runInDatabase(url, async (client) => (await client.query(sql)).rows);
}

async function traced(url: string): Promise<number | undefined> {
  const [counted] = await queryDatabase<{ count: number }>(
    url,
    "select count(*)::integer as count from audit_events",
  );
  return counted?.count;
}

/** Returns the number of writes until it is stopped. */
async function writeInPairs(url: string, signal: AbortSignal): Promise<number> {
  let times = 0;
  while (!signal.aborted) await writePair(url, ++times);
  return times;
}

/** Changes two values to the same one in one transaction. */
function writePair(url: string, value: number): Promise<void> {
  return runInDatabase(url, async (client) => {
    await client.query("begin");
    await client.query("update schools set address = $1", [String(value)]);
    await client.query(
      "update religions set grouping = $1 where religion_id = (select min(religion_id) from religions)",
      [String(value)],
    );
    await client.query("commit");
  });
}
