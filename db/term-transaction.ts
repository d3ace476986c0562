import { setTimeout as sleep } from "node:timers/promises";
import { waitLonger } from "./connections.ts";
import { rows, TERM_LOCK, transaction, type Actor, type Transaction } from "./index.ts";
import { isHeldUp } from "./unavailable.ts";

declare const sharesTermLock: unique symbol;

/** Required by queries that write marks, records, registrations, classes, lessons and choices of subjects. */
export type TermTransaction = Transaction & { readonly [sharesTermLock]: true };

/** A save takes some 10 ms: if a row is locked for longer, something other than a save holds it. */
const TURN_MS = 100;
const BETWEEN_TURNS_MS = 400;
const PATIENCE_MS = 4_000;

/** Far more than a step takes with 100,000 students, for machines that are busy with other work. */
const TURN_LIMIT_MS = 5 * 60_000;

/**
 * A transaction of the turn itself, with the term lock exclusively: it begins when all writers have ended, and none begins
 * meanwhile. Between the steps a row of `term_rollovers` says that the school is closed.
 */
export function turnTransaction<Result>(
  actor: Actor,
  work: (t: TermTransaction) => Promise<Result>,
  { limitMs = TURN_LIMIT_MS }: { limitMs?: number } = {},
): Promise<Result> {
  return patientTransaction(actor, work, { limitMs, lock: "pg_advisory_xact_lock" });
}

/** A transaction of a rehearsal, which does what a turn does, rolls it back, and lets others write meanwhile. */
export function rehearsalTransaction<Result>(
  actor: Actor,
  work: (t: TermTransaction) => Promise<Result>,
): Promise<Result> {
  return patientTransaction(actor, work, { limitMs: TURN_LIMIT_MS, lock: "pg_advisory_xact_lock_shared" });
}

type Patience = { limitMs: number; lock: "pg_advisory_xact_lock" | "pg_advisory_xact_lock_shared" };

/**
 * It moves a whole school, so a statement may take long and its connection may be silent. The planner's statistics do not
 * know the rows just written: it would take the new term for empty, and search all students for each student.
 */
function patientTransaction<Result>(
  actor: Actor,
  work: (t: TermTransaction) => Promise<Result>,
  { limitMs, lock }: Patience,
): Promise<Result> {
  return transaction(actor, async (t) => {
    const endPatience = waitLonger(t, limitMs);
    try {
      await rows(
        `select set_config('statement_timeout', $1, true), set_config('lock_timeout', $1, true),
                set_config('enable_nestloop', 'off', true), ${lock}(${TERM_LOCK})`,
        [String(limitMs)],
        t,
      );
      return await work(t as TermTransaction);
    } finally {
      endPatience();
    }
  });
}

/**
 * A transaction with a share of the term lock: what it reads stays true until it ends, and the turn of the term begins
 * only after it (design section 6). When the term is being turned, or rows are locked, it is retried for a few seconds. It
 * holds no connection between the attempts, so that one locked row does not use up the pool.
 */
export async function termTransaction<Result>(
  actor: Actor,
  work: (t: TermTransaction) => Promise<Result>,
  { saveId = "" }: { saveId?: string } = {},
): Promise<Result> {
  const until = Date.now() + PATIENCE_MS;
  const begun = (t: Transaction) => work(t as TermTransaction);
  for (;;) {
    try {
      return await transaction(actor, begun, { saveId, lockMs: TURN_MS, ofTerm: true });
    } catch (error) {
      if (!isHeldUp(error) || Date.now() > until) throw error;
    }
    await sleep(BETWEEN_TURNS_MS * (0.5 + Math.random()));
  }
}

/**
 * The same, while no other writer of the term is at work: for changes that must not come between a save's reading of its
 * sheet and its writing of the marks. Two that begin at once delay each other by one attempt.
 */
export function termTransactionAlone<Result>(
  actor: Actor,
  work: (t: TermTransaction) => Promise<Result>,
  options: { saveId?: string } = {},
): Promise<Result> {
  return termTransaction(
    actor,
    async (t) => {
      await rows(`select pg_advisory_xact_lock(${TERM_LOCK})`, [], t);
      return work(t);
    },
    options,
  );
}
