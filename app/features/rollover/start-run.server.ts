import { noTransaction } from "#db/index.ts";
import { getCurrentTerm } from "#db/queries/school.ts";
import { saveCarriedOver } from "#db/queries/rollover/carried-over.ts";
import { changedParts, readFingerprint } from "#db/queries/rollover/fingerprint.ts";
import {
  findLatestRollover,
  findRollover,
  type RolloverRow,
  findLastRollover,
} from "#db/queries/rollover/rollovers.ts";
import { beginRun, lockRollover, type Run, beginUndo } from "#db/queries/rollover/run-states.ts";
import { findChangeThatClosesUndo, type UndoClosedRow } from "#db/queries/rollover/undo-closed.ts";
import { rolloverTransaction, type TermTransaction } from "#db/term-transaction.ts";
import type { Person } from "#domain/person.ts";
import { FINGERPRINTED, type Fingerprinted } from "#domain/rollover/rollover.ts";
import { rolloverSteps, undoRolloverJob as undoJob } from "#jobs/definitions.ts";
import { enqueue } from "#jobs/queue.ts";
import { notFound } from "#runtime/errors.ts";
import { findCarriedOver } from "./carried/carried-over.server.ts";
import { restartRehearsal, requireDates } from "./start-rehearsal.server.ts";

/** `running`, `done`: somebody else started the run first, and nothing was started twice. */
export type Started =
  | { kind: "started" | "running" | "done" | "rehearsing"; rolloverId: number }
  /** The school has changed since the rehearsal, so the rehearsal begins again. */
  | { kind: "stale"; rolloverId: number; changed: readonly Fingerprinted[] }
  /** A student has nowhere to go, or the rehearsal failed. */
  | { kind: "refused"; rolloverId: number };

/** The start waits for people who are writing at that moment, while a person waits for the answer. */
const PATIENCE_MS = 60_000;

/**
 * Begins the run that was rehearsed, holding the term lock alone: if the data behind the rehearsal have changed, the
 * rehearsal begins again instead. From then on the school is closed until the run has ended.
 * @throws notFound, conflict
 */
export async function startRollover(
  person: Person,
  { rolloverId }: { rolloverId: number },
): Promise<Started> {
  const input = { rolloverId };
  const pressed = await findRollover(input, noTransaction);
  if (!pressed) throw notFound();
  if (pressed.state !== "ready") return answerOf(pressed);
  return rolloverTransaction(person, (t) => startIn(person, input, t), { limitMs: PATIENCE_MS });
}

async function startIn(person: Person, input: { rolloverId: number }, t: TermTransaction): Promise<Started> {
  const run = await lockRollover(input, t);
  const now = await findRollover(input, t);
  if (!run || !now) throw notFound();
  if (run.state !== "ready") return answerOf(now);
  const changed = await changedFor(run, t);
  if (changed.length > 0) {
    const { rolloverId } = await restartRehearsal(person, run, t);
    return { kind: "stale", rolloverId, changed };
  }
  await requireDates(run, t);
  const carriedOver = await findCarriedOver(run, t);
  if (carriedOver) await saveCarriedOver({ ...input, carriedOver }, t);
  await beginRun({ ...input, accountId: person.accountId }, t);
  await enqueue(rolloverSteps.advance, input, t);
  return { kind: "started", ...input };
}

async function changedFor(run: Run, t: TermTransaction): Promise<readonly Fingerprinted[]> {
  const current = await getCurrentTerm(t);
  if (current?.academic_term_id !== run.from_term_id) return FINGERPRINTED;
  return changedParts(run.fingerprint, await readFingerprint(run, t));
}

/** Returns the reply for a rollover that cannot be started, or that was started before. */
async function answerOf({ rollover_id: rolloverId, state }: RolloverRow): Promise<Started> {
  if (state === "running" || state === "undoing") return { kind: "running", rolloverId };
  if (state === "done" || state === "rehearsing") return { kind: state, rolloverId };
  if (state === "refused" || state === "failed") return { kind: "refused", rolloverId };
  const latest = await findLatestRollover(noTransaction);
  if (latest && latest.rollover_id !== rolloverId && latest.state === "running") return answerOf(latest);
  return { kind: "stale", rolloverId: latest?.rollover_id ?? rolloverId, changed: [] };
}

export type Undone =
  | { kind: "undoing" }
  /** Somebody changed a mark or a record of the new term. */
  | { kind: "closed"; by: UndoClosedRow }
  /** The run was not the last one, did not end, or another term is now the current one. */
  | { kind: "not-done" };

const UNDO_PATIENCE_MS = 20_000;

/** Starts the undo of a finished run. The school is closed until the undo has ended. @throws notFound */
export function undoRollover(person: Person, { rolloverId }: { rolloverId: number }): Promise<Undone> {
  return rolloverTransaction(person, (t) => undoIn(person, { rolloverId }, t), { limitMs: UNDO_PATIENCE_MS });
}

async function undoIn(person: Person, input: { rolloverId: number }, t: TermTransaction): Promise<Undone> {
  const run = await lockRollover(input, t);
  if (!run) throw notFound();
  if (run.state === "undoing") return { kind: "undoing" };
  const [last, current] = [await findLastRollover(t), await getCurrentTerm(t)];
  const isLast = run.rollover_id === last?.rollover_id && run.to_term_id === current?.academic_term_id;
  if (run.state !== "done" || !isLast) return { kind: "not-done" };
  const by = await findChangeThatClosesUndo(input, t);
  if (by) return { kind: "closed", by };
  await beginUndo({ ...input, accountId: person.accountId, fault: "", from: "done" }, t);
  await enqueue(undoJob, input, t);
  return { kind: "undoing" };
}
