import { z } from "zod";
import { toLockError } from "#access/closed.server.ts";
import { formSucceeded, stale, type FormOutcome } from "#access/forms/answer-form.server.ts";
import { noTransaction } from "#db/index.ts";
import {
  endReportReturn,
  returnReport,
  unsignReport,
  signReports,
} from "#db/queries/reports/term-reports.ts";
import { createMissingTermRecord, lockReports, listTermRecords } from "#db/queries/reports/term-records.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { joinTeacherNames, formatShortName } from "#domain/names.ts";
import { reportUrl, type ReportKey, signatureUrl } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import type { MissingReportPart } from "#domain/report-state.ts";
import { RETURN_REASON_MAX_LENGTH, BEHAVIOUR_FIELDS } from "#domain/term-reports.ts";
import {
  removeInvisibleCharacters,
  UNSTORABLE_CHARACTERS,
  formatTooLong,
} from "#domain/text/storable-text.ts";
import { forbidden } from "#runtime/errors.ts";
import { mustBeSignedAgain, listReportCorrections } from "../corrections/corrections.server.ts";
import { findReport } from "../find-report.server.ts";
import { readReportState } from "../overview/read-states.server.ts";
import { toReportStudent } from "../report/load-report.server.ts";
import { findClosedReason } from "../save/saved-report.server.ts";
import { toReportSignature, NOT_SIGNED_MESSAGES } from "./signature-words.rules.ts";
import { OUTDATED_FORM_MESSAGE } from "#access/forms/form-values.schema.server.ts";
import { canSignReports } from "#access/permissions.ts";
import { findSignaturePicture } from "#db/queries/pictures.ts";
import { formatDate } from "#domain/dates.ts";
import { RATINGS } from "#domain/grades.ts";
import { MESSAGES } from "#domain/messages.ts";
import { calculateReportAverage } from "#domain/subject-results.ts";
import type { FieldValues } from "#fields/value.ts";
import { today } from "#runtime/clock.ts";
import { toRecordValues } from "../save/record.rules.ts";

export type SigningView = Awaited<ReturnType<typeof loadSigning>>;

/** Loads the summary that the principal reads before signing. @throws forbidden, notFound */
export async function loadSigning(person: Person, key: ReportKey) {
  requireSigner(person);
  const found = await findReport(person, key, noTransaction);
  const { heading, student } = found;
  const [{ record, subjects, missing }, signs] = await Promise.all([
    readReportState(found, noTransaction),
    previewSignature(person, heading.time_zone),
  ]);
  const values = toRecordValues(record);
  return {
    signs,
    closeTo: reportUrl(key),
    student: toReportStudent(student),
    term: heading.term,
    comment: record.principal_comment || null,
    teacherComment: record.teacher_comment || null,
    ratings: ratingWords(values),
    average: calculateReportAverage(subjects),
    attendance: attendanceWords(values),
    missing,
    reviewedFingerprint: record.fingerprint,
    before: toReportSignature(record, heading.time_zone),
  };
}

const FINGERPRINT = /^[\da-f]{64}$/;

/** The fingerprint of the report that a person has looked at before signing or sending back. */
export const reviewedFingerprint = z.string(OUTDATED_FORM_MESSAGE).regex(FINGERPRINT, OUTDATED_FORM_MESSAGE);

export const SignFormSchema = z.object({ seen: reviewedFingerprint });

/**
 * Signs a report as the signer saw it. A report that has changed in the meantime is refused, because a signature stands
 * for what was read. Pressing the button twice changes nothing. `wanted` aborts when the signer is told that the report
 * was not signed, so that it is not signed later either.
 * @throws forbidden, notFound
 */
