import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createWriteStream } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { afterAll, expect, inject, test, vi } from "vitest";
import { openPromise } from "yauzl";
import { ZipFile } from "yazl";
import type { Manifest } from "#files/backup/manifest.ts";
import { openBackup } from "#files/backup/read-backup.server.ts";
import { restoreBackup } from "#files/backup/restore-backup.server.ts";
import { writeBackup } from "#files/backup/write-backup.server.ts";
import {
  getLocalPath,
  deleteStoredFile,
  listFilesWrittenBefore,
  writeStoredFile,
} from "#files/store.server.ts";
import { randomFileName } from "#runtime/ids.ts";
import { createSchool } from "#tests/support/builders/school.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { createDatabase, databaseUrlOf, dropDatabase } from "#tests/support/postgres/postgres-server.ts";

vi.setConfig({ testTimeout: 60_000 });

const school = await freshDatabase();
await createSchool();
const picture = randomFileName(".jpg");
await writeStoredFile(picture, Buffer.from("a picture"));
const place = await mkdtemp(join(tmpdir(), "termbook-damaged-"));
const whole = join(place, "whole.zip");
const { manifest } = await writeBackup(school, whole);
const contents = await contentsOf(whole);

const { serverUrl, prefix } = inject("postgres");
const emptyName = `${prefix}_damaged_${randomBytes(4).toString("hex")}`;
await createDatabase(serverUrl, emptyName);
const empty = databaseUrlOf(serverUrl, emptyName);

afterAll(async () => {
  await dropDatabase(serverUrl, emptyName);
  await rm(place, { recursive: true, force: true });
});

test("a bit that turned in the manifest, or in the list of contents, is found wherever it is", async () => {
  const bytes = await readFile(whole);
  const file = join(place, "turned.zip");
  const begin = bytes.indexOf("manifest.json");
  const end = bytes.indexOf("manifest.json", begin + 1);
  const places = Array.from({ length: 120 }, (_, nth) => begin + Math.floor(((end - begin) * nth) / 120));

  for (const at of [...places, ...Array.from({ length: 60 }, (_, nth) => end - 46 + nth)]) {
    const turned = Buffer.from(bytes);
    turned[at] = (turned[at] ?? 0) ^ 0x10;
    await writeFile(file, turned);
    const read = await openBackup(file).catch((error: Error) => error.message);

    if (typeof read === "string")
      expect(read).toMatch(/is damaged|is not a complete backup|is not a backup that/);
    else expect([at, read.manifest]).toEqual([at, manifest]);
    if (typeof read !== "string") read.close();
  }
});

test.each<[string, (changed: Manifest, entries: Map<string, Buffer>) => void, string]>([
  [
    "lacks a table",
    (m) => void m.tables.splice(5, 1),
    "tables in the backup do not match its version of Termbook",
  ],
  [
    "has a table twice",
    (m) => void m.tables.push(tableOf(m)),
    "tables in the backup do not match its version of Termbook",
  ],
  [
    "lacks a sequence",
    (m) => void m.sequences.pop(),
    "sequences in the backup do not match its version of Termbook",
  ],
  [
    "has a table that is none of ours",
    (m, entries) => {
      entries.set("tables/evil", Buffer.alloc(0));
      m.tables.push({ name: "evil", columns: ["a"], rows: 0, sha256: checksum(Buffer.alloc(0)) });
    },
    "tables in the backup do not match its version of Termbook: evil",
  ],
  [
    "has one more column",
    (m) => void tableOf(m).columns.push("evil"),
    "does not exist in this version of Termbook",
  ],
  [
    "counts rows that are not there",
    (m) => void (tableOf(m).rows += 1),
    "does not match the backup after restoring",
  ],
  [
    "has a file that no school has",
    (m) => void m.files.push({ name: "../../evil", sha256: checksum(Buffer.alloc(0)) }),
    "is not a backup that this version of Termbook can read",
  ],
  ["is of another format", (m) => void Object.assign(m, { format: 2 }), "is not a backup that this version"],
])("a backup that %s is refused in words, and leaves nothing", async (_, change, words) => {
  const changed = structuredClone(manifest);
  const entries = new Map(contents);
  change(changed, entries);

  await refused(await packed([...entries, ["manifest.json", Buffer.from(JSON.stringify(changed))]]), words);
});

test.each([
  ["no JSON", Buffer.from("{ not")],
  ["far larger than any school's", Buffer.alloc(65_000_000, " ")],
])("a manifest that is %s is refused in words", async (_, text) => {
  await refused(
    await packed([["manifest.json", text]]),
    "is not a backup that this version of Termbook can read",
  );
});

test("what is not there, and what is no file, are told from a damaged one", async () => {
  await refused(join(place, "nowhere.zip"), "does not exist");
  await refused(place, "is a folder");
});

test("a stored file that its disk has damaged is not taken for the one of the backup", async () => {
  await writeFile(getLocalPath(picture), "a pidture");

  await refused(whole, `${picture} is already among the stored files`);

  expect(await readFile(getLocalPath(picture), "utf8")).toBe("a pidture");
  await writeFile(getLocalPath(picture), "a picture");
});

test("where the database went away as it was to commit, the stored files stay: it may hold the school", async () => {
  const names = Array.from({ length: 80 }, () => randomFileName(".jpg"));
  for (const name of names) await writeStoredFile(name, Buffer.from(name));
  const file = join(place, "many.zip");
  await writeBackup(school, file);
  for (const name of names) await deleteStoredFile(name);

  const restoring = expect(restoreBackup(empty, file)).rejects.toThrow();
  await expect.poll(endWhileStoring, { interval: 1, timeout: 20_000 }).toBe(1);
  await restoring;

  expect(await listFilesWrittenBefore(new Date("2100-01-01"))).toEqual(expect.arrayContaining(names));
});

/** Ends at the last statement before the files are stored. */
async function endWhileStoring(): Promise<number> {
  const ended = await queryDatabase(
    serverUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = $1 and state = 'idle in transaction' and query = 'analyze'`,
    [emptyName],
  );
  return ended.length;
}

async function refused(file: string, words: string): Promise<void> {
  const before = await listFilesWrittenBefore(new Date("2100-01-01"));

  await expect(restoreBackup(empty, file)).rejects.toThrow(words);

  expect(await queryDatabase(empty, "select from pg_tables where schemaname = 'public'")).toEqual([]);
  expect(await listFilesWrittenBefore(new Date("2100-01-01"))).toEqual(before);
}

/** Returns everything except the manifest. */
async function contentsOf(file: string): Promise<Map<string, Buffer>> {
  const archive = await openPromise(file, { autoClose: false });
  const found = new Map<string, Buffer>();
  for await (const entry of archive.eachEntry())
    found.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)));
  archive.close();
  found.delete("manifest.json");
  return found;
}

async function packed(entries: Iterable<readonly [string, Buffer]>): Promise<string> {
  const file = join(place, `${randomBytes(4).toString("hex")}.zip`);
  const zip = new ZipFile();
  for (const [name, bytes] of entries) zip.addBuffer(bytes, name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
  return file;
}

function tableOf({ tables }: Manifest): Manifest["tables"][number] {
  const table = tables.find(({ name }) => name === "subjects");
  if (!table) throw new Error("a backup without subjects");
  return table;
}

function checksum(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
