import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { env } from "#runtime/env.ts";
import { notFound } from "#runtime/errors.ts";
import { randomId } from "#runtime/ids.ts";

/** As `randomFileName` makes them, and what is derived from one of those: `….jpg`, `…-small.webp`. */
const NAME_SHAPE = /^[0-9a-f]{32}(-[a-z]+)?\.[a-z0-9]{2,5}$/;

/** The folder above lets the database's own user pass; only this process may read pictures of children. */
const OWNER_ONLY = 0o700;

/** Where a stored file is. @throws notFound when no file of ours could have that name */
export function pathOf(name: string): string {
  if (!NAME_SHAPE.test(name)) throw notFound();
  return join(env().DATA_DIR, "files", name.slice(0, 2), name);
}

/** The file is there whole and on the disk, or not at all; names are random, so nothing is ever written over. */
export async function writeStored(name: string, bytes: Uint8Array): Promise<void> {
  const path = pathOf(name);
  const draft = `${path}.${randomId()}`;
  await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY });
  try {
    await writeToDisk(draft, bytes);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
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

/** A new name is safe from a power cut once its folder is written too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
