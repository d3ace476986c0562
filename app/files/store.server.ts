import { constants } from "node:fs";
import { copyFile, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { env } from "#runtime/env.ts";
import { hasCode, notFound } from "#runtime/errors.ts";
import { randomId } from "#runtime/ids.ts";
import { rethrowDiskFull } from "./disk-full.server.ts";

/** As `randomFileName` makes them, and what is derived from one of those: `….jpg`, `…-small.webp`. */
const NAME_SHAPE = /^[0-9a-f]{32}(-[a-z]+)?\.[a-z0-9]{2,5}$/;

/** How its name begins. */
const FOLDER_SHAPE = /^[0-9a-f]{2}$/;

/** Between the name of a file and what tells its draft from others'. */
const DRAFT = ".draft-";

/** The folder above lets the database's own user pass; only this process may read pictures of children. */
const OWNER_ONLY = 0o700;

/** Where a stored file is. @throws notFound when no file of ours could have that name */
export function pathOf(name: string): string {
  if (!NAME_SHAPE.test(name)) throw notFound();
  return join(env().DATA_DIR, "files", name.slice(0, 2), name);
}

/** The file is there whole and on the disk, or not at all; names are random, so nothing is ever written over. @throws unavailable */
export function writeStored(name: string, bytes: Uint8Array): Promise<void> {
  return storeWith(name, (draft) => writeToDisk(draft, bytes));
}

/** The same of a file that is on the disk already, such as one that was received: its bytes pass by the memory. */
export function copyStored(name: string, from: string): Promise<void> {
  return storeWith(name, async (draft) => {
    await copyFile(from, draft, constants.COPYFILE_EXCL);
    await syncToDisk(draft);
  });
}

export async function isStored(name: string): Promise<boolean> {
  return (await stat(pathOf(name)).catch((error) => unlessThere(error, null))) !== null;
}

/** Whether a name that `storedBefore` gives is of a file that was never finished. */
export function isDraft(name: string): boolean {
  return name.includes(DRAFT);
}

/** That it is gone already is no fault: two may remove it, and the nightly job is one of them. */
export function removeStored(name: string): Promise<void> {
  const [stored = "", draft = ""] = name.split(DRAFT);
  return rm(pathOf(stored) + (draft && DRAFT + draft), { force: true });
}

/**
 * Every stored file, and every draft that was never finished, that was last written before a moment. What somebody else
 * put between them, such as a disk's `lost+found`, is not looked at.
 */
export async function storedBefore(moment: Date): Promise<string[]> {
  const root = join(env().DATA_DIR, "files");
  const names: string[] = [];
  for (const folder of await namesIn(root)) {
    if (!FOLDER_SHAPE.test(folder)) continue;
    for (const name of await namesIn(join(root, folder))) {
      if (!name.startsWith(folder) || !NAME_SHAPE.test(name.split(DRAFT)[0] ?? "")) continue;
      if (await isFileBefore(moment, join(root, folder, name))) names.push(name);
    }
  }
  return names;
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error) => unlessThere(error, []));
}

async function isFileBefore(moment: Date, path: string): Promise<boolean> {
  const found = await stat(path).catch((error) => unlessThere(error, null));
  return found !== null && found.isFile() && found.mtime < moment;
}

/** Somebody may remove it while it is looked at, and a file may be called as a folder of ours is. */
function unlessThere<Instead>(error: unknown, instead: Instead): Instead {
  if (hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR")) return instead;
  throw error;
}

async function storeWith(name: string, write: (draft: string) => Promise<void>): Promise<void> {
  const path = pathOf(name);
  const draft = path + DRAFT + randomId();
  try {
    await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY });
    await write(draft);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    rethrowDiskFull(error);
  }
  await syncToDisk(dirname(path));
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

/** Also a folder: a new name is safe from a power cut once its folder is written too. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
