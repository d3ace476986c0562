import { z } from "zod";
import { done, stale, type Outcome } from "#access/forms/answer-form.server.ts";
import { NOT_OUR_FORM } from "#access/forms/form-values.schema.server.ts";
import { maySign } from "#access/permissions.ts";
import { noTransaction } from "#db/index.ts";
import { findSignaturePicture } from "#db/queries/pictures.ts";
import { signReports } from "#db/queries/reports/signing.ts";
import { createMissingTermRecord, lockReports, listTermRecords } from "#db/queries/reports/term-records.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { formatDate } from "#domain/dates.ts";
import { RATINGS } from "#domain/grades.ts";
import { MESSAGES } from "#domain/messages.ts";
import { shortName } from "#domain/names.ts";
import { reportUrl, signatureUrl, type ReportKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { reportAverage } from "#domain/subject-results.ts";
import { BEHAVIOUR_FIELDS } from "#domain/term-reports.ts";
import { today } from "#runtime/clock.ts";
import { forbidden } from "#runtime/errors.ts";
import type { Values } from "#fields/value.ts";
import { findReport } from "../find-report.server.ts";
import { readState } from "../overview/read-states.server.ts";
import { valuesOfRecord } from "../save/record-values.rules.ts";
import { reportStudent } from "../report/load-report.server.ts";
import { NOT_SIGNED_WORDS, signatureOf } from "./signature-words.rules.ts";

export type SigningView = Awaited<ReturnType<typeof loadSigning>>;

/** Loads what the principal reads before signing. @throws forbidden, notFound */
export async function loadSigning(person: Person, key: ReportKey) {
  requireSigner(person);
  const found = await findReport(person, key, noTransaction);
  const { heading, student } = found;
  const [{ record, subjects, missing }, signs] = await Promise.all([
    readState(found, noTransaction),
    signerOf(person, heading.time_zone),
  ]);
  const values = valuesOfRecord(record);
  return {
    signs,
    closeTo: reportUrl(key),
    student: reportStudent(student),
    term: heading.term,
    comment: record.principal_comment || null,
    teacherComment: record.teacher_comment || null,
    ratings: ratingWords(values),
    average: reportAverage(subjects),
    attendance: attendanceWords(values),
    missing,
    reviewedFingerprint: record.fingerprint,
    before: signatureOf(record, heading.time_zone),
  };
}

const FINGERPRINT = /^[\da-f]{64}$/;

/** Identifies the state of the report that a person looked at before signing or sending back. */
export const reviewedFingerprint = z.string(NOT_OUR_FORM).regex(FINGERPRINT, NOT_OUR_FORM);

export const SignForm = z.object({ seen: reviewedFingerprint });

/**
 * Signs a report as the signer saw it. A report that changed meanwhile is refused, because a signature stands for what
 * was read. A second press finds the report signed, and changes nothing. `wanted` aborts when the person is told that
 * the report was not signed; then it is not signed later either. @throws forbidden, notFound
 */
export function signReport(
  person: Person,
  key: ReportKey,
  { seen, wanted }: z.output<typeof SignForm> & { wanted?: AbortSignal },
): Promise<Outcome> {
  requireSigner(person);
  const signed = done(reportUrl(key), MESSAGES.reportSigned);
  return termTransaction(person, async (t) => {
    const { lock } = await findReport(person, key, t);
    if (lock === "past-term") return stale(NOT_SIGNED_WORDS["past-term"]);
    await lockReports({ ...key, studentKeys: [key.studentKey] }, t);
    await createMissingTermRecord(key, t);
    const signer = await signerOfReport({ key, seen }, t);
    if (signer !== null) return signer === person.accountId ? signed : stale(NOT_SIGNED_WORDS.signed);
    const report = { studentKey: key.studentKey, fingerprint: seen };
    const reports = await signReports({ ...key, accountId: person.accountId, seen: [report] }, t);
    wanted?.throwIfAborted();
    return reports.length > 0 ? signed : stale(NOT_SIGNED_WORDS.changed);
  });
}

/**
 * Returns the account that signed the report in the state that the person saw; null when there is none, or the report
 * has changed since.
 */
async function signerOfReport(
  { key, seen }: { key: ReportKey; seen: string },
  t: TermTransaction,
): Promise<number | null> {
  const [record] = await listTermRecords(key, t);
  const { account_id = null, changed } = record?.signature ?? {};
  return changed === false && record?.fingerprint === seen ? account_id : null;
}

/** Returns text such as `7 C, 2 S, 1 R`; null when nothing is rated. */
function ratingWords(values: Values): string | null {
  const counted = Object.keys(RATINGS).flatMap((rating) => {
    const count = BEHAVIOUR_FIELDS.filter((field) => values[field] === rating).length;
    return count > 0 ? [`${count} ${rating}`] : [];
  });
  return counted.join(", ") || null;
}

/** Returns the name, day and picture of a signature that this person gives today. */
export async function signerOf(person: Person, timeZone: string) {
  const picture = await findSignaturePicture(person.employeeId, noTransaction);
  return { by: shortName(person), on: formatDate(today(timeZone)), pictureUrl: signatureUrl(picture) };
}

/** @throws forbidden */
export function requireSigner(person: Person): void {
  if (!maySign(person)) throw forbidden();
}

/** Returns text such as `6 of 122 sessions absent, 3 late`. */
function attendanceWords({ total_sessions, sessions_absent, sessions_late }: Values): string | null {
  if (sessions_absent == null && sessions_late == null) return null;
  const total = total_sessions == null ? "" : ` of ${total_sessions}`;
  return `${sessions_absent ?? 0}${total} sessions absent, ${sessions_late ?? 0} late`;
}
