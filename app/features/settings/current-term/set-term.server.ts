import { allows } from "#access/permissions.ts";
import { noTransaction } from "#db/index.ts";
import * as calendar from "#db/queries/calendar.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { termSetWords } from "#domain/messages.ts";
import { registerName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { academicYearOf, termTitle, termWords } from "#domain/terms.ts";
import { notFound } from "#runtime/errors.ts";
import type { TermSetting } from "./current-term.rules.ts";

/** `seen`: the current term that the one who asks has read; a call does not say it. */
type Asked = { academicTermId: number; seen: number | null };

export type SetTerm = { kind: "set"; words: string } | { kind: "current" | "stale"; words: string };

/** More names say nothing more. */
const MOST_NAMED = 20;

/**
 * Another term of the archives becomes the current one; nobody moves (A4). What is saved at the same moment is saved to the
 * term it belongs to; while the term is being turned it is refused.
 * @throws notFound for a term that the archives do not list
 */
export function setTerm(person: Person, { academicTermId, seen }: Asked): Promise<SetTerm> {
  return termTransaction(person, async (t) => {
    const current = await calendar.lockCurrentTerm(t);
    if (seen !== null && current !== seen) return { kind: "stale", words: staleWords(current) };
    if (current === academicTermId) return { kind: "current", words: currentWords(academicTermId) };
    await listed(academicTermId, t);
    await calendar.setCurrentTerm({ from: current, to: academicTermId }, t);
    return { kind: "set", words: termSetWords(termTitle(academicTermId)) };
  });
}

/** What it means, said before it is done. @throws notFound as `setTerm`, and for the current term */
export async function readSetting(person: Person, academicTermId: number): Promise<TermSetting> {
  const history = await calendar.termHistory(noTransaction);
  const from = history.find(({ is_current }) => is_current)?.academic_term_id;
  if (from === undefined || from === academicTermId) throw notFound(currentWords(academicTermId));
  await listed(academicTermId, noTransaction);
  const missing = await calendar.studentsMissing(
    { from, to: academicTermId, most: MOST_NAMED },
    noTransaction,
  );
  const opens = allows("student-records", person);
  return {
    title: termTitle(academicTermId),
    names: namesOf(from, academicTermId),
    fromTermId: from,
    isEarlier: academicTermId < from,
    missing: missing.map((student) => ({ name: registerName(student), key: opens ? student.id : null })),
    missingTotal: missing[0]?.total ?? 0,
  };
}

async function listed(academicTermId: number, t: Parameters<typeof calendar.termHistory>[0]): Promise<void> {
  const history = await calendar.termHistory(t);
  if (!history.some(({ academic_term_id }) => academic_term_id === academicTermId)) {
    throw notFound("There is no such term in the archives.");
  }
}

function namesOf(from: number, to: number): TermSetting["names"] {
  const isOneYear = academicYearOf(from) === academicYearOf(to);
  const name = isOneYear ? termWords : termTitle;
  return { from: name(from), to: name(to) };
}

function staleWords(current: number | null): string {
  const now = current === null ? "no term" : termTitle(current);
  return `Somebody set the term in the meantime: it is ${now}. Nothing was changed.`;
}

function currentWords(academicTermId: number): string {
  return `${termTitle(academicTermId)} is the current term already.`;
}
