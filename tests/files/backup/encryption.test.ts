import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, inject, test, vi } from "vitest";
import { readBackupKey, createBackupKey } from "#files/backup/encryption.server.ts";
import { restoreBackup } from "#files/backup/restore-backup.server.ts";
import { writeBackup } from "#files/backup/write-backup.server.ts";
import { env } from "#runtime/env.ts";
import { createSchool } from "#tests/support/builders/school.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { createDatabase, databaseUrlOf, dropDatabase } from "#tests/support/postgres/postgres-server.ts";

vi.setConfig({ testTimeout: 60_000 });

const school = await freshDatabase();
await createSchool();
const place = await mkdtemp(join(tmpdir(), "termbook-encrypted-"));
const key = await createBackupKey();
const whole = join(place, "whole.zip.age");
await mkdir(env().DATA_DIR, { recursive: true });
const { manifest, bytes } = await writeBackup(school, whole, key);
const { serverUrl, prefix } = inject("postgres");
const emptyName = `${prefix}_encrypted_${randomBytes(4).toString("hex")}`;
await createDatabase(serverUrl, emptyName);
const empty = databaseUrlOf(serverUrl, emptyName);

afterAll(async () => {
  await dropDatabase(serverUrl, emptyName);
  await rm(place, { recursive: true, force: true });
});

test("nothing of the school can be read in an encrypted backup", async () => {
  const content = await readFile(whole);

  expect(content.length).toBe(bytes);
  expect(content.subarray(0, 21).toString()).toBe("age-encryption.org/v1");
  expect(content.includes("manifest.json") || content.includes("tables/schools")).toBe(false);
});

test("another key, no key and a key of something else are refused in words, and leave nothing", async () => {
  await refused(whole, await createBackupKey(), /another key/);
  await refused(whole, null, /is encrypted. Set BACKUP_KEY_FILE/);
  const noKey = join(place, "no-key");
  await writeFile(noKey, "AGE-SECRET-KEY-1NOTHING");
  await expect(readBackupKey(noKey)).rejects.toThrow("contains no key");
  await expect(readBackupKey(join(place, "nowhere"))).rejects.toThrow("cannot be read");
});

test("an encrypted backup that is cut anywhere is refused, and leaves nothing", async () => {
  const content = await readFile(whole);
  const file = join(place, "cut");
  const cuts = [
    0,
    1,
    21,
    22,
    60,
    100,
    150,
    190,
    200,
    217,
    ...Array.from({ length: 20 }, (_, nth) => Math.floor((content.length * nth) / 20)),
    content.length - 1,
  ];
  for (const cut of cuts) {
    await writeFile(file, content.subarray(0, cut));
    await refused(file, key, /not a complete backup/);
  }
});

test("one changed byte is found, wherever it is", async () => {
  const content = await readFile(whole);
  const file = join(place, "changed");
  for (const at of [0, 10, 30, 80, 160, 190, 210, content.length >> 1, content.length - 1]) {
    const changed = Buffer.from(content);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await writeFile(file, changed);
    await refused(file, key, /not a complete backup/);
  }
});

test("with its key it is restored whole, and no readable copy stays", async () => {
  const before = await readdir(env().DATA_DIR);

  expect(await restoreBackup(empty, whole, key)).toEqual(manifest);

  expect(await queryDatabase(empty, "select name from schools")).toEqual(
    await queryDatabase(school, "select name from schools"),
  );
  expect(
    (await readdir(env().DATA_DIR)).filter((name) => !before.includes(name) && name !== "files"),
  ).toEqual([]);
});

async function refused(file: string, by: Parameters<typeof restoreBackup>[2], words: RegExp): Promise<void> {
  const before = await readdir(env().DATA_DIR);

  await expect(restoreBackup(empty, file, by)).rejects.toThrow(words);

  expect(await queryDatabase(empty, "select from pg_tables where schemaname = 'public'")).toEqual([]);
  expect(await readdir(env().DATA_DIR)).toEqual(before);
}
