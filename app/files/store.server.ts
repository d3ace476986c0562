import { join } from "node:path";
import type { Readable } from "node:stream";
import { env } from "#runtime/env.ts";
import { keepCopy } from "./store/cache.server.ts";
import type { FileStore } from "./store/file-store.ts";
import { folderStore } from "./store/folder.server.ts";
import { DRAFT, pathIn } from "./store/names.ts";
import { objectStore, objectStoreSettings } from "./store/object-store.server.ts";

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
