import { noTransaction } from "#db/index.ts";
import { currentTerm } from "#db/queries/school.ts";
import { storeCarriedOver } from "#db/queries/turn/carried-over.ts";
import { differences, fingerprintNow } from "#db/queries/turn/fingerprint.ts";
import { latestRollover, rolloverById, type RolloverRow } from "#db/queries/turn/rollovers.ts";
import { beginRun, lockRollover, type Run } from "#db/queries/turn/run-states.ts";
import { turnTransaction, type TermTransaction } from "#db/term-transaction.ts";
import type { Person } from "#domain/person.ts";
import { FINGERPRINTED, type Fingerprinted } from "#domain/turn/turn.ts";
import { turnSteps } from "#jobs/definitions.ts";
import { enqueue } from "#jobs/queue.ts";
import { notFound } from "#runtime/errors.ts";
import { findCarriedOver } from "./carried/carried-over.server.ts";
import { askAgain, requireDates } from "./rehearse-turn.server.ts";

/** `running`, `done`: somebody pressed first, and nothing was begun twice. */
export type Started =
  | { kind: "started" | "running" | "done" | "rehearsing"; rolloverId: number }
  /** The school is not as it was rehearsed; it is rehearsed again. */
  | { kind: "stale"; rolloverId: number; changed: readonly Fingerprinted[] }
  /** Somebody has nowhere to go, or it could not be rehearsed. */
  | { kind: "refused"; rolloverId: number };

/** Who writes at that moment is waited for, and somebody waits for the answer. */
const PATIENCE_MS = 60_000;

/**
 * Begins the run that was rehearsed, with the term to itself: what the rehearsal was made of is the same, or it is
 * rehearsed again. From then on the school is closed until the run has ended (design section 6). @throws notFound, conflict
 */
export async function startTurn(person: Person, { rolloverId }: { rolloverId: number }): Promise<Started> {
  const asked = { rolloverId };
  const pressed = await rolloverById(asked, noTransaction);
  if (!pressed) throw notFound();
  if (pressed.state !== "ready") return answerOf(pressed);
  return turnTransaction(person, (t) => startIn(person, asked, t), { limitMs: PATIENCE_MS });
}

async function startIn(person: Person, asked: { rolloverId: number }, t: TermTransaction): Promise<Started> {
  const run = await lockRollover(asked, t);
  const now = await rolloverById(asked, t);
  if (!run || !now) throw notFound();
  if (run.state !== "ready") return answerOf(now);
  const changed = await changedFor(run, t);
  if (changed.length > 0) {
    const { rolloverId } = await askAgain(person, run, t);
    return { kind: "stale", rolloverId, changed };
  }
  await requireDates(run, t);
  const carriedOver = await findCarriedOver(run, t);
  if (carriedOver) await storeCarriedOver({ ...asked, carriedOver }, t);
  await beginRun({ ...asked, accountId: person.accountId }, t);
  await enqueue(turnSteps.advance, asked, t);
  return { kind: "started", ...asked };
}

async function changedFor(run: Run, t: TermTransaction): Promise<readonly Fingerprinted[]> {
  const current = await currentTerm(t);
  if (current?.academic_term_id !== run.from_term_id) return FINGERPRINTED;
  return differences(run.fingerprint, await fingerprintNow(run, t));
}

/** Of one that cannot be begun, or was. */
async function answerOf({ rollover_id: rolloverId, state }: RolloverRow): Promise<Started> {
  if (state === "running" || state === "undoing") return { kind: "running", rolloverId };
  if (state === "done" || state === "rehearsing") return { kind: state, rolloverId };
  if (state === "refused" || state === "failed") return { kind: "refused", rolloverId };
  const latest = await latestRollover(noTransaction);
  if (latest && latest.rollover_id !== rolloverId && latest.state === "running") return answerOf(latest);
  return { kind: "stale", rolloverId: latest?.rollover_id ?? rolloverId, changed: [] };
}
