import { hasErrorCode, unavailable } from "#runtime/errors.ts";

/** The system errors for a full disk, or a user's full quota. */
const FULL = ["ENOSPC", "EDQUOT"];
/** The system errors for a folder that is read-only or belongs to another user. */
const REFUSED = ["EROFS", "EACCES", "EPERM"];

const FULL_WORDS =
  "The server’s disk is full, so the file cannot be stored. Nothing was changed. Tell the person who looks after the server.";
const REFUSED_WORDS =
  "The server is not allowed to write to its folder for files, so the file cannot be stored. Nothing was changed. Tell the person who looks after the server.";

/**
 * Rethrows an error from writing a file in words that tell the user what is wrong with the disk.
 * @throws Unavailable, or the error itself if it has another cause
 */
export function rethrowDiskWriteError(error: unknown): never {
  const is = (codes: readonly string[]) => codes.some((code) => hasErrorCode(error, code));
  if (is(FULL)) throw Object.assign(unavailable(FULL_WORDS), { cause: error });
  if (is(REFUSED)) throw Object.assign(unavailable(REFUSED_WORDS), { cause: error });
  throw error;
}
