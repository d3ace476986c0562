import { hasCode, unavailable } from "#runtime/errors.ts";

/** The system's names for a disk, or somebody's share of it, that has no room. */
const FULL = ["ENOSPC", "EDQUOT"];
/** For a folder that is read-only, or another user's. */
const REFUSED = ["EROFS", "EACCES", "EPERM"];

const FULL_WORDS =
  "The server's disk is full, so the file cannot be stored. Tell who looks after the server; nothing was changed.";
const REFUSED_WORDS =
  "The server may not write into its folder for files, so the file cannot be stored. Tell who looks after the server; nothing was changed.";

/** For what failed while a file was written: the person is told what is wrong with the disk. @throws unavailable, or what it was */
export function rethrowUnwritable(error: unknown): never {
  const is = (codes: readonly string[]) => codes.some((code) => hasCode(error, code));
  if (is(FULL)) throw Object.assign(unavailable(FULL_WORDS), { cause: error });
  if (is(REFUSED)) throw Object.assign(unavailable(REFUSED_WORDS), { cause: error });
  throw error;
}
