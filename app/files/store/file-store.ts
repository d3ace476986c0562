import type { Readable } from "node:stream";

/**
 * Where the school's files are kept, by names that are random: nothing is ever written over. A file is there whole and for
 * good when its promise is kept, or not at all.
 */
export type FileStore = {
  write: (name: string, bytes: Uint8Array) => Promise<void>;
  /** Of a file that is on this machine's disk: its bytes pass by the memory. */
  copy: (name: string, from: string) => Promise<void>;
  /** Null for one that is not there. */
  read: (name: string) => Promise<Readable | null>;
  remove: (name: string) => Promise<void>;
  /** Every name that was last written before a moment. */
  before: (moment: Date) => Promise<string[]>;
};
