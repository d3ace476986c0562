import { noTransaction } from "#db/index.ts";
import { getCurrentTerm } from "#db/queries/school.ts";
import { saveCarriedOver } from "#db/queries/rollover/carried-over.ts";
import { compareRolloverFingerprints, readRolloverFingerprint } from "#db/queries/rollover/fingerprint.ts";
import {
  findLatestRollover,
  findRollover,
  type RolloverRow,
  findLastStartedRollover,
} from "#db/queries/rollover/rollovers.ts";
import { beginRolloverRun, lockRollover, beginRolloverUndo } from "#db/queries/rollover/run-states.ts";
import {
  findUndoObstacle,
  listEntriesSinceRollover,
  type UndoObstacle,
} from "#db/queries/rollover/undo-closed.ts";
import { rolloverTransaction, type TermTransaction } from "#db/term-transaction.ts";
import type { Person } from "#domain/person.ts";
import type { FingerprintPart } from "#domain/rollover/rollover.ts";
import { rolloverStepJobs, undoRolloverJob as undoJob } from "#jobs/definitions.ts";
import { enqueue } from "#jobs/queue.ts";
import { notFound } from "#runtime/errors.ts";
import { findCarriedOver } from "./carried/carried-over.server.ts";
import {
  requireTermBeforeRollover,
  requireValidTermDates,
  restartRehearsal,
} from "./start-rehearsal.server.ts";

/** `running` and `done` mean that somebody else had already started the rollover. It does not start twice. */
type RolloverStartResult =
  | { kind: "started" | "running" | "done" | "rehearsing"; rolloverId: number }
  /** The data have changed since the rehearsal, so a new rehearsal was started. */
  | { kind: "stale"; rolloverId: number; changed: readonly FingerprintPart[] }
  /** A student has no class to go to, or the rehearsal failed. */
  | { kind: "refused"; rolloverId: number };

/**
 * Starting waits for other transactions to finish. The limit is about as long as a person would wait for the response.
 */
const PATIENCE_MS = 60_000;

/**
 * Starts the rehearsed rollover, with an exclusive lock on the term. Nobody can work until the rollover has ended. If
 * data has changed since the rehearsal, starts a new rehearsal instead.
 * @throws notFound, conflict also if the school has left the rehearsal's term
 */
export async function startRollover(
  person: Person,
  { rolloverId }: { rolloverId: number },
): Promise<RolloverStartResult> {
  const input = { rolloverId };
  const pressed = await findRollover(input, noTransaction);
  if (!pressed) throw notFound();
  if (pressed.state !== "ready") return answerOf(pressed);
  return rolloverTransaction(person, (t) => startIn(person, input, t), { limitMs: PATIENCE_MS });
}

async function startIn(
  person: Person,
  input: { rolloverId: number },
  t: TermTransaction,
): Promise<RolloverStartResult> {
  const run = await lockRollover(input, t);
  const now = await findRollover(input, t);
  if (!run || !now) throw notFound();
  if (run.state !== "ready") return answerOf(now);
  await requireTermBeforeRollover(run, t);
  const changed = compareRolloverFingerprints(run.fingerprint, await readRolloverFingerprint(run, t));
  if (changed.length > 0) {
    const { rolloverId } = await restartRehearsal(person, run, t);
    return { kind: "stale", rolloverId, changed };
  }
  await requireValidTermDates(run, t);
  const carriedOver = await findCarriedOver(run, t);
  if (carriedOver) await saveCarriedOver({ ...input, carriedOver }, t);
  await beginRolloverRun({ ...input, accountId: person.accountId }, t);
  await enqueue(rolloverStepJobs.advance, input, t);
  return { kind: "started", ...input };
}

/** Returns the result for a rollover that cannot be started or was started earlier. */
async function answerOf({ rollover_id: rolloverId, state }: RolloverRow): Promise<RolloverStartResult> {
  if (state === "running" || state === "undoing") return { kind: "running", rolloverId };
  if (state === "done" || state === "rehearsing") return { kind: state, rolloverId };
  if (state === "refused" || state === "failed") return { kind: "refused", rolloverId };
  const latest = await findLatestRollover(noTransaction);
  if (latest && latest.rollover_id !== rolloverId && latest.state === "running") return answerOf(latest);
  return { kind: "stale", rolloverId: latest?.rollover_id ?? rolloverId, changed: [] };
}

type RolloverUndoResult =
  | { kind: "undoing" }
  /** Somebody has entered something in the new term that the person who asked has not seen. */
  | { kind: "closed"; by: UndoObstacle }
  /** The rollover is not the last one, is not complete, or did not lead to the current term. */
  | { kind: "not-done" };

const UNDO_PATIENCE_MS = 20_000;

type UndoRequest = {
  rolloverId: number;
  /**
   * The latest entry of the new term that the person has seen; 0 for none. The person knows that entries are kept.
   */
  seen?: number;
};

/**
 * Starts the undo of a completed rollover. Nobody can work until the undo has ended. What people have entered in the
 * new term is kept until that term begins again, but the person must have seen these entries.
 * @throws notFound
 */
export function undoRollover(person: Person, request: UndoRequest): Promise<RolloverUndoResult> {
  return rolloverTransaction(person, (t) => undoIn(person, request, t), { limitMs: UNDO_PATIENCE_MS });
}

/** Returns the latest entry of a list, by which an undo notices that somebody has entered more; 0 for none. */
export function findLatestEventId(entries: readonly { last_event_id: number }[]): number {
  return Math.max(0, ...entries.map(({ last_event_id }) => last_event_id));
}

async function undoIn(
  person: Person,
  { rolloverId, seen = 0 }: UndoRequest,
  t: TermTransaction,
): Promise<RolloverUndoResult> {
  const input = { rolloverId };
  const run = await lockRollover(input, t);
  if (!run) throw notFound();
  if (run.state === "undoing") return { kind: "undoing" };
  const [last, current] = [await findLastStartedRollover(t), await getCurrentTerm(t)];
  const isLast = run.rollover_id === last?.rollover_id && run.to_term_id === current?.academic_term_id;
  if (run.state !== "done" || !isLast) return { kind: "not-done" };
  const by = await findUndoObstacle(input, t);
  if (by && findLatestEventId(await listEntriesSinceRollover(input, t)) !== seen)
    return { kind: "closed", by };
  await beginRolloverUndo({ ...input, accountId: person.accountId, fault: "", from: "done" }, t);
  await enqueue(undoJob, input, t);
  return { kind: "undoing" };
}
