import { createReadStream, createWriteStream, open } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { fromFdPromise, openPromise, type ZipFile } from "yauzl";
import { env } from "#runtime/env.ts";
import { hasCode } from "#runtime/errors.ts";
import { randomId } from "#runtime/ids.ts";
import { rethrowUnwritable } from "../unwritable.server.ts";
import { decrypting, isEncrypted, type BackupKey } from "./encryption.server.ts";

/** Sizes are checked, so that an entry is what the archive says of it. */
const OPTIONS = { autoClose: false, validateEntrySizes: true };

const OWNER_ONLY = 0o600;

const UNREAD: readonly [code: string, why: () => string][] = [
  ["ENOENT", () => "is not there"],
  ["EACCES", () => `cannot be read by the user ${userInfo().username}`],
  ["EISDIR", () => "is a folder"],
];

/** @throws an Error in words when the file cannot be read, is no whole archive, or the key is missing or another one */
export async function openArchive(path: string, key: BackupKey | null): Promise<ZipFile> {
  const isSealed = await isEncrypted(path).catch((error: unknown) => refuseUnread(path, error));
  const archive = isSealed
    ? await openEncrypted(path, key)
    : await openPromise(path, OPTIONS).catch(() => null);
  if (archive) return archive;
  throw new Error(`${path} is not a whole backup: it may have been cut off, or be something else.`);
}

/** Who restores is often root, and the program is not. */
function refuseUnread(path: string, error: unknown): never {
  const why = UNREAD.find(([code]) => hasCode(error, code))?.[1]() ?? `cannot be read: ${String(error)}`;
  throw new Error(`${path} ${why}.`, { cause: error });
}

/**
 * An archive is read from its end, and what is encrypted from its beginning: it is decrypted into a file that has no name
 * any more, so that however this ends nothing of it is left.
 */
async function openEncrypted(path: string, key: BackupKey | null): Promise<ZipFile | null> {
  if (!key) throw new Error(`${path} is encrypted. Say in BACKUP_KEY_FILE where its key is.`);
  const fd = await openNameless();
  const copy = createWriteStream("", { fd, autoClose: false });
  await pipeline(createReadStream(path), decrypting(key, path), copy).catch(rethrowUnwritable);
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
