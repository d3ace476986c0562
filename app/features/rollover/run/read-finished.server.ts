import { noTransaction } from "#db/index.ts";
import { getCurrentTerm } from "#db/queries/school.ts";
import { findLastRollover, type RolloverRow } from "#db/queries/rollover/rollovers.ts";
import { findChangeThatClosesUndo, type UndoClosedRow } from "#db/queries/rollover/undo-closed.ts";
import { rolloverJournalUrl } from "#domain/documents/addresses.ts";
import { formatMoment } from "#domain/dates.ts";
import { actorName } from "#domain/names.ts";
import { readChoices, loadOutcomes } from "../outcomes/load-outcomes.server.ts";
import { rolloverUrl } from "../rollover-params.rules.ts";
import { describeClosing } from "../rollover-words.rules.ts";
import type { Finished, RolloverView, Rollover } from "../rollover.ts";

/** Reads the journal of a run, and whether the run can be undone. */
export async function readFinished(
  rollover: RolloverRow,
  run: Rollover,
  timeZone: string,
): Promise<Finished> {
  const [undo, outcomes, choices] = await Promise.all([
    readUndo(rollover, timeZone),
    loadOutcomes(rollover, { params: run.params, order: "class", timeZone }),
    readChoices(rollover),
  ]);
  return { ...run, kind: "finished", undo, outcomes, choices };
}

/** Only the last run can be undone, and only while its term is the current term. */
async function readUndo(rollover: RolloverRow, timeZone: string): Promise<Finished["undo"]> {
  const [last, current] = await Promise.all([findLastRollover(noTransaction), getCurrentTerm(noTransaction)]);
  const isLast = last?.rollover_id === rollover.rollover_id;
  if (rollover.state !== "done" || !isLast || current?.academic_term_id !== rollover.to_term_id) {
    return { kind: "past" };
  }
  const by = await findChangeThatClosesUndo({ rolloverId: rollover.rollover_id }, noTransaction);
  return by ? { kind: "closed", words: wordsOf(by, timeZone) } : { kind: "open" };
}

/** Names the person whose change made an undo impossible, the change and its time. */
export function wordsOf(by: UndoClosedRow, timeZone: string): string {
  return describeClosing({
    at: `on ${formatMoment(by.at, timeZone)}`,
    name: actorName(by),
    table: by.table_name,
    className: by.class_label,
    subject: by.subject_title,
  });
}

export function journalShown({ id, from, to }: RolloverView) {
  return {
    title: "Journal of the new term",
    about: `From ${from.title} to ${to.title}`,
    src: rolloverJournalUrl(id),
    downloads: [
      { words: "Download PDF", href: rolloverJournalUrl(id, { isSaved: true }) },
      { words: "Spreadsheet", href: rolloverJournalUrl(id, { format: "xlsx", isSaved: true }) },
    ],
    closeTo: rolloverUrl(id),
  };
}
