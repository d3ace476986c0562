import type { Readable } from "node:stream";

/**
 * The store of the school's files, whose names are random, so that nothing is ever overwritten. Once its promise
 * resolves, a file is stored completely and permanently; otherwise not at all.
 */
export type FileStore = {
  write: (name: string, bytes: Uint8Array) => Promise<void>;
  /** Copies a file from this machine's disk without loading it into memory. */
  copy: (name: string, from: string) => Promise<void>;
  /** Returns null for a missing file. */
  read: (name: string) => Promise<Readable | null>;
  remove: (name: string) => Promise<void>;
  /** Lists every name that was last written before a moment. */
  before: (moment: Date) => Promise<string[]>;
};
