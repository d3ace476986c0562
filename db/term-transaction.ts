import { setTimeout as sleep } from "node:timers/promises";
import { transaction, type Actor, type Transaction } from "./index.ts";
import { isHeldUp } from "./unavailable.ts";

declare const sharesTermLock: unique symbol;

/** What queries take that write marks, records, registrations, classes and who teaches or chose what in them. */
export type TermTransaction = Transaction & { readonly [sharesTermLock]: true };

/** A save lasts some 10 ms: who does not get its row in this time waits for something else. */
const TURN_MS = 100;
const BETWEEN_TURNS_MS = 400;
const PATIENCE_MS = 4_000;

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
