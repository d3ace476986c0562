import { getCurrentTerm } from "#db/queries/school.ts";
import { findLastRollover } from "#db/queries/rollover/rollovers.ts";
import { beginUndo, lockRollover } from "#db/queries/rollover/run-states.ts";
import { findChangeThatClosesUndo, type UndoClosedRow } from "#db/queries/rollover/undo-closed.ts";
import { rolloverTransaction, type TermTransaction } from "#db/term-transaction.ts";
import type { Person } from "#domain/person.ts";
import { undoRolloverJob as undoJob } from "#jobs/definitions.ts";
import { enqueue } from "#jobs/queue.ts";
import { notFound } from "#runtime/errors.ts";

export type Undone =
  | { kind: "undoing" }
  /** Somebody changed a mark or a record of the new term. */
  | { kind: "closed"; by: UndoClosedRow }
  /** The run was not the last one, did not end, or another term is now the current one. */
  | { kind: "not-done" };

const PATIENCE_MS = 20_000;

/** Starts the undo of a finished run. The school is closed until the undo has ended. @throws notFound */
export function undoRollover(person: Person, { rolloverId }: { rolloverId: number }): Promise<Undone> {
  return rolloverTransaction(person, (t) => undoIn(person, { rolloverId }, t), { limitMs: PATIENCE_MS });
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
