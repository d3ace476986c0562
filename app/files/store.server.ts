import { join } from "node:path";
import type { Readable } from "node:stream";
import { createWriteStream } from "node:fs";
import { stat, utimes } from "node:fs/promises";
import { env } from "#runtime/env.ts";
import type { FileStore } from "./store/file-store.ts";
import { folderStore, storeWith, syncToDisk, unlessThere } from "./store/folder.server.ts";
import { DRAFT, pathIn } from "./store/names.ts";
import { objectStore, objectStoreSettings } from "./store/object-store.server.ts";
import { pipeline } from "node:stream/promises";
import { now } from "#runtime/clock.ts";
import { log } from "#runtime/log.ts";

/** A folder of `DATA_DIR`, or an object store where one is named; then the folder holds copies of what was used lately. */
function opened(): { store: FileStore; root: string; isElsewhere: boolean } {
  const settings = objectStoreSettings(env());
  const root = join(env().DATA_DIR, settings ? "files-copied" : "files");
  return {
    store: settings ? objectStore(settings) : folderStore(root),
    root,
    isElsewhere: settings !== null,
  };
}

/** Where a stored file is on this machine, once `onThisMachine` was asked. @throws notFound when no file of ours could have that name */
export function pathOf(name: string): string {
  return pathIn(opened().root, name);
}

/**
 * For whoever opens a file by its path, such as a renderer: where it is on this machine. Nothing is there when it is stored
 * nowhere. @throws notFound, unavailable
 */
export async function onThisMachine(name: string): Promise<string> {
  const { store, root, isElsewhere } = opened();
  const path = pathIn(root, name);
  if (isElsewhere) await keepCopy({ root, path }, () => store.read(name));
  return path;
}

/** The file is there whole and for good, or not at all; names are random, so nothing is ever written over. @throws unavailable */
export function writeStored(name: string, bytes: Uint8Array): Promise<void> {
  return opened().store.write(name, bytes);
}

/** The same of a file that is on the disk already, such as one that was received: its bytes pass by the memory. */
export function copyStored(name: string, from: string): Promise<void> {
  return opened().store.copy(name, from);
}

/** @returns null where it is not stored */
export function readStored(name: string): Promise<Readable | null> {
  return opened().store.read(name);
}

/** Whether a name that `storedBefore` gives is of a file that was never finished. */
export function isDraft(name: string): boolean {
  return name.includes(DRAFT);
}

/** That it is gone already is no fault: two may remove it, and the nightly job is one of them. */
export async function removeStored(name: string): Promise<void> {
  const { store, root, isElsewhere } = opened();
  await store.remove(name);
  if (isElsewhere) await folderStore(root).remove(name);
}

/** Every stored file, and every draft that was never finished, that was last written before a moment. */
export function storedBefore(moment: Date): Promise<string[]> {
  return opened().store.before(moment);
}

const HOUR_MS = 3_600_000;
/** What nobody used for so long is taken from this machine: a class's pictures are looked at for days. */
const KEPT_MS = 48 * HOUR_MS;
/** Used again after so long it counts as new. */
const RENEWED_AFTER_MS = 12 * HOUR_MS;

const underWay = new Map<string, Promise<void>>();
let tidiedAt = 0;

type Place = { root: string; path: string };

/**
 * Keeps a copy on this machine of what is stored elsewhere: a renderer opens files by their paths, and a list shows the
 * same faces all day. Files are never written over, so that a copy is never out of date.
 */
async function keepCopy({ root, path }: Place, read: () => Promise<Readable | null>): Promise<void> {
  const found = await stat(path).catch((error) => unlessThere(error, null));
  if (found) return renew(path, found.mtimeMs);
  // Whoever wants the same at once waits for the same.
  const copying = underWay.get(path) ?? copy(path, read).finally(() => underWay.delete(path));
  underWay.set(path, copying);
  await copying;
  await tidy(root).catch((error: unknown) =>
    log().warn({ err: error }, "old copies of files could not be removed"),
  );
}

async function copy(path: string, read: () => Promise<Readable | null>): Promise<void> {
  const source = await read();
  if (!source) return;
  await storeWith(path, async (draft) => {
    await pipeline(source, createWriteStream(draft, { flags: "wx" }));
    await syncToDisk(draft);
  });
}

async function renew(path: string, usedAt: number): Promise<void> {
  const moment = now();
  if (moment.getTime() - usedAt > RENEWED_AFTER_MS) await utimes(path, moment, moment).catch(() => undefined);
}

/** Also drafts of a process that was killed. */
async function tidy(root: string): Promise<void> {
  const moment = now().getTime();
  if (moment - tidiedAt < HOUR_MS) return;
  tidiedAt = moment;
  const folder = folderStore(root);
  for (const name of await folder.before(new Date(moment - KEPT_MS))) await folder.remove(name);
}
