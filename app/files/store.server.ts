import { join, basename } from "node:path";
import type { Readable } from "node:stream";
import { createWriteStream } from "node:fs";
import { stat, utimes } from "node:fs/promises";
import { env } from "#runtime/env.ts";
import { type FileStore, DRAFT_FILE_MARK, filePathIn, isStoredFileName } from "./store/file-store.ts";
import { folderStore, writeDurably, syncToDisk, fallbackIfFileMissing } from "./store/folder.server.ts";
import { objectStore, objectStoreSettings } from "./store/object-store.server.ts";
import { pipeline } from "node:stream/promises";
import { now } from "#runtime/clock.ts";
import { log } from "#runtime/log.ts";

/** Opens the file store: a folder in `DATA_DIR`. If there is an object store, the folder only has recent copies. */
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
 * Returns the path of a stored file on this machine. Call `ensureLocalFile` first.
 * @throws NotFound when the name is not one of ours
 */
export function getLocalPath(name: string): string {
  return filePathIn(opened().root, name);
}

/**
 * Makes a file available on this machine and returns its path, for code that opens files by path, such as a renderer.
 * Nothing exists at the path when the file is not stored anywhere.
 * @throws NotFound when the name is not one of ours, Unavailable when the store does not respond
 */
export async function ensureLocalFile(name: string): Promise<string> {
  const { store, root, isElsewhere } = opened();
  const path = filePathIn(root, name);
  if (isElsewhere) await keepCopy({ root, path }, () => store.read(name));
  return path;
}

/**
 * Stores a file completely and permanently, or not at all. Names are random, so no file is ever overwritten.
 * @throws Unavailable when it cannot be stored
 */
export function writeStoredFile(name: string, bytes: Uint8Array): Promise<void> {
  return opened().store.write(name, bytes);
}

/** Stores a file that is already on this disk, such as an upload, without loading it into memory. */
export function copyIntoStore(name: string, from: string): Promise<void> {
  return opened().store.copy(name, from);
}

/** Opens a stored file for reading. Returns null when it is not stored. */
export function openStoredFile(name: string): Promise<Readable | null> {
  return opened().store.read(name);
}

/** Tells whether a name returned by `listFilesWrittenBefore` belongs to an unfinished file. */
export function isDraftFile(name: string): boolean {
  return name.includes(DRAFT_FILE_MARK);
}

/** Deletes a stored file. The file may already be gone, because the nightly job deletes files too. */
export async function deleteStoredFile(name: string): Promise<void> {
  const { store, root, isElsewhere } = opened();
  await store.remove(name);
  if (isElsewhere) await folderStore(root).remove(name);
}

/** Lists the names of stored files, and of unfinished drafts, that were last written before a moment. */
export function listFilesWrittenBefore(moment: Date): Promise<string[]> {
  return opened().store.before(moment);
}

const HOUR_MS = 3_600_000;
/** Local copies that are unused for this long are deleted. People look at a class's pictures for days. */
const KEPT_MS = 48 * HOUR_MS;
/** The age from which a used copy gets a new date, so that frequent use does not write to the disk each time. */
const RENEWED_AFTER_MS = 12 * HOUR_MS;

const underWay = new Map<string, Promise<void>>();
let tidiedAt = 0;

type Place = { root: string; path: string };

/**
 * Keeps a copy on this machine of a file that is stored elsewhere, because a renderer opens files by path and lists
 * show the same faces all day. Stored files never change, so a copy is never out of date.
 */
async function keepCopy({ root, path }: Place, read: () => Promise<Readable | null>): Promise<void> {
  const found = await stat(path).catch((error) => fallbackIfFileMissing(error, null));
  if (found) return renew(path, found.mtimeMs);
  // Simultaneous requests for the same file share one copy operation.
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

/** Deletes old copies and the drafts that a killed process left behind, at most once an hour. */
async function tidy(root: string): Promise<void> {
  const moment = now().getTime();
  if (moment - tidiedAt < HOUR_MS) return;
  tidiedAt = moment;
  const folder = folderStore(root);
  for (const name of await folder.before(new Date(moment - KEPT_MS))) await folder.remove(name);
}

/**
 * Copies the pictures that a document contains to this machine, if they are stored elsewhere, before the document is
 * rendered. A missing picture is left out, so that the document can still be printed.
 */
export async function copyPicturesToThisMachine(data: unknown): Promise<void> {
  const names = new Set<string>();
  gather(data, names);
  await Promise.all([...names].map(ensureLocalFile));
}

function gather(data: unknown, names: Set<string>): void {
  if (typeof data === "string") return addName(data, names);
  if (typeof data !== "object" || data === null) return;
  for (const part of Object.values(data)) gather(part, names);
}

function addName(text: string, names: Set<string>): void {
  const name = basename(text);
  if (isStoredFileName(name) && text === getLocalPath(name)) names.add(name);
}
