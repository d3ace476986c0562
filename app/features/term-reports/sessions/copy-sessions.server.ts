import { createHash } from "node:crypto";
import { z } from "zod";
import { formSucceeded, rejected, stale, type FormOutcome } from "#access/forms/answer-form.server.ts";
import { noTransaction, queryAll, type ReadTransaction } from "#db/index.ts";
import {
  countMarkedSessions,
  countSessionsByStudent,
  saveCountedSessions,
} from "#db/queries/attendance/registers.ts";
import { lockReports, listTermRecords, type TermRecordRow } from "#db/queries/reports/term-records.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { findLockReason } from "#domain/lock.ts";
import { signAllReportsUrl, type ClassKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { forbidden } from "#runtime/errors.ts";
import { findReportClass, type ReportClass, getReportRules } from "../find-report.server.ts";
import {
  hasSessionsToCopy,
  decideSessionsOutcome,
  describeMarkedSessions,
  toStoredSessions,
  type SessionsPlan,
  type StudentSessions,
} from "./sessions.rules.ts";
import { loadSchoolCalendar } from "#db/queries/attendance/school-calendar.ts";
import { listSchoolDays } from "#domain/daily/school-days.ts";
import { formatRegisterName } from "#domain/names.ts";
import { periodLabel } from "#domain/terms.ts";
import { toRecordValues } from "../save/record.rules.ts";

const NOT_YOURS = "You cannot copy these sessions because only the form teacher of the class can.";
const CHANGED =
  "A report or the register changed while you had this page open. These are the current figures. Check them, then copy again.";
const UNDECIDED = "Choose what happens to the figures that were entered by hand.";

export type CopySessionsView = Awaited<ReturnType<typeof loadSessionsPlan>>;

/** Loads the plan for copying the sessions of a class from its register. @throws notFound, forbidden */
export async function loadSessionsPlan(person: Person, key: ClassKey) {
  const found = await findClassToWrite(person, key, noTransaction);
  return { ...(await planSessions(found, noTransaction)), closed: closedWords(found) };
}

/** `seen` is the fingerprint of the plan that the dialog showed. */
export const CopySessionsFormSchema = z.object({
  seen: z.string().default(""),
  byHand: z.enum(["keep", "overwrite"]).optional(),
});

/**
 * Copies the sessions of a class from its register as the dialog showed. Numbers entered by hand are overwritten only
 * if the user has chosen so.
 * @throws notFound, forbidden
 */
export function copySessionsFromRegister(
  person: Person,
  key: ClassKey,
  { seen, byHand }: z.output<typeof CopySessionsFormSchema>,
): Promise<FormOutcome> {
  return termTransaction(person, async (t) => {
    const found = await findClassToWrite(person, key, t);
    await lockReports({ ...key, studentKeys: found.students.map(({ student_key }) => student_key) }, t);
    const plan = await planSessions(found, t);
    const closed = closedWords(found);
    if (closed) return stale(closed);
    if (plan.seen !== seen) return stale(CHANGED);
    const isAsked = plan.students.some(({ outcome }) => outcome === "asked");
    if (isAsked && byHand === undefined) return rejected(UNDECIDED);
    const taken = plan.students.filter((student) => hasSessionsToCopy(student, (isAsked && byHand) || null));
    const writes = taken.map(({ studentKey, register }) => ({ student_key: studentKey, ...register }));
    await saveCountedSessions({ academicTermId: key.academicTermId, writes }, t);
    return formSucceeded(signAllReportsUrl(key), doneWords(taken.length));
  });
}

/**
 * Returns a class if the person may write its reports.
 * @throws notFound, forbidden
 */
async function findClassToWrite(
  person: Person,
  key: ClassKey,
  t: Parameters<typeof findReportClass>[2],
): Promise<ReportClass> {
  const found = await findReportClass(person, key, t);
  if (!found.role.writes) throw forbidden(NOT_YOURS);
  return found;
}

function closedWords({ lock, dates }: ReportClass): string | null {
  const closed = findLockReason(lock, { notYours: NOT_YOURS, entry: { kind: "reports", dates } });
  return closed && `No sessions can be copied: ${closed.words}.`;
}

function doneWords(reports: number): string {
  return `Sessions of ${reports} ${reports === 1 ? "report" : "reports"} copied from the register.`;
}

const NONE = { total: 0, absent: 0, late: 0 };

/** Plans what copying from the register would do for each student of the class. */
async function planSessions(found: ReportClass, t: ReadTransaction): Promise<SessionsPlan> {
  const { key, heading } = found;
  const [records, sessions, marked] = await queryAll(
    [
      () => listTermRecords({ ...key, studentKey: null }, t),
      () => countSessionsByStudent(key, t),
      () => markedWords(found, t),
    ],
    t,
  );
  const students = records.map((record) => {
    const counted = sessions.find(({ student_key }) => student_key === record.student_key) ?? NONE;
    const { total, absent, late } = counted;
    return studentOf(record, { total, absent, late }, found);
  });
  return {
    closeTo: signAllReportsUrl(key),
    classLabel: heading.class_label,
    period: periodLabel(heading.academic_year_id, heading.term),
    students,
    marked,
    signed: records.filter(({ signature }) => signature !== null).length,
    isPosted: heading.posted_on !== null,
    seen: fingerprintOf(records, students),
  };
}

function studentOf(
  record: TermRecordRow,
  register: StudentSessions["register"],
  found: ReportClass,
): StudentSessions {
  const student = found.students.find(({ student_key }) => student_key === record.student_key);
  const { takenAt, ...written } = toStoredSessions(record);
  return {
    studentKey: record.student_key,
    name: student ? formatRegisterName(student) : "",
    written,
    register,
    ...decideSessionsOutcome({
      stored: { ...written, takenAt },
      register,
      values: toRecordValues(record),
      rules: getReportRules(found),
    }),
  };
}

async function markedWords({ key }: ReportClass, t: ReadTransaction): Promise<string> {
  const [marked, calendar] = await queryAll(
    [() => countMarkedSessions(key, t), () => loadSchoolCalendar(t)],
    t,
  );
  const term = calendar.terms.find(({ academic_term_id }) => academic_term_id === key.academicTermId);
  const to = term && term.term_end < calendar.today ? term.term_end : calendar.today;
  const days = term ? listSchoolDays({ from: term.term_start, to }, calendar) : [];
  return describeMarkedSessions(marked, {
    schoolDays: days,
    sessionsPerDay: calendar.sessions_per_day,
  });
}

/** Returns a fingerprint of everything that the dialog shows and the button would store. */
function fingerprintOf(records: readonly TermRecordRow[], students: readonly StudentSessions[]): string {
  const versions = records.map(({ student_key, version }) => [student_key, version]);
  const figures = students.map(({ register, outcome }) => [register, outcome]);
  return createHash("sha256")
    .update(JSON.stringify([versions, figures]))
    .digest("base64url");
}
