import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { createReadStream, createWriteStream, open } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { type Entry, type ZipFile, fromFdPromise, openPromise } from "yauzl";
import { env } from "#runtime/env.ts";
import { hasErrorCode } from "#runtime/errors.ts";
import { randomId } from "#runtime/ids.ts";
import { type BackupKey, createDecryptor, isEncryptedFile } from "./encryption.server.ts";
import { fileEntryName, tableEntryName, MANIFEST_FILE, Manifest } from "./manifest.ts";
import { rethrowDiskWriteError } from "../unwritable.server.ts";

/** The manifest of 100,000 students is a thirtieth of this. A larger one is not ours, and could fill the memory. */
const LARGEST_MANIFEST = 64_000_000;

export type OpenedBackup = {
  manifest: Manifest;
  /** Opens the unpacked content of an entry that the manifest lists. */
  read: (entry: string) => Promise<Readable>;
  /** Reads everything once, and rejects with an Error if anything differs from the manifest. */
  check: () => Promise<void>;
  close: () => void;
};

/** Opens a backup. @throws Error when the file is not a complete backup, or is encrypted with another key */
export async function openBackup(path: string, key: BackupKey | null = null): Promise<OpenedBackup> {
  const archive = await openArchive(path, key);
  try {
    const entries = await entriesOf(archive, path);
    const read = (name: string) => streamOf(archive, entries.get(name), path);
    const manifest = await manifestIn(archive, entries.get(MANIFEST_FILE), path);
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
    throw new Error(`${path} is damaged: its list of contents cannot be read. Use another backup.`);
  }
}

async function streamOf(archive: ZipFile, entry: Entry | undefined, path: string): Promise<Readable> {
  if (!entry)
    throw new Error(`${path} is not a complete backup: part of the file is missing. Use another backup.`);
  return archive.openReadStreamPromise(entry).catch(() => {
    throw new Error(`${path} is damaged: ${entry.fileName} has changed since the backup was made.`);
  });
}

/** Compares the manifest with its checksum in the archive; all other entries are compared with the manifest. */
async function manifestIn(archive: ZipFile, entry: Entry | undefined, path: string): Promise<Manifest> {
  if ((entry?.uncompressedSize ?? 0) > LARGEST_MANIFEST) throw unreadable(path);
  const stream = await streamOf(archive, entry, path);
  const bytes = await buffer(stream).catch(() => Buffer.alloc(0));
  if (crc32(bytes) !== entry?.crc32)
    throw new Error(`${path} is damaged: ${MANIFEST_FILE} has changed since the backup was made.`);
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
  { path, read }: { path: string; read: OpenedBackup["read"] },
): Promise<void> {
  const expected = [
    ...tables.map(({ name, sha256 }) => [tableEntryName(name), sha256] as const),
    ...files.map(({ name, sha256 }) => [fileEntryName(name), sha256] as const),
  ];
  for (const [entry, sha256] of expected) {
    const found = await read(entry)
      .then(calculateChecksum)
      .catch(() => null);
    if (found !== sha256)
      throw new Error(`${path} is damaged: ${entry} has changed since the backup was made.`);
  }
}

export async function calculateChecksum(stream: Readable): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of stream) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

/** yauzl checks that each entry has the size that the archive states. */
const OPTIONS = { autoClose: false, validateEntrySizes: true };

const OWNER_ONLY = 0o600;

const UNREAD: readonly [code: string, why: () => string][] = [
  ["ENOENT", () => "does not exist"],
  ["EACCES", () => `cannot be read by the user ${userInfo().username}`],
  ["EISDIR", () => "is a folder"],
];

/** Opens an archive. @throws Error when the file cannot be read or is incomplete, or the key is missing or wrong */
async function openArchive(path: string, key: BackupKey | null): Promise<ZipFile> {
  const isSealed = await isEncryptedFile(path).catch((error: unknown) => refuseUnread(path, error));
  const archive = isSealed
    ? await openEncrypted(path, key)
    : await openPromise(path, OPTIONS).catch(() => null);
  if (archive) return archive;
  throw new Error(
    `${path} is not a complete backup: it may have been cut off, or be a different kind of file.`,
  );
}

/** Explains why a file could not be opened: often it belongs to root, and the program runs as another user. */
function refuseUnread(path: string, error: unknown): never {
  const why = UNREAD.find(([code]) => hasErrorCode(error, code))?.[1]() ?? `cannot be read: ${String(error)}`;
  throw new Error(`${path} ${why}.`, { cause: error });
}

/**
 * Opens an encrypted archive. A ZIP file is read from its end but decrypted from its beginning, so it is decrypted into
 * a temporary file, whose name is deleted at once: nothing is left even if the process is killed.
 */
async function openEncrypted(path: string, key: BackupKey | null): Promise<ZipFile | null> {
  if (!key) throw new Error(`${path} is encrypted. Set BACKUP_KEY_FILE to the file with its key.`);
  const fd = await openNameless();
  const copy = createWriteStream("", { fd, autoClose: false });
  await pipeline(createReadStream(path), createDecryptor(key, path), copy).catch(rethrowDiskWriteError);
  return fromFdPromise(fd, OPTIONS).catch(() => null);
}

async function openNameless(): Promise<number> {
  const { DATA_DIR } = env();
  await mkdir(DATA_DIR, { recursive: true });
  const name = join(DATA_DIR, `backup-${randomId()}`);
  const fd = await promisify(open)(name, "wx+", OWNER_ONLY);
  await rm(name);
  return fd;
}
