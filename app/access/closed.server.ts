import { conflict, forbidden } from "#runtime/errors.ts";
import type { ExpectedError } from "#runtime/errors.ts";

/** Why a sheet or a report takes nothing at all: it is somebody else's to write, or of a term that is over. */
type Closed = "not-yours" | "past-term";

/** Over HTTP: a function that is not theirs is 403, what comes too late 409 (design section 3). */
export function closedError(lock: Closed, words: string): ExpectedError {
  return lock === "not-yours" ? forbidden(words) : conflict(words);
}
