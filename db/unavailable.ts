import { TURNED_WORDS } from "#domain/turn/turned-words.ts";
import { kindOf, unavailable, type ExpectedError } from "#runtime/errors.ts";
import { log } from "#runtime/log.ts";

const LOCK_NOT_AVAILABLE = "55P03";
const DEADLOCK = "40P01";
const DISK_FULL = "53100";

/**
 * PostgreSQL's codes for what another try may get past: no connection, no room, a server that stops or starts, a limit
 * of time, a row that is held, a server that only reads.
 */
const PASSING = new RegExp(`^(08|53|57P|57014|58030|25006|40001|${DEADLOCK}|${LOCK_NOT_AVAILABLE})`);

/** A connection that broke has no code of PostgreSQL's, only what the system or one of three libraries says. */
const BROKEN = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/;
const BROKEN_WORDS =
  /terminated|not queryable|did not answer in time|timeout expired|was closed!|is draining/;

const BUSY_WORDS = "Somebody else is changing the same at this moment. Try again.";
const DISK_FULL_WORDS =
  "The disk of the school's database is full, so nothing can be stored. Tell who looks after the server.";

const SAY_AGAIN_AFTER_MS = 10_000;
let saidAt = 0;

/** What a query failed of: an answer 503 where it may be tried again, else what it was. */
export function failureOf(error: unknown): unknown {
  if (!(error instanceof Error) || kindOf(error) !== null || !isPassing(error)) return error;
  const words = WORDS[codeOf(error)];
  // A held row is somebody's work; of a database that is away each request of the whole school would tell.
  if (words !== BUSY_WORDS) sayOnce(error);
  const refusal: ExpectedError = unavailable(words);
  return Object.assign(refusal, { cause: error });
}

/** What a writer of the term's data is answered while the turn of the term has it alone (design section 6). */
export function termIsTurned(): ExpectedError {
  return unavailable(TURNED_WORDS);
}

/** What a writer is answered who met somebody else's work between reading and writing. */
export function isBeingChanged(): ExpectedError {
  return unavailable(BUSY_WORDS);
}

/** Whether it failed of a row that another transaction holds, or of the turn of the term: it may go through soon. */
export function isHeldUp(error: unknown): boolean {
  return error instanceof Error && kindOf(error) !== null && HELD_UP.includes(error.message);
}

const HELD_UP: readonly string[] = [BUSY_WORDS, TURNED_WORDS];

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

/** Sequelize keeps the driver's own error as the parent of its. */
function codeOf(error: Error): string {
  const own = "parent" in error && error.parent instanceof Error ? error.parent : error;
  return "code" in own && typeof own.code === "string" ? own.code : "";
}

function sayOnce(error: Error): void {
  if (Date.now() - saidAt < SAY_AGAIN_AFTER_MS) return;
  saidAt = Date.now();
  log().warn({ err: error }, "the database cannot be used at the moment");
}
