import { z } from "zod";
import { formSucceeded, rejected, stale } from "#access/forms/answer-form.server.ts";
import { rowIdSchema } from "#access/forms/form-values.schema.server.ts";
import { hasAccess } from "#access/permissions.ts";
import { noTransaction, type Transaction } from "#db/index.ts";
import * as calendar from "#db/queries/calendar.ts";
import { listEntryWindows } from "#db/queries/entry/entry-windows.ts";
import { getSchool } from "#db/queries/school.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { formatEntryWindows } from "#domain/entry/windows.ts";
import { describeTermChange } from "#domain/messages.ts";
import { formatRegisterName } from "#domain/names.ts";
import { parseId } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { academicYearOf, termTitle, formatTerm } from "#domain/terms.ts";
import { notFound } from "#runtime/errors.ts";
import { termArchivesUrl } from "./current-term.rules.ts";

const MOST_NAMED = 20;
const NOTICE_SECONDS = 5;

export type SetTermView = Awaited<ReturnType<typeof loadSetTerm>>;

/** Loads what setting another term would do. @throws notFound as `makeTermCurrent`, and for the current term */
export async function loadSetTerm(person: Person, academicTermId: number) {
  const history = await calendar.listTermsThatCanBeCurrent(noTransaction);
  const from = history.find(({ is_current }) => is_current)?.academic_term_id;
  if (from === undefined || from === academicTermId) throw notFound(currentWords(academicTermId));
  await requireListed(academicTermId, noTransaction);
  const missing = await calendar.listStudentsMissingInTerm(
    { from, to: academicTermId, most: MOST_NAMED },
    noTransaction,
  );
  const windows = await listEntryWindows({ academicTermId }, noTransaction);
  const closed = windows.filter(({ state }) => state !== "open");
  const { time_zone: timeZone } = await getSchool(noTransaction);
  const opens = hasAccess("student-records", person);
  // The message names both terms. Their years are needed only if they differ.
  const name = academicYearOf(from) === academicYearOf(academicTermId) ? formatTerm : termTitle;
  return {
    title: termTitle(academicTermId),
    names: { from: name(from), to: name(academicTermId) },
    fromTermId: from,
    isEarlier: academicTermId < from,
    /** The kinds of entry that are closed for teachers in the other term, with their dates; null if all are open. */
    closed:
      closed.length === 0
        ? null
        : { kinds: closed.map(({ kind }) => kind), dates: formatEntryWindows(closed, timeZone) },
    /** Students who are not in the other term. `key` is null if the viewer may not open the record. */
    missing: missing.map((student) => ({
      name: formatRegisterName(student),
      key: opens ? student.id : null,
    })),
    missingTotal: missing[0]?.total ?? 0,
  };
}

/** `seen` is the current term when the dialog was opened. */
export const SetTermForm = z.object({ seen: rowIdSchema });

/**
 * Makes another term current without moving any student. Rows that are being saved at that moment are still saved to
 * their own term. This is refused during a rollover.
 * @param seen the current term that the person's page shows; an API call does not send it
 * @throws notFound for a term that is not in the list
 */
export function makeTermCurrent(
  person: Person,
  { academicTermId, seen }: { academicTermId: number; seen: number | null },
) {
  return termTransaction(person, async (t) => {
    const current = await calendar.lockCurrentTerm(t);
    if (seen !== null && current !== seen) return stale(staleWords(current));
    if (current === academicTermId) return rejected(currentWords(academicTermId));
    await requireListed(academicTermId, t);
    await calendar.setCurrentTerm({ from: current, to: academicTermId }, t);
    return formSucceeded(termArchivesUrl(), describeTermChange(termTitle(academicTermId)), {
      seconds: NOTICE_SECONDS,
    });
  });
}

/** Returns the term id in the dialog's URL. @throws notFound */
export function parseTermId({ termId }: Record<string, string | undefined>): number {
  const id = parseId(termId);
  if (id === null) throw notFound("This term is not in Term Archives. Choose a term from the list.");
  return id;
}

async function requireListed(academicTermId: number, t: Transaction | null): Promise<void> {
  const history = await calendar.listTermsThatCanBeCurrent(t);
  if (!history.some(({ academic_term_id }) => academic_term_id === academicTermId)) {
    throw notFound("This term is not in Term Archives. Choose a term from the list.");
  }
}

function staleWords(current: number | null): string {
  const now =
    current === null ? "There is no current term now" : `The current term is now ${termTitle(current)}`;
  return `The current term was changed while you had this page open. ${now}. Your choice was not saved. Choose the term again.`;
}

function currentWords(academicTermId: number): string {
  return `${termTitle(academicTermId)} is already the current term.`;
}
