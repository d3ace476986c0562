import { z } from "zod";
import { done, rejected, stale, type Outcome } from "#access/forms/answer-form.server.ts";
import { noTransaction } from "#db/index.ts";
import { saveTakenSessions } from "#db/queries/attendance/taken-sessions.ts";
import { lockReports } from "#db/queries/reports/term-records.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { closedReason } from "#domain/lock.ts";
import { signAllUrl, type ClassKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { forbidden } from "#runtime/errors.ts";
import { findClass, type FoundClass } from "../find-report.server.ts";
import { planSessions } from "./plan-sessions.server.ts";
import { isTaken } from "./sessions.rules.ts";

const NOT_YOURS = "You cannot take these sessions because only the form teacher of the class can.";
const CHANGED = "A report or the register changed while you had this open. These are the figures now.";
const UNDECIDED = "Choose what happens to the figures that were entered by hand.";

export type SessionsView = Awaited<ReturnType<typeof loadSessions>>;

/** Loads the plan of taking the sessions, before anything is written. @throws notFound, forbidden */
export async function loadSessions(person: Person, key: ClassKey) {
  const found = await findClassToWrite(person, key, noTransaction);
  return { ...(await planSessions(found, noTransaction)), closed: closedWords(found) };
}

/** `seen` is the fingerprint of what the dialog showed. */
export const SessionsForm = z.object({
  seen: z.string().default(""),
  byHand: z.enum(["keep", "overwrite"]).optional(),
});

/**
 * Takes the sessions of a class from its register as shown; overwrites figures written by hand only if the user chose
 * that. @throws notFound, forbidden
 */
export function copySessionsFromRegister(
  person: Person,
  key: ClassKey,
  { seen, byHand }: z.output<typeof SessionsForm>,
): Promise<Outcome> {
  return termTransaction(person, async (t) => {
    const found = await findClassToWrite(person, key, t);
    await lockReports({ ...key, studentKeys: found.students.map(({ student_key }) => student_key) }, t);
    const plan = await planSessions(found, t);
    const closed = closedWords(found);
    if (closed) return stale(closed);
    if (plan.seen !== seen) return stale(CHANGED);
    const isAsked = plan.students.some(({ outcome }) => outcome === "asked");
    if (isAsked && byHand === undefined) return rejected(UNDECIDED);
    const taken = plan.students.filter((student) => isTaken(student, (isAsked && byHand) || null));
    const writes = taken.map(({ studentKey, register }) => ({ student_key: studentKey, ...register }));
    await saveTakenSessions({ academicTermId: key.academicTermId, writes }, t);
    return done(signAllUrl(key), doneWords(taken.length));
  });
}

/** Finds a class whose reports the person may write. @throws notFound, forbidden */
async function findClassToWrite(
  person: Person,
  key: ClassKey,
  t: Parameters<typeof findClass>[2],
): Promise<FoundClass> {
  const found = await findClass(person, key, t);
  if (!found.role.writes) throw forbidden(NOT_YOURS);
  return found;
}

function closedWords({ lock, dates }: FoundClass): string | null {
  const closed = closedReason(lock, { notYours: NOT_YOURS, entry: { kind: "reports", dates } });
  return closed && `No sessions can be taken: ${closed.words}.`;
}

function doneWords(reports: number): string {
  return `Sessions of ${reports} ${reports === 1 ? "report" : "reports"} taken from the register.`;
}
