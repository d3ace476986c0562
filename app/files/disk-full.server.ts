import { hasCode, unavailable } from "#runtime/errors.ts";

/** The system's names for a disk, or somebody's share of it, that has no room. */
const FULL = ["ENOSPC", "EDQUOT"];

/** For what failed while a file was written: a full disk says so itself. @throws unavailable, or what it was */
export function rethrowDiskFull(error: unknown): never {
  if (!FULL.some((code) => hasCode(error, code))) throw error;
  const words =
    "The server's disk is full, so the file cannot be stored. Tell who looks after the server; nothing was changed.";
  throw Object.assign(unavailable(words), { cause: error });
}
