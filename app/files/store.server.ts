import { join } from "node:path";
import type { Readable } from "node:stream";
import { createWriteStream } from "node:fs";
import { stat, utimes } from "node:fs/promises";
import { env } from "#runtime/env.ts";
import type { FileStore } from "./store/file-store.ts";
import { folderStore, writeDurably, syncToDisk, fallbackIfMissing } from "./store/folder.server.ts";
import { DRAFT, pathIn } from "./store/names.ts";
import { objectStore, objectStoreSettings } from "./store/object-store.server.ts";
import { pipeline } from "node:stream/promises";
import { now } from "#runtime/clock.ts";
import { log } from "#runtime/log.ts";

/** A folder of `DATA_DIR`, or an object store if one is configured; the folder then has copies of recent files. */
function opened(): { store: FileStore; root: string; isElsewhere: boolean } {
  const settings = objectStoreSettings(env());
  const root = join(env().DATA_DIR, settings ? "files-copied" : "files");
  return {
    store: settings ? objectStore(settings) : folderStore(root),
    root,
    isElsewhere: settings !== null,
  };
}

/**
 * Returns the path of a stored file on this machine, after `onThisMachine`.
 * @throws NotFound when no file of ours could have that name
 */
export function pathOf(name: string): string {
  return pathIn(opened().root, name);
}

/**
 * Returns the path of a file on this machine, for code that opens files by path, such as a renderer. Nothing exists at
 * the path when the file is stored nowhere.
 * @throws NotFound when no file of ours could have that name, Unavailable when the store does not answer
 */
export async function onThisMachine(name: string): Promise<string> {
  const { store, root, isElsewhere } = opened();
  const path = pathIn(root, name);
  if (isElsewhere) await keepCopy({ root, path }, () => store.read(name));
  return path;
}

/**
 * Stores a file completely and permanently, or not at all; names are random, so nothing is ever overwritten.
 * @throws Unavailable when it cannot be stored
 */
export function writeStored(name: string, bytes: Uint8Array): Promise<void> {
  return opened().store.write(name, bytes);
}

/** Stores a file that is already on the disk, such as an uploaded one, without loading it into memory. */
export function copyStored(name: string, from: string): Promise<void> {
  return opened().store.copy(name, from);
}

/** Returns null when the file is not stored. */
export function readStored(name: string): Promise<Readable | null> {
  return opened().store.read(name);
}

/** Tells whether a name from `storedBefore` belongs to a file that was never finished. */
export function isDraft(name: string): boolean {
  return name.includes(DRAFT);
}

/** The file may already be gone: two processes may delete it, and the nightly job is one of them. */
export async function removeStored(name: string): Promise<void> {
  const { store, root, isElsewhere } = opened();
  await store.remove(name);
  if (isElsewhere) await folderStore(root).remove(name);
}

/** Lists every stored file, and every unfinished draft, that was last written before a moment. */
export function storedBefore(moment: Date): Promise<string[]> {
  return opened().store.before(moment);
}

const HOUR_MS = 3_600_000;
/** Copies that are unused for this long are deleted from this machine: people look at a class's pictures for days. */
const KEPT_MS = 48 * HOUR_MS;
/** A copy that is used again after this long counts as new. */
const RENEWED_AFTER_MS = 12 * HOUR_MS;

const underWay = new Map<string, Promise<void>>();
let tidiedAt = 0;

type Place = { root: string; path: string };

/**
 * Stores a copy on this machine of a file that is stored elsewhere: a renderer opens files by path, and a list shows
 * the same faces all day. Files are never overwritten, so a copy is never out of date.
 */
async function keepCopy({ root, path }: Place, read: () => Promise<Readable | null>): Promise<void> {
  const found = await stat(path).catch((error) => fallbackIfMissing(error, null));
  if (found) return renew(path, found.mtimeMs);
  // Requests for the same file at once share one copy.
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
  await writeDurably(path, async (draft) => {
    await pipeline(source, createWriteStream(draft, { flags: "wx" }));
    await syncToDisk(draft);
  });
}

async function renew(path: string, usedAt: number): Promise<void> {
  const moment = now();
  if (moment.getTime() - usedAt > RENEWED_AFTER_MS) await utimes(path, moment, moment).catch(() => undefined);
}

/** Deletes old copies, and drafts of a killed process. */
async function tidy(root: string): Promise<void> {
  const moment = now().getTime();
  if (moment - tidiedAt < HOUR_MS) return;
  tidiedAt = moment;
  const folder = folderStore(root);
  for (const name of await folder.before(new Date(moment - KEPT_MS))) await folder.remove(name);
}
