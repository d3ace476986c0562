import { setTimeout as sleep } from "node:timers/promises";
import { extendSilenceLimit } from "./connections.ts";
import { queryRow, queryRows, TERM_LOCK, transaction, type Actor, type Transaction } from "./index.ts";
import { isRetryable, rolloverUnderWayResponse } from "./unavailable.ts";

declare const sharesTermLock: unique symbol;

/** A transaction for writing marks, term records, registrations, classes, lessons or subject choices. */
export type TermTransaction = Transaction & { readonly [sharesTermLock]: true };

/**
 * The time for which one attempt waits for a lock. A save takes about 10 ms, so a row that is locked for longer is
 * not locked by a save.
 */
const TURN_MS = 100;
const BETWEEN_TURNS_MS = 400;
const PATIENCE_MS = 4_000;

/** This is much longer than a step takes with 100,000 students, to allow for busy machines. */
const TURN_LIMIT_MS = 5 * 60_000;

/**
 * Runs a step of a rollover in a transaction that holds the term lock exclusively. The step waits for all writers,
 * and no new writer can begin until it ends. Between the steps, a row of `term_rollovers` keeps others from writing.
 */
export function rolloverTransaction<Result>(
  actor: Actor,
  work: (t: TermTransaction) => Promise<Result>,
  { limitMs = TURN_LIMIT_MS }: { limitMs?: number } = {},
): Promise<Result> {
  return patientTransaction(actor, work, { limitMs, lock: "pg_advisory_xact_lock" });
}

/** Runs a rehearsal: makes a rollover's changes and rolls them back, while other people can go on writing. */
export function rehearsalTransaction<Result>(
  actor: Actor,
  work: (t: TermTransaction) => Promise<Result>,
): Promise<Result> {
  return patientTransaction(actor, work, { limitMs: TURN_LIMIT_MS, lock: "pg_advisory_xact_lock_shared" });
}

/** Works like `termTransaction`, but waits longer for others, for changes of a whole school that may take minutes. */
export function longTermTransaction<Result>(
  actor: Actor,
  work: (t: TermTransaction) => Promise<Result>,
): Promise<Result> {
  return rehearsalTransaction(actor, async (t) => {
    const found = await queryRow<{ is_under_way: boolean }>(
      `select exists (select from term_rollovers where state in ('running', 'undoing')) as is_under_way
        order by is_under_way`,
      {},
      t,
    );
    if (found?.is_under_way) throw rolloverUnderWayResponse();
    return work(t);
  });
}

type Patience = { limitMs: number; lock: "pg_advisory_xact_lock" | "pg_advisory_xact_lock_shared" };

/**
 * Runs a transaction that changes a whole school, so a statement may take long to return. Nested loops are turned off,
 * because the planner's statistics do not include the rows that were just written. The planner would assume that the
 * new term is empty, and search all students again for each student.
 */
function patientTransaction<Result>(
  actor: Actor,
  work: (t: TermTransaction) => Promise<Result>,
  { limitMs, lock }: Patience,
): Promise<Result> {
  return transaction(actor, async (t) => {
    const endPatience = extendSilenceLimit(t, limitMs);
    try {
      await queryRows(
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
 * Runs a transaction that shares the term lock. A rollover can begin only afterwards, so data that was read stays valid
 * until the end. While a rollover is running or rows are locked, the transaction is retried for a few seconds. It holds
 * no connection between attempts, so that one locked row does not use up the pool.
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
 * Works like `termTransaction`, but only while nobody else writes data of the term, for changes that must not happen
 * between the reading and the writing of a save. Two such transactions that begin at the same time delay each other by
 * one attempt.
 */
export function exclusiveTermTransaction<Result>(
  actor: Actor,
  work: (t: TermTransaction) => Promise<Result>,
  options: { saveId?: string } = {},
): Promise<Result> {
  return termTransaction(
    actor,
    async (t) => {
      await queryRows(`select pg_advisory_xact_lock(${TERM_LOCK})`, [], t);
      return work(t);
    },
    options,
  );
}
