import { constants } from "node:fs";
import { copyFile, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { hasCode } from "#runtime/errors.ts";
import { randomId } from "#runtime/ids.ts";
import { rethrowUnwritable } from "../unwritable.server.ts";
import { DRAFT, isNameOrDraft, pathIn } from "./names.ts";
import type { FileStore } from "./file-store.ts";

/** The beginning of the file's name is the name of its folder. */
const FOLDER_SHAPE = /^[0-9a-f]{2}$/;

/** The folder above lets the database's own user pass; only this process may read pictures of children. */
const OWNER_ONLY = 0o700;

/** Stores files in a folder: this machine's, or one that several machines share. */
export function folderStore(root: string): FileStore {
  return {
    write: async (name, bytes) => writeDurably(pathIn(root, name), (draft) => writeToDisk(draft, bytes)),
    copy: async (name, from) => writeDurably(pathIn(root, name), (draft) => copyToDisk(from, draft)),
    read: async (name) => readFrom(pathIn(root, name)),
    remove: (name) => remove(root, name),
    before: (moment) => storedBefore(root, moment),
  };
}

async function readFrom(path: string): Promise<Readable | null> {
  const file = await open(path).catch((error) => fallbackIfMissing(error, null));
  return file && file.createReadStream();
}

/** The file may already be gone: two processes may delete it, and the nightly job is one of them. */
async function remove(root: string, name: string): Promise<void> {
  const [stored = "", draft = ""] = name.split(DRAFT);
  await rm(pathIn(root, stored) + (draft && DRAFT + draft), { force: true });
}

/** Lists unfinished drafts too, but nothing that somebody else put there, such as a disk's `lost+found`. */
async function storedBefore(root: string, moment: Date): Promise<string[]> {
  const names: string[] = [];
  for (const folder of await namesIn(root)) {
    if (!FOLDER_SHAPE.test(folder)) continue;
    for (const name of await namesIn(join(root, folder))) {
      if (!name.startsWith(folder) || !isNameOrDraft(name)) continue;
      if (await isFileBefore(moment, join(root, folder, name))) names.push(name);
    }
  }
  return names;
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error) => fallbackIfMissing(error, []));
}

async function isFileBefore(moment: Date, path: string): Promise<boolean> {
  const found = await stat(path).catch((error) => fallbackIfMissing(error, null));
  return found !== null && found.isFile() && found.mtime < moment;
}

/**
 * Returns `instead` for a file that does not exist: somebody may delete it at this moment, and a file may have the
 * name of one of our folders.
 */
export function fallbackIfMissing<Instead>(error: unknown, instead: Instead): Instead {
  if (hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR")) return instead;
  throw error;
}

/** Writes a file completely and to the disk, or not at all. */
export async function writeDurably(path: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = path + DRAFT + randomId();
  try {
    await makeFolder(dirname(path));
    await write(draft);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    rethrowUnwritable(error);
  }
  await syncToDisk(dirname(path));
}

/** On a read-only disk Node reports ENOENT for several folders at once; for one it reports the real problem. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
    for (const each of [dirname(folder), folder]) {
      await mkdir(each, { mode: OWNER_ONLY }).catch((reason: unknown) => {
        if (!hasCode(reason, "EEXIST")) throw reason;
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

/** Writes to the disk, including a folder: a new name survives a power cut only once its folder is written too. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
