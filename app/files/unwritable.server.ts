import { hasCode, unavailable } from "#runtime/errors.ts";

/** The system's errors for a disk without room, or a user's full share of it. */
const FULL = ["ENOSPC", "EDQUOT"];
/** The system's errors for a folder that is read-only, or another user's. */
const REFUSED = ["EROFS", "EACCES", "EPERM"];

const FULL_WORDS =
  "The server's disk is full, so the file cannot be stored. Nothing was changed. Tell the person who looks after the server.";
const REFUSED_WORDS =
  "The server is not allowed to write to its folder for files, so the file cannot be stored. Nothing was changed. Tell the person who looks after the server.";

/**
 * Rethrows an error from writing a file, so that the person is told what is wrong with the disk.
 * @throws Unavailable, or the error itself when it is another one
 */
export function rethrowUnwritable(error: unknown): never {
  const is = (codes: readonly string[]) => codes.some((code) => hasCode(error, code));
  if (is(FULL)) throw Object.assign(unavailable(FULL_WORDS), { cause: error });
  if (is(REFUSED)) throw Object.assign(unavailable(REFUSED_WORDS), { cause: error });
  throw error;
}
