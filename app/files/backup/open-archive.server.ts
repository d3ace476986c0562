import { createReadStream, createWriteStream, open } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { fromFdPromise, openPromise, type ZipFile } from "yauzl";
import { env } from "#runtime/env.ts";
import { hasErrorCode } from "#runtime/errors.ts";
import { randomId } from "#runtime/ids.ts";
import { rethrowUnwritable } from "../unwritable.server.ts";
import { createDecryptor, isEncryptedFile, type BackupKey } from "./encryption.server.ts";

/** yauzl checks that each entry has the size that the archive states. */
const OPTIONS = { autoClose: false, validateEntrySizes: true };

const OWNER_ONLY = 0o600;

const UNREAD: readonly [code: string, why: () => string][] = [
  ["ENOENT", () => "does not exist"],
  ["EACCES", () => `cannot be read by the user ${userInfo().username}`],
  ["EISDIR", () => "is a folder"],
];

/** Opens an archive. @throws Error when the file cannot be read or is incomplete, or the key is missing or wrong */
export async function openArchive(path: string, key: BackupKey | null): Promise<ZipFile> {
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
  await pipeline(createReadStream(path), createDecryptor(key, path), copy).catch(rethrowUnwritable);
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
