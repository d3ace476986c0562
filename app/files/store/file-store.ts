import type { Readable } from "node:stream";
import { join } from "node:path";
import { notFound } from "#runtime/errors.ts";

/**
 * A store for the school's files. Names are random, so no file is ever overwritten. When the promise of a write
 * resolves, the file is stored completely and permanently; when it rejects, not at all.
 */
export type FileStore = {
  write: (name: string, bytes: Uint8Array) => Promise<void>;
  /** Stores a file from this machine's disk without loading it into memory. */
  copy: (name: string, from: string) => Promise<void>;
  /** Opens a file for reading; null for a missing file. */
  read: (name: string) => Promise<Readable | null>;
  remove: (name: string) => Promise<void>;
  /** Lists the names of files that were last written before a moment. */
  before: (moment: Date) => Promise<string[]>;
};

/** Matches the names of `randomFileName` and names derived from them: `….jpg`, `…-small.webp`. */
const NAME_SHAPE = /^[0-9a-f]{32}(-[a-z]+)?\.[a-z0-9]{2,5}$/;

/** Separates the file's name from the random part in the name of a draft. */
export const DRAFT_FILE_MARK = ".draft-";

/** Returns a file's path below the root folder. @throws NotFound when the name is not one of ours */
export function filePathIn(root: string, name: string): string {
  return join(root, getCheckedFileName(name).slice(0, 2), name);
}

/** Returns the name if it is one of ours. @throws NotFound when it is not */
export function getCheckedFileName(name: string): string {
  if (!isStoredFileName(name)) throw notFound();
  return name;
}

export function isStoredFileName(name: string): boolean {
  return NAME_SHAPE.test(name);
}

export function isStoredFileNameOrDraft(name: string): boolean {
  return isStoredFileName(name.split(DRAFT_FILE_MARK)[0] ?? "");
}
