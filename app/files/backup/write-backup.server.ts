import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream, rmSync } from "node:fs";
import { access, link, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { withSnapshot, type DatabaseSnapshot } from "#db/backup/tables.ts";
import { now } from "#runtime/clock.ts";
import { randomId } from "#runtime/ids.ts";
import { rethrowDiskWriteError } from "../unwritable.server.ts";
import { isDraftFile, openStoredFile, listFilesWrittenBefore } from "../store.server.ts";
import { syncToDisk } from "../store/folder.server.ts";
import { createDecryptor, createEncryptor, type BackupKey } from "./encryption.server.ts";
import { fileEntryName, tableEntryName, MANIFEST_FILE, type Manifest } from "./manifest.ts";
import { openBackup } from "./read-backup.server.ts";

export type WrittenBackup = { manifest: Manifest; bytes: number };

/** Only the server's administrator may read the backup, which contains the records of children. */
const OWNER_ONLY = 0o600;

/**
 * The possible difference between the clocks of this machine and of the machine that stores the files. With this
 * allowance, a file that was stored a moment ago is included in the backup.
 */
const CLOCKS_APART_MS = 24 * 3_600_000;

/**
 * Writes all data of the school, as of one moment, to one file while people go on working. The file appears only when
 * it is complete, checked and on the disk; an existing file is never overwritten.
 * @param key encrypts the backup
 * @throws Error for any failure, such as a full disk
 */
export async function writeBackup(
  databaseUrl: string,
  path: string,
  key: BackupKey | null = null,
): Promise<WrittenBackup> {
  await refuseTaken(path);
  const draft = `${path}.draft-${randomId()}`;
  const removeDraft = () => rmSync(draft, { force: true });
  process.once("exit", removeDraft);
  try {
    const written = await withSnapshot(databaseUrl, (snapshot) => writeArchive(draft, snapshot, key));
    const { manifest } = written;
    await syncToDisk(draft);
    await (key ? checkEncrypted(draft, key, written) : checkPlain(draft));
    await link(draft, path);
    await syncToDisk(dirname(path));
    return { manifest, bytes: (await stat(path)).size };
  } catch (error) {
    return rethrowDiskWriteError(error);
  } finally {
    removeDraft();
    process.off("exit", removeDraft);
  }
}

async function refuseTaken(path: string): Promise<void> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere)
    throw new Error(`${path} already exists. Choose another name, because a backup is never overwritten.`);
}

async function checkPlain(draft: string): Promise<void> {
  const backup = await openBackup(draft);
  await backup.check().finally(backup.close);
}

/** Decrypts the file on the disk and compares it with the data that was packed. */
async function checkEncrypted(draft: string, key: BackupKey, { sha256 }: Archive): Promise<void> {
  const hash = createHash("sha256");
  for await (const chunk of createDecryptor(key, draft)(createReadStream(draft))) hash.update(chunk);
  if (hash.digest("hex") !== sha256)
    throw new Error(`${draft} is damaged: it differs from what was written.`);
}

/** `sha256` is the checksum of the archive before encryption. */
type Archive = { manifest: Manifest; sha256: string };

async function writeArchive(
  draft: string,
  snapshot: DatabaseSnapshot,
  key: BackupKey | null,
): Promise<Archive> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const stop = (error: Error) => output.destroy(error);
  zip.on("error", stop);
  const hash = createHash("sha256");
  const file = createWriteStream(draft, { flags: "wx", mode: OWNER_ONLY });
  const hashed = hashing(hash);
  const written = key ? pipeline(output, hashed, createEncryptor(key), file) : pipeline(output, hashed, file);
  const packed = packAll(zip, snapshot).catch((error: Error) => {
    stop(error);
    throw error;
  });
  const [manifest] = await Promise.all([packed, written]);
  return { manifest, sha256: hash.digest("hex") };
}

async function packAll(zip: ZipFile, snapshot: DatabaseSnapshot): Promise<Manifest> {
  const { school, migrations, sequences } = snapshot;
  const tables = await packTables(zip, snapshot);
  const files = await packFiles(zip);
  const found = new Map(files.map(({ name, sha256 }) => [name, sha256]));
  const damaged = snapshot.files.filter(({ name, sha256 }) => found.get(name) !== sha256);
  const manifest: Manifest = {
    product: "termbook",
    format: 1,
    madeAt: now().toISOString(),
    school,
    migrations,
    tables,
    sequences,
    files,
    damaged: damaged.map(({ name }) => name),
  };
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), MANIFEST_FILE);
  zip.end();
  return manifest;
}

async function packTables(zip: ZipFile, snapshot: DatabaseSnapshot): Promise<Manifest["tables"]> {
  const packed: Manifest["tables"] = [];
  for (const table of snapshot.tables) {
    const { name, columns } = table;
    const source = snapshot.rowsOf(table);
    const sha256 = await pack(zip, source, { name: tableEntryName(name), compress: true });
    packed.push({ name, columns, rows: source.rowCount, sha256 });
  }
  return packed;
}

/** Packs pictures and documents without compressing them again. A file that is deleted meanwhile is left out. */
async function packFiles(zip: ZipFile): Promise<Manifest["files"]> {
  const packed: Manifest["files"] = [];
  for (const name of await listFilesWrittenBefore(new Date(now().getTime() + CLOCKS_APART_MS))) {
    if (isDraftFile(name)) continue;
    const file = await openStoredFile(name);
    if (!file) continue;
    const sha256 = await pack(zip, file, { name: fileEntryName(name), compress: false });
    packed.push({ name, sha256 });
  }
  return packed;
}

/**
 * Packs one file and returns its checksum. Files are packed one after another, so that only a chunk of one is in
 * memory.
 */
async function pack(
  zip: ZipFile,
  source: Readable,
  { name, compress }: { name: string; compress: boolean },
): Promise<string> {
  const hash = createHash("sha256");
  const hashed = hashing(hash);
  zip.addReadStream(hashed, name, { compress });
  await pipeline(source, hashed);
  return hash.digest("hex");
}

function hashing(hash: Hash): Transform {
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}
