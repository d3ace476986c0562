import { formSucceeded, rejected, stale, type FormOutcome } from "#access/forms/answer-form.server.ts";
import {
  describeDataOutsideTerm,
  findTermDateFaults,
  hasAllTermDates,
  nextTermId,
  type TermDatesInput,
  type TermDates,
  type TermDateFaults,
} from "#domain/rollover/term-dates.ts";
import type { Person } from "#domain/person.ts";
import { transaction, type Transaction, noTransaction } from "#db/index.ts";
import { countDataOutsideTerm } from "#db/queries/calendar.ts";
import { getCurrentTerm } from "#db/queries/school.ts";
import { findRollover, listCalendarTerms, findRolloverUnderWay } from "#db/queries/rollover/rollovers.ts";
import { createRehearsal, findRunningRehearsal } from "#db/queries/rollover/rehearsals.ts";
import { termTitle } from "#domain/terms.ts";
import { parseExistingDay } from "#domain/text/read-day.ts";
import { rehearseRolloverJob as rehearseJob } from "#jobs/definitions.ts";
import { enqueue } from "#jobs/queue.ts";
import { conflict, notFound } from "#runtime/errors.ts";
import { rolloverUrl } from "./rollover.rules.ts";

const TERM_CHANGED_MESSAGE =
  "The school has moved to another term in the meantime. Nothing was changed. Open Current Term under Settings to continue.";

/** The rehearsal that was started, or the rollover that is already running and cannot be changed. */
export type StartedRollover = { kind: "rehearsing" | "running"; rolloverId: number };
type RehearsalStartResult = StartedRollover | { kind: "invalid"; faults: TermDateFaults };

/** Starts a rehearsal of the next term, or returns the rehearsal with the same dates that is already running. */
export function startRehearsal(person: Person, dates: TermDatesInput): Promise<RehearsalStartResult> {
  return transaction(person, async (t) => {
    const current = await theCurrentTerm(t);
    const toTermId = nextTermId(current);
    const faults = findTermDateFaults(toTermId, dates, await listCalendarTerms(t));
    if (!hasAllTermDates(dates, faults)) return { kind: "invalid", faults };
    const same = await findRunningRehearsal({ ...dates, toTermId }, t);
    if (same !== null) return { kind: "rehearsing", rolloverId: same };
    return restartRehearsal(person, dates, t);
  });
}

/**
 * Rehearses the same dates again.
 * @throws notFound, conflict if the rehearsal is from a term that is no longer the current one
 */
export function rehearseAgain(
  person: Person,
  { rolloverId }: { rolloverId: number },
): Promise<StartedRollover> {
  return transaction(person, async (t) => {
    const before = await findRollover({ rolloverId }, t);
    if (!before) throw notFound();
    await requireTermBeforeRollover(before, t);
    await requireValidTermDates(before, t);
    return restartRehearsal(person, before, t);
  });
}

/** Checks that the school is still in the term that the rollover leaves. @throws notFound, conflict */
export async function requireTermBeforeRollover(
  { from_term_id }: { from_term_id: number },
  t: Transaction,
): Promise<void> {
  if (from_term_id !== (await theCurrentTerm(t))) throw conflict(TERM_CHANGED_MESSAGE);
}

/** Checks the dates again, because the calendar may have changed since they were entered. @throws conflict */
export async function requireValidTermDates(
  { to_term_id: toTermId, ...dates }: TermDates & { to_term_id: number },
  t: Transaction,
): Promise<void> {
  const [fault] = Object.values(findTermDateFaults(toTermId, dates, await listCalendarTerms(t)));
  if (fault)
    throw conflict(`The dates of the new term no longer fit the calendar. ${fault} Enter other dates.`);
}

export async function restartRehearsal(
  person: Person,
  dates: TermDates,
  t: Transaction,
): Promise<StartedRollover> {
  const fromTermId = await theCurrentTerm(t);
  const { term_start, term_end, total_sessions, next_term_start } = dates;
  const input = { term_start, term_end, total_sessions, next_term_start, fromTermId };
  const rolloverId = await createRehearsal(
    { ...input, toTermId: nextTermId(fromTermId), accountId: person.accountId },
    t,
  );
  if (rolloverId !== null) {
    await enqueue(rehearseJob, { rolloverId }, t);
    return { kind: "rehearsing", rolloverId };
  }
  const running = await findRolloverUnderWay(t);
  if (running) return { kind: "running", rolloverId: running.rollover_id };
  throw conflict("Somebody else has just started a rehearsal. Try again.");
}

async function theCurrentTerm(t: Transaction): Promise<number> {
  const current = await getCurrentTerm(t);
  if (!current) throw notFound("The school has no current term yet. Set it under Settings, Current Term.");
  return current.academic_term_id;
}

type AskedTerm = TermDatesInput & { term: number; outside?: string | undefined };

/**
 * Rehearses the rollover to the next term without moving any student. The next term may already have tests and
 * registers, if it was started earlier and then undone.
 * @param asked `term` is the current term when the form was opened; `outside` is the warning that the person has read
 */
export async function rehearseNextTerm(
  person: Person,
  { term, outside = "", term_start, term_end, next_term_start, total_sessions }: AskedTerm,
): Promise<FormOutcome> {
  const current = await getCurrentTerm(noTransaction);
  if (current && current.academic_term_id !== term)
    return stale(
      `The current term is now ${termTitle(current.academic_term_id)}. Nothing was changed. Check the dates of the new term, then try again.`,
    );
  const warning = await warnOfDataOutside(nextTermId(term), { from: term_start, to: term_end });
  if (warning !== null && warning !== outside) return rejected({ term_end: warning });
  const rehearsed = await startRehearsal(person, { term_start, term_end, next_term_start, total_sessions });
  if (rehearsed.kind === "invalid") return rejected(rehearsed.faults);
  return formSucceeded(rolloverUrl(rehearsed.rolloverId), "");
}

/**
 * Warns about tests and registers that would lie outside the dates of the next term. Returns null if there are none,
 * or if dates are missing or cannot be read.
 */
async function warnOfDataOutside(
  academicTermId: number,
  { from, to }: { from: string | null | undefined; to: string | null | undefined },
): Promise<string | null> {
  if (!from || !to || parseExistingDay(from) === null || parseExistingDay(to) === null || from > to)
    return null;
  return describeDataOutsideTerm(
    await countDataOutsideTerm({ academicTermId, from, to }, noTransaction),
    "Advance Term",
  );
}
