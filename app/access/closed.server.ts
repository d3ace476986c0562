import type { LockReason } from "#domain/lock.ts";
import { conflict, forbidden, type ExpectedError } from "#runtime/errors.ts";

/** Returns the HTTP error of locked data: 403 when it is not the person's, 409 when it is too late. */
export function toLockError({ why, words }: LockReason): ExpectedError {
  return why === "not-yours" ? forbidden(words) : conflict(words);
}
