import { constants } from "node:fs";
import { copyFile, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { hasErrorCode } from "#runtime/errors.ts";
import { randomId } from "#runtime/ids.ts";
import { rethrowDiskWriteError } from "../unwritable.server.ts";
import { type FileStore, DRAFT_FILE_MARK, isStoredFileNameOrDraft, filePathIn } from "./file-store.ts";

/** Files are spread over folders that are named by the first two characters of the file name. */
const FOLDER_SHAPE = /^[0-9a-f]{2}$/;

/** Only this process may read pictures of children. The database's own user can enter the folder above. */
const OWNER_ONLY = 0o700;

/** Creates a store that keeps files in a folder, on this machine or shared by several. */
export function folderStore(root: string): FileStore {
  return {
    write: async (name, bytes) => writeDurably(filePathIn(root, name), (draft) => writeToDisk(draft, bytes)),
    copy: async (name, from) => writeDurably(filePathIn(root, name), (draft) => copyToDisk(from, draft)),
    read: async (name) => readFrom(filePathIn(root, name)),
    remove: (name) => remove(root, name),
    before: (moment) => storedBefore(root, moment),
  };
}

async function readFrom(path: string): Promise<Readable | null> {
  const file = await open(path).catch((error) => fallbackIfFileMissing(error, null));
  return file && file.createReadStream();
}

/** Deletes a file. The file may already be gone, because the nightly job deletes files too. */
async function remove(root: string, name: string): Promise<void> {
  const [stored = "", draft = ""] = name.split(DRAFT_FILE_MARK);
  await rm(filePathIn(root, stored) + (draft && DRAFT_FILE_MARK + draft), { force: true });
}

/** Lists old files, including unfinished drafts, but no files of others, such as a disk's `lost+found`. */
async function storedBefore(root: string, moment: Date): Promise<string[]> {
  const names: string[] = [];
  for (const folder of await namesIn(root)) {
    if (!FOLDER_SHAPE.test(folder)) continue;
    for (const name of await namesIn(join(root, folder))) {
      if (!name.startsWith(folder) || !isStoredFileNameOrDraft(name)) continue;
      if (await isFileBefore(moment, join(root, folder, name))) names.push(name);
    }
  }
  return names;
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error) => fallbackIfFileMissing(error, []));
}

async function isFileBefore(moment: Date, path: string): Promise<boolean> {
  const found = await stat(path).catch((error) => fallbackIfFileMissing(error, null));
  return found !== null && found.isFile() && found.mtime < moment;
}

/**
 * Returns `instead` when the error means that the file does not exist; rethrows any other error. A file can disappear
 * at any moment, and something else may have the name of one of our folders.
 */
export function fallbackIfFileMissing<Instead>(error: unknown, instead: Instead): Instead {
  if (hasErrorCode(error, "ENOENT") || hasErrorCode(error, "ENOTDIR")) return instead;
  throw error;
}

/** Writes a file completely and durably, or not at all. */
export async function writeDurably(path: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = path + DRAFT_FILE_MARK + randomId();
  try {
    await makeFolder(dirname(path));
    await write(draft);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    rethrowDiskWriteError(error);
  }
  await syncToDisk(dirname(path));
}

/** Creates folders one by one. For several at once on a read-only disk, Node reports ENOENT. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
  } catch (error) {
    if (!hasErrorCode(error, "ENOENT")) throw error;
    for (const each of [dirname(folder), folder]) {
      await mkdir(each, { mode: OWNER_ONLY }).catch((reason: unknown) => {
        if (!hasErrorCode(reason, "EEXIST")) throw reason;
      });
    }
  }
}

async function copyToDisk(from: string, draft: string): Promise<void> {
  await copyFile(from, draft, constants.COPYFILE_EXCL);
  await syncToDisk(draft);
}

async function writeToDisk(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Flushes a file or folder to the disk. A new file survives a power cut only when its folder is flushed too. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
