import { setTimeout as sleep } from "node:timers/promises";
import { waitLonger } from "./connections.ts";
import { rows, TERM_LOCK, transaction, type Actor, type Transaction } from "./index.ts";
import { isHeldUp } from "./unavailable.ts";

declare const sharesTermLock: unique symbol;

/** What queries take that write marks, records, registrations, classes and who teaches or chose what in them. */
export type TermTransaction = Transaction & { readonly [sharesTermLock]: true };

/** A save lasts some 10 ms: who does not get its row in this time waits for something else. */
const TURN_MS = 100;
const BETWEEN_TURNS_MS = 400;
const PATIENCE_MS = 4_000;

/** Far beyond what a step takes with 100,000 students: it is for a machine that does other things too. */
const TURN_LIMIT_MS = 5 * 60_000;

/**
 * A transaction of the turn itself, which has the term alone: it begins when every writer has ended, and nobody else
 * begins meanwhile. Between its steps a row says that the school is closed (`term_rollovers`).
 */
export function turnTransaction<Result>(
  actor: Actor,
  work: (t: TermTransaction) => Promise<Result>,
  { limitMs = TURN_LIMIT_MS }: { limitMs?: number } = {},
): Promise<Result> {
  return patientTransaction(actor, work, { limitMs, lock: "pg_advisory_xact_lock" });
}

/** A rehearsal's: it does what a turn does, takes it back, and lets others write meanwhile. */
export function rehearsalTransaction<Result>(
  actor: Actor,
  work: (t: TermTransaction) => Promise<Result>,
): Promise<Result> {
  return patientTransaction(actor, work, { limitMs: TURN_LIMIT_MS, lock: "pg_advisory_xact_lock_shared" });
}

type Patience = { limitMs: number; lock: "pg_advisory_xact_lock" | "pg_advisory_xact_lock_shared" };

/**
 * A whole school is moved in it: a statement may take so long, and its connection be silent. What was just written is
 * not in the planner's figures, by which the new term is empty: it would look for each student among all others.
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
 * A transaction with a share of the term lock, which the turn of the term takes alone: what is read in it holds until it
 * ends, and the turn begins when all have ended (design section 6). It may be begun anew: one that finds the term being
 * turned, or its rows held, waits in turns, between which it holds no connection: rows that somebody else has locked
 * must not hold up everybody's.
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
 * The same when every other writer of the term has ended, and before the next begins: for what must not change between a
 * save's reading of its sheet and its writing of the marks. Two that begin at once hold each other up for one turn.
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
