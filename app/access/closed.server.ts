import { conflict, forbidden, type ExpectedError } from "#runtime/errors.ts";

/** Why a sheet or a report takes nothing at all: it is somebody else's to write, or its term is over. */
type Closed = { why: "not-yours" | "past-term"; words: string };

/** Over HTTP a function that is not the person's is 403, and what comes too late is 409 (design section 3). */
export function closedError({ why, words }: Closed): ExpectedError {
  return why === "not-yours" ? forbidden(words) : conflict(words);
}
