import { schoolCalendar } from "#db/queries/attendance/school-calendar.ts";
import * as calendar from "#db/queries/calendar.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { formatSpan } from "#domain/dates.ts";
import { MESSAGES } from "#domain/messages.ts";
import type { Person } from "#domain/person.ts";
import { areTermDates, termFaults, type GivenDates, type TermFaults } from "#domain/turn/term-dates.ts";
import { badRequest, notFound } from "#runtime/errors.ts";
import { notStored, notStoredOver, versionIn, type Stored } from "../stored.server.ts";
import { termTitle } from "#domain/terms.ts";
import { givenDates } from "./term.schema.server.ts";

/** What the one who updates has read; a call does not say it. */
type Seen = { academicTermId: number; version: number };

/** `version`: of the same term as it is now; null where it is another term by now. */
type Stale = { kind: "stale"; faults: TermFaults; version: number | null };
export type Updated = { kind: "updated" } | { kind: "invalid"; faults: TermFaults } | Stale;

/** What the form of the current term was sent with. */
export async function postTerm(person: Person, form: FormData): Promise<Stored> {
  const academicTermId = Number(form.get("term"));
  if (!Number.isSafeInteger(academicTermId)) throw badRequest();
  const updated = await updateTerm(person, givenDates(form), { academicTermId, version: versionIn(form) });
  if (updated.kind === "updated") return { ok: true, words: MESSAGES.termUpdated };
  if (updated.kind === "invalid") return notStored(422, form, updated.faults);
  const { version, faults } = updated;
  return version === null ? notStored(409, form, faults) : notStoredOver(version, form, faults);
}

/**
 * Dates and sessions of the current term, in place: nobody moves. A term that is being turned is not touched.
 * @throws notFound in a school whose calendar has not begun
 */
export function updateTerm(person: Person, given: GivenDates, seen: Seen | null = null): Promise<Updated> {
  return termTransaction(person, async (t) => {
    const academicTermId = await calendar.lockCurrentTerm(t);
    const before = academicTermId === null ? null : await calendar.termWith(academicTermId, t);
    if (!before) throw notFound("The school has no current term yet.");
    const stale = seen && staleSince(before, seen);
    if (stale) return stale;
    const faults = termFaults(before.academic_term_id, given, (await schoolCalendar(t)).terms);
    if (!areTermDates(given, faults)) return { kind: "invalid", faults };
    await calendar.changeTerm({ academic_term_id: before.academic_term_id, ...given }, t);
    const sessions = { before: before.total_sessions, after: given.total_sessions };
    await calendar.changeTotalSessions({ academicTermId: before.academic_term_id, ...sessions }, t);
    return { kind: "updated" };
  });
}

function staleSince(now: calendar.TermDatesRow, seen: Seen): Stale | null {
  if (now.academic_term_id !== seen.academicTermId) {
    const words = `The current term is ${termTitle(now.academic_term_id)} by now. Nothing was changed.`;
    return { kind: "stale", faults: { term_start: words }, version: null };
  }
  if (now.version === seen.version) return null;
  const is = `${formatSpan(now.term_start, now.term_end)}, ${now.total_sessions} sessions`;
  const words = `Somebody changed the term in the meantime. It is now: ${is}. Press again to put yours in its place.`;
  return { kind: "stale", faults: { term_start: words }, version: now.version };
}