export function signReport(
  person: Person,
  key: ReportKey,
  { seen, wanted }: z.output<typeof SignFormSchema> & { wanted?: AbortSignal },
): Promise<FormOutcome> {
  requireSigner(person);
  const signed = formSucceeded(reportUrl(key), MESSAGES.reportSigned);
  return termTransaction(person, async (t) => {
    const found = await findReport(person, key, t);
    await lockReports({ ...key, studentKeys: [key.studentKey] }, t);
    if (found.lock === "past-term") {
      const [record] = await listTermRecords(key, t);
      if (!mustBeSignedAgain(record, await listReportCorrections(found, t)))
        return stale(NOT_SIGNED_MESSAGES["past-term"]);
    }
    await createMissingTermRecord(key, t);
    const signer = await signerOfReport({ key, seen }, t);
    if (signer !== null) return signer === person.accountId ? signed : stale(NOT_SIGNED_MESSAGES.signed);
    const report = { studentKey: key.studentKey, fingerprint: seen };
    const reports = await signReports({ ...key, accountId: person.accountId, seen: [report] }, t);
    wanted?.throwIfAborted();
    return reports.length > 0 ? signed : stale(NOT_SIGNED_MESSAGES.changed);
  });
}

/** Returns the account that signed the report as the person sees it, or null. */
async function signerOfReport(
  { key, seen }: { key: ReportKey; seen: string },
  t: TermTransaction,
): Promise<number | null> {
  const [record] = await listTermRecords(key, t);
  const { account_id = null, changed } = record?.signature ?? {};
  return changed === false && record?.fingerprint === seen ? account_id : null;
}

/** Counts the ratings, as in `7 C, 2 S, 1 R`. Returns null if there are none. */
function ratingWords(values: FieldValues): string | null {
  const counted = Object.keys(RATINGS).flatMap((rating) => {
    const count = BEHAVIOUR_FIELDS.filter((field) => values[field] === rating).length;
    return count > 0 ? [`${count} ${rating}`] : [];
  });
  return counted.join(", ") || null;
}

/** Returns the signature that this person would give today: name, date and picture. */
export async function previewSignature(person: Person, timeZone: string) {
  const picture = await findSignaturePicture(person.employeeId, noTransaction);
  return { by: formatShortName(person), on: formatDate(today(timeZone)), pictureUrl: signatureUrl(picture) };
}

/** Checks that the person may sign reports. @throws forbidden */
export function requireSigner(person: Person): void {
  if (!canSignReports(person)) throw forbidden();
}

/** Describes the attendance, as in `6 of 122 sessions absent, 3 late`. */
function attendanceWords({ total_sessions, sessions_absent, sessions_late }: FieldValues): string | null {
  if (sessions_absent == null && sessions_late == null) return null;
  const total = total_sessions == null ? "" : ` of ${total_sessions}`;
  return `${sessions_absent ?? 0}${total} sessions absent, ${sessions_late ?? 0} late`;
}

export type SendBackView = Awaited<ReturnType<typeof loadSendBack>>;

/** Loads the dialog in which the principal sends a report back with a reason. @throws forbidden, notFound */
export async function loadSendBack(person: Person, key: ReportKey) {
  requireSigner(person);
  const found = await findReport(person, key, noTransaction);
  const { record, missing } = await readReportState(found, noTransaction);
  return {
    closeTo: reportUrl(key),
    student: toReportStudent(found.student),
    teachers: joinTeacherNames(found.heading.teachers),
    missing,
    isSigned: record.signature !== null,
    reviewedFingerprint: record.fingerprint,
    reason: record.returned?.reason ?? "",
  };
}

export type TakeBackView = Awaited<ReturnType<typeof loadTakeBack>>;

/** Loads the dialog in which a signer takes back their signature with a reason. @throws forbidden, notFound */
export async function loadTakeBack(person: Person, key: ReportKey) {
  requireSigner(person);
  const { student, heading } = await findReport(person, key, noTransaction);
  const [record] = await listTermRecords(key, noTransaction);
  const signature = record && toReportSignature(record, heading.time_zone);
  if (!signature || record.signature?.account_id !== person.accountId) throw notTheirs();
  return { closeTo: reportUrl(key), student: toReportStudent(student), signature };
}

