import { existsSync } from "node:fs";
import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, beforeEach, expect, inject, test, vi } from "vitest";
import { transaction } from "#db/index.ts";
import { restoreBackup } from "#files/backup/restore-backup.server.ts";
import { writeBackup } from "#files/backup/write-backup.server.ts";
import { fileResponse } from "#files/file-response.server.ts";
import { copyPicturesToThisMachine } from "#files/store.server.ts";
import { pictureFileName, writePicture } from "#files/pictures.server.ts";
import { objectStore } from "#files/store/object-store.server.ts";
import * as store from "#files/store.server.ts";
import { env } from "#runtime/env.ts";
import { randomFileName } from "#runtime/ids.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { ObjectStoreServer } from "./object-store-server.ts";
import { createDatabase, databaseUrlOf, dropDatabase } from "#tests/support/postgres/postgres-server.ts";
import { getRequest } from "#tests/support/request.ts";
import { createSchool, TEST } from "#tests/support/builders/school.ts";

const server = await ObjectStoreServer.start();
Object.assign(process.env, server.settings);
const url = await freshDatabase();
await createSchool();
const place = await mkdtemp(join(tmpdir(), "termbook-objects-"));

afterAll(async () => {
  server.stop();
  await rm(place, { recursive: true, force: true });
});

beforeEach(() => {
  server.objects.clear();
  server.asked.length = 0;
});

const MB = 1024 * 1024;
const TWO_DAYS_AND_MORE_MS = 50 * 3_600_000;

test("what is written is there, read as it was, listed by its age, and removed", async () => {
  const names = Array.from({ length: 8 }, () => randomFileName(".pdf"));
  for (const name of names) await store.writeStoredFile(name, Buffer.from(`of ${name}`));
  server.objects.set("somebody-elses", { bytes: Buffer.alloc(1), at: new Date(0) });
  const [first = ""] = names;

  const found = await store.openStoredFile(first);
  const listed = await store.listFilesWrittenBefore(new Date(Date.now() + MB));
  const older = await store.listFilesWrittenBefore(new Date(0));
  await store.deleteStoredFile(first);

  expect(found && (await buffer(found)).toString()).toBe(`of ${first}`);
  expect(listed.toSorted()).toEqual(names.toSorted());
  expect(older).toEqual([]);
  expect(await store.openStoredFile(first)).toBeNull();
  await expect(store.deleteStoredFile(first)).resolves.toBeUndefined();
});

test("a large file goes from disk to store without lying in memory, with its length and checksum", async () => {
  const path = join(place, "large.zip");
  const bytes = Buffer.alloc(12 * MB, "a picture of a child");
  await writeFile(path, bytes);
  const name = randomFileName(".zip");

  await store.copyIntoStore(name, path);

  expect(server.objects.get(name)?.bytes.equals(bytes)).toBe(true);
});

test("a file is fetched once for many who look at it, and in parts", async () => {
  const name = await aPicture();
  server.asked.length = 0;

  const shown = await Promise.all([1, 2, 3].map(() => fileResponse(getRequest("/"), name)));
  const part = await fileResponse(getRequest("/", null, { Range: "bytes=2-5" }), name);

  const whole = server.objects.get(name)?.bytes ?? Buffer.alloc(0);
  for (const answer of shown) expect(Buffer.from(await answer.arrayBuffer()).equals(whole)).toBe(true);
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(2, 6))).toBe(true);
  expect(server.asked).toEqual([`GET ${name}`]);
});

test("what is nowhere is not found, also by a name that is none of ours", async () => {
  await expect(fileResponse(getRequest("/"), randomFileName(".jpg"))).rejects.toMatchObject({
    kind: "notFound",
  });
  await expect(store.openStoredFile("../session-secret")).rejects.toMatchObject({ kind: "notFound" });
  expect(server.asked.filter((item) => item.includes("secret"))).toEqual([]);
});

test("pictures that a document names are on this machine before it is drawn", async () => {
  const name = await aPicture();
  const path = store.getLocalPath(name);
  const lost = store.getLocalPath(randomFileName(".jpg"));
  const data = { school: { logo: null }, cards: [{ picture: path }, { picture: lost, title: "of 1/2" }] };

  const before = existsSync(path);
  await copyPicturesToThisMachine(data);

  expect([before, existsSync(path), existsSync(lost)]).toEqual([false, true, false]);
});

test("copies that nobody used for two days are taken from this machine, and fetched again when they are wanted", async () => {
  const [old, kept] = [await aPicture(), await aPicture()];
  const path = await store.ensureLocalFile(old);
  const longAgo = new Date(Date.now() - TWO_DAYS_AND_MORE_MS);
  await utimes(path, longAgo, longAgo);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 3_600_000 });

  await store.ensureLocalFile(kept);
  vi.useRealTimers();

  expect(existsSync(path)).toBe(false);
  expect(existsSync(await store.ensureLocalFile(old))).toBe(true);
});

test("what is removed is gone from this machine too", async () => {
  const name = await aPicture();
  const path = await store.ensureLocalFile(name);

  await store.deleteStoredFile(name);

  expect([existsSync(path), server.objects.has(name)]).toEqual([false, false]);
});

test.each([
  ["that refuses the key", { secret: "another" }],
  ["without such a bucket", { bucket: "no-such-bucket" }],
  ["that does not answer", { endpoint: "http://127.0.0.1:9" }],
])("a store %s is told in plain words, and is no surprise", async (_which, wrong) => {
  const { FILES_ENDPOINT: endpoint = "", FILES_BUCKET: bucket = "" } = server.settings;
  const { FILES_KEY_ID: keyId = "", FILES_SECRET: secret = "" } = server.settings;
  const broken = objectStore({ endpoint, bucket, region: "us-east-1", keyId, secret, ...wrong });
  const name = randomFileName(".pdf");

  const attempts = [broken.write(name, Buffer.from("1")), broken.read(name), broken.before(new Date())];

  for (const each of await Promise.allSettled(attempts))
    expect(each).toMatchObject({
      reason: { kind: "unavailable", message: expect.stringContaining("Pictures and documents cannot") },
    });
});

test("a backup holds the files of the store, and a restore puts them into one", async () => {
  const name = await aPicture();
  const bytes = server.objects.get(name)?.bytes;
  // The store's clock is ahead.
  for (const each of server.objects.values()) each.at = new Date(Date.now() + 60_000);
  const file = join(place, "school.zip");
  const empty = `${new URL(url).pathname.slice(1)}_restored`;
  await createDatabase(inject("postgres").serverUrl, empty);

  const { manifest } = await writeBackup(url, file);
  server.objects.clear();
  await restoreBackup(databaseUrlOf(url, empty), file).finally(() =>
    dropDatabase(inject("postgres").serverUrl, empty),
  );

  expect(manifest.files.map((item) => item.name).toSorted()).toEqual(
    [name, pictureFileName(name, "small")].toSorted(),
  );
  expect(server.objects.get(name)?.bytes.equals(bytes ?? Buffer.alloc(0))).toBe(true);
});

test("nothing of it is kept in the folder that a school without a store has", () => {
  expect(existsSync(join(env().DATA_DIR, "files"))).toBe(false);
});

async function aPicture(): Promise<string> {
  const picture = await sharp({ create: { width: 30, height: 38, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();
  return transaction(TEST, (t) => writePicture({ large: picture, small: picture }, t));
}
