import type { LockReason } from "#domain/lock.ts";
import { conflict, forbidden, type ExpectedError } from "#runtime/errors.ts";

/** Returns the HTTP error for locked data: 403 when the person is not responsible for it, 409 when it is too late. */
export function toLockError({ why, words }: LockReason): ExpectedError {
  return why === "not-yours" ? forbidden(words) : conflict(words);
}
