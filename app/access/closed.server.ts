import type { Closed } from "#domain/lock.ts";
import { conflict, forbidden, type ExpectedError } from "#runtime/errors.ts";

/** Over HTTP a function that is not the person's is 403, and what comes too late is 409 (design section 3). */
export function closedError({ why, words }: Closed): ExpectedError {
  return why === "not-yours" ? forbidden(words) : conflict(words);
}
