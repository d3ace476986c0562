import { ROLLOVER_UNDER_WAY } from "#domain/rollover/under-way-message.ts";
import { errorKind, unavailable, type ExpectedError } from "#runtime/errors.ts";
import { log } from "#runtime/log.ts";

const LOCK_NOT_AVAILABLE = "55P03";
const DEADLOCK = "40P01";
const DISK_FULL = "53100";

/**
 * PostgreSQL's error codes for failures that may pass: no connection, no space, a server that stops or starts, a time
 * limit, a locked row, a read-only server.
 */
const PASSING = new RegExp(`^(08|53|57P|57014|58030|25006|40001|${DEADLOCK}|${LOCK_NOT_AVAILABLE})`);

/** A broken connection has no PostgreSQL code, only a message from the system or from one of three libraries. */
const BROKEN = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/;
const BROKEN_WORDS =
  /terminated|not queryable|did not answer in time|timeout expired|was closed!|is draining/;

const BUSY_WORDS = "Somebody else is changing the same data. Try again in a moment.";
const DISK_FULL_WORDS =
  "The disk of the school’s database is full, so nothing can be stored. Tell the person who looks after the server.";

const SAY_AGAIN_AFTER_MS = 10_000;
let saidAt = 0;

/** Converts a failure that may pass to a 503 response. Other errors are returned unchanged. */
export function toUnavailableResponse(error: unknown): unknown {
  if (!(error instanceof Error) || errorKind(error) !== null || !isPassing(error)) return error;
  const words = WORDS[codeOf(error)];
  // Failures are logged, except locked rows, which are normal. If the database is away, every request fails, so the
  // number of log entries is limited.
  if (words !== BUSY_WORDS) sayOnce(error);
  const refusal: ExpectedError = unavailable(words);
  return Object.assign(refusal, { cause: error });
}

/** The response to somebody who writes data of the term while a rollover is running. */
export function rolloverUnderWayResponse(): ExpectedError {
  return unavailable(ROLLOVER_UNDER_WAY);
}

/** The response to somebody whose data was changed by somebody else between reading and writing. */
export function changedMeanwhileResponse(): ExpectedError {
  return unavailable(BUSY_WORDS);
}

/** Tells whether a locked row or a running rollover caused the error, so that a retry may succeed soon. */
export function isRetryable(error: unknown): boolean {
  return error instanceof Error && errorKind(error) !== null && HELD_UP.includes(error.message);
}

const HELD_UP: readonly string[] = [BUSY_WORDS, ROLLOVER_UNDER_WAY];

const WORDS: Readonly<Record<string, string | undefined>> = {
  [LOCK_NOT_AVAILABLE]: BUSY_WORDS,
  [DEADLOCK]: BUSY_WORDS,
  [DISK_FULL]: DISK_FULL_WORDS,
};

function isPassing(error: Error): boolean {
  if (error.name.startsWith("SequelizeConnection")) return true;
  const code = codeOf(error);
  return code === "" ? BROKEN_WORDS.test(error.message) : PASSING.test(code) || BROKEN.test(code);
}

/** Returns the database's error code. Sequelize stores the driver's error in the `parent` of its own error. */
function codeOf(error: Error): string {
  const own = "parent" in error && error.parent instanceof Error ? error.parent : error;
  return "code" in own && typeof own.code === "string" ? own.code : "";
}

function sayOnce(error: Error): void {
  if (Date.now() - saidAt < SAY_AGAIN_AFTER_MS) return;
  saidAt = Date.now();
  log().warn({ err: error }, "the database cannot be used at the moment");
}
