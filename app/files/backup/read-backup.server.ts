import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import type { Entry, ZipFile } from "yauzl";
import type { BackupKey } from "./encryption.server.ts";
import { entryOfFile, entryOfTable, MANIFEST, Manifest } from "./manifest.ts";
import { openArchive } from "./open-archive.server.ts";

/** Some thirty times the size for 100,000 students: we did not write a larger one, and memory has to hold it. */
const LARGEST_MANIFEST = 64_000_000;

export type Backup = {
  manifest: Manifest;
  /** Reads the unpacked bytes of an entry in the manifest. */
  read: (entry: string) => Promise<Readable>;
  /** Reads everything once. Rejects with an Error unless all of it is as it was written. */
  check: () => Promise<void>;
  close: () => void;
};

/** Opens a backup. @throws Error when the file is not a complete backup, or is encrypted with another key */
export async function readBackup(path: string, key: BackupKey | null = null): Promise<Backup> {
  const archive = await openArchive(path, key);
  try {
    const entries = await entriesOf(archive, path);
    const read = (name: string) => streamOf(archive, entries.get(name), path);
    const manifest = await manifestIn(archive, entries.get(MANIFEST), path);
    const check = () => checkAll(manifest, { path, read });
    return { manifest, read, check, close: () => archive.close() };
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function entriesOf(archive: ZipFile, path: string): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of archive.eachEntry()) entries.set(entry.fileName, entry);
    return entries;
  } catch {
    throw new Error(`${path} is damaged: its list of contents cannot be read.`);
  }
}

async function streamOf(archive: ZipFile, entry: Entry | undefined, path: string): Promise<Readable> {
  if (!entry) throw new Error(`${path} is not a complete backup: a part of it is missing.`);
  return archive.openReadStreamPromise(entry).catch(() => {
    throw new Error(`${path} is damaged: ${entry.fileName} has changed since the backup was made.`);
  });
}

/** Everything else is compared with the manifest, and the manifest with the checksum that the archive has of it. */
async function manifestIn(archive: ZipFile, entry: Entry | undefined, path: string): Promise<Manifest> {
  if ((entry?.uncompressedSize ?? 0) > LARGEST_MANIFEST) throw unreadable(path);
  const stream = await streamOf(archive, entry, path);
  const bytes = await buffer(stream).catch(() => Buffer.alloc(0));
  if (crc32(bytes) !== entry?.crc32)
    throw new Error(`${path} is damaged: ${MANIFEST} has changed since the backup was made.`);
  try {
    return Manifest.parse(JSON.parse(bytes.toString()));
  } catch {
    throw unreadable(path);
  }
}

function unreadable(path: string): Error {
  return new Error(`${path} is not a backup that this version of Termbook can read.`);
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
    const found = await read(entry)
      .then(checksumOf)
      .catch(() => null);
    if (found !== sha256)
      throw new Error(`${path} is damaged: ${entry} has changed since the backup was made.`);
  }
}

export async function checksumOf(stream: Readable): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of stream) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
