import type { LockReason } from "#domain/lock.ts";
import { TERM_NOT_STARTED } from "#domain/rollover/under-way-message.ts";
import { conflict, forbidden, unavailable, type ExpectedError } from "#runtime/errors.ts";

/**
 * Returns the HTTP error for locked data: 403 when the person is not responsible for it, 409 when it is too late, and 503
 * when it is too early, so that the device keeps what was typed.
 */
export function toLockError({ why, words }: LockReason): ExpectedError {
  if (why === "term-ahead") return unavailable(TERM_NOT_STARTED);
  return why === "not-yours" ? forbidden(words) : conflict(words);
}
