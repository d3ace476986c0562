import { setTimeout as sleep } from "node:timers/promises";
import { waitLonger } from "./connections.ts";
import { rows, TERM_LOCK, transaction, type Actor, type Transaction } from "./index.ts";
import { isRetryable } from "./unavailable.ts";

declare const sharesTermLock: unique symbol;

/** Required by queries that write marks, records, registrations, classes, lessons and choices of subjects. */
export type TermTransaction = Transaction & { readonly [sharesTermLock]: true };

/** A save takes some 10 ms: a row that is locked for longer is held by something other than a save. */
const TURN_MS = 100;
const BETWEEN_TURNS_MS = 400;
const PATIENCE_MS = 4_000;

/** Much longer than a step takes with 100,000 students, for machines that are busy with other work. */
const TURN_LIMIT_MS = 5 * 60_000;

/**
 * Runs a transaction of the rollover itself, with the term lock exclusively: it begins when all writers have finished,
 * and none can begin meanwhile. Between the steps, a row of `term_rollovers` says that the school is closed to writes.
 */
export function rolloverTransaction<Result>(
  actor: Actor,
  work: (t: TermTransaction) => Promise<Result>,
  { limitMs = TURN_LIMIT_MS }: { limitMs?: number } = {},
): Promise<Result> {
  return patientTransaction(actor, work, { limitMs, lock: "pg_advisory_xact_lock" });
}

/** Runs a transaction of a rehearsal, which does a rollover, rolls it back, and lets others write meanwhile. */
export function rehearsalTransaction<Result>(
  actor: Actor,
  work: (t: TermTransaction) => Promise<Result>,
): Promise<Result> {
  return patientTransaction(actor, work, { limitMs: TURN_LIMIT_MS, lock: "pg_advisory_xact_lock_shared" });
}

type Patience = { limitMs: number; lock: "pg_advisory_xact_lock" | "pg_advisory_xact_lock_shared" };

/**
 * Runs a transaction that moves a whole school, so a statement may take long and its connection may be silent. The
 * planner's statistics do not include the rows just written: it would assume an empty new term, and search all
 * students for each student.
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
 * Runs a transaction with a share of the term lock: data that it reads stays true until it ends, and a term rollover
 * can begin only afterwards. During a rollover, or while rows are locked, the transaction is retried for a few
 * seconds. It holds no connection between the attempts, so that one locked row does not use up the pool.
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
      if (!isRetryable(error) || Date.now() > until) throw error;
    }
    await sleep(BETWEEN_TURNS_MS * (0.5 + Math.random()));
  }
}

/**
 * Runs the same while no other writer of the term is at work, for changes that must not come between a save's reading
 * of its sheet and its writing of the marks. Two that begin at once delay each other by one attempt.
 */
export function exclusiveTermTransaction<Result>(
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
