import type { Readable } from "node:stream";

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