/**
 * Returns the schema of a reason. `missing` is the message for an empty reason. A line break counts as one character.
 */
function reason(missing: string) {
  return z
    .string(missing)
    .transform((text) => removeInvisibleCharacters(text).replaceAll(/\r\n?/g, "\n").trim())
    .superRefine((text, { addIssue }) => {
      const fault = reasonFault(text, missing);
      if (fault !== null) addIssue({ code: "custom", message: fault });
    });
}

function reasonFault(text: string, missing: string): string | null {
  if (text === "") return missing;
  if (UNSTORABLE_CHARACTERS.test(text))
    return "The reason contains a character that Termbook cannot store. Remove that character.";
  return text.length > RETURN_REASON_MAX_LENGTH
    ? `${formatTooLong(text.length, RETURN_REASON_MAX_LENGTH)}.`
    : null;
}

export type SendBackInput = z.input<typeof SendBackFormSchema>;

export const SendBackFormSchema = z.object({
  seen: reviewedFingerprint,
  reason: reason("Enter what needs to be corrected."),
});

/**
 * Sends a report back to its form teacher with a reason. Its signature is removed, because the report has to change. A
 * report that has changed in the meantime is refused, because the change may have made it right.
 * @throws forbidden, notFound
 */
export function sendBack(
  person: Person,
  key: ReportKey,
  { seen, reason }: z.output<typeof SendBackFormSchema>,
): Promise<FormOutcome> {
  requireSigner(person);
  return termTransaction(person, async (t) => {
    const { lock } = await findReport(person, key, t);
    if (lock === "past-term") return stale(OVER);
    await lockReports({ ...key, studentKeys: [key.studentKey] }, t);
    await createMissingTermRecord(key, t);
    const report = { ...key, accountId: person.accountId, fingerprint: seen, reason };
    const isReturned = await returnReport(report, t);
    return isReturned
      ? formSucceeded(reportUrl(key), "Report sent back to the form teacher.")
      : stale(CHANGED);
  });
}

const OVER = "This term is over. You can read and print its reports, but you cannot change them.";
const CHANGED =
  "The report changed while you had it open. Read it again, and send it back if it still needs correcting.";

export type TakeBackInput = z.input<typeof TakeBackFormSchema>;

export const TakeBackFormSchema = z.object({
  reason: reason("Enter the reason for withdrawing the signature."),
});

/**
 * Removes the person's own signature from a report. The history keeps the reason, and the report can be signed again.
 * @throws forbidden, notFound
 */
export function removeOwnSignature(
  person: Person,
  key: ReportKey,
  { reason }: z.output<typeof TakeBackFormSchema>,
): Promise<FormOutcome> {
  requireSigner(person);
  return termTransaction(person, async (t) => {
    const { lock } = await findReport(person, key, t);
    if (lock === "past-term") return stale(OVER);
    await lockReports({ ...key, studentKeys: [key.studentKey] }, t);
    if (!(await unsignReport({ ...key, accountId: person.accountId, reason }, t))) throw notTheirs();
    return formSucceeded(reportUrl(key), "Signature withdrawn.");
  });
}

function notTheirs(): Error {
  return forbidden("You can withdraw only your own signature.");
}

/**
 * Marks a report that was sent back as revised, so that the principal finds it among the reports to sign. Returns the
 * parts that are still missing.
 * @throws forbidden, notFound
 */
export function resubmitReport(person: Person, key: ReportKey): Promise<MissingReportPart[]> {
  return termTransaction(person, async (t) => {
    const found = await findReport(person, key, t);
    const { role, lock } = found;
    const closed = findClosedReason(found);
    if (closed && role.writes && lock === "outside-dates") throw toLockError(closed);
    if (!role.writes || closed)
      throw forbidden("You cannot send this report to the principal because only its form teacher can.");
    await lockReports({ ...key, studentKeys: [key.studentKey] }, t);
    await endReportReturn(key, t);
    return (await readReportState(found, t)).missing;
  });
}
