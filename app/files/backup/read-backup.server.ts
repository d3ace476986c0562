import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Entry, ZipFile } from "yauzl";
import type { BackupKey } from "./encryption.server.ts";
import { entryOfFile, entryOfTable, MANIFEST, Manifest } from "./manifest.ts";
import { openArchive } from "./open-archive.server.ts";

export type Backup = {
  manifest: Manifest;
  /** The unpacked bytes of an entry that the manifest names. */
  read: (entry: string) => Promise<Readable>;
  /** Reads everything once. @throws an Error in words unless all of it is as it was written */
  check: () => Promise<void>;
  close: () => void;
};

/** @throws an Error in words when the file is no backup, or not a whole one, or is encrypted with another key */
export async function readBackup(path: string, key: BackupKey | null = null): Promise<Backup> {
  const archive = await openArchive(path, key);
  try {
    const entries = await entriesOf(archive);
    const read = (name: string) => streamOf(archive, entries.get(name), path);
    const manifest = await manifestIn(path, read);
    const check = () => checkAll(manifest, { path, read });
    return { manifest, read, check, close: () => archive.close() };
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function entriesOf(archive: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of archive.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
}

async function streamOf(archive: ZipFile, entry: Entry | undefined, path: string): Promise<Readable> {
  if (!entry) throw new Error(`${path} is not a whole backup: a part of it is missing.`);
  return archive.openReadStreamPromise(entry);
}

async function manifestIn(path: string, read: Backup["read"]): Promise<Manifest> {
  const parsed = Manifest.safeParse(JSON.parse((await buffer(await read(MANIFEST))).toString()));
  if (parsed.success) return parsed.data;
  throw new Error(`${path} is no backup that this version of Termbook can read.`);
}

async function checkAll(
  { tables, files }: Manifest,
  { path, read }: { path: string; read: Backup["read"] },
): Promise<void> {
  const expected = [
    ...tables.map(({ name, sha256 }) => [entryOfTable(name), sha256] as const),
    ...files.map(({ name, sha256 }) => [entryOfFile(name), sha256] as const),
  ];
  for (const [entry, sha256] of expected) {
    const found = await checksumOf(await read(entry)).catch(() => null);
    if (found !== sha256) throw new Error(`${path} is damaged: ${entry} is not what was written.`);
  }
}

async function checksumOf(stream: Readable): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of stream) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
