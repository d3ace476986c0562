import type { Closed } from "#domain/lock.ts";
import { conflict, forbidden, type ExpectedError } from "#runtime/errors.ts";

/** Over HTTP a closed function is 403 when it is not the person's, and 409 when it is too late. */
export function closedError({ why, words }: Closed): ExpectedError {
  return why === "not-yours" ? forbidden(words) : conflict(words);
}
