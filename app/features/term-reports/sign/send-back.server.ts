import { z } from "zod";
import { closedError } from "#access/closed.server.ts";
import { done, stale, type Outcome } from "#access/forms/answer-form.server.ts";
import { noTransaction } from "#db/index.ts";
import { clearReturn, returnReport, unsignReport } from "#db/queries/reports/signing.ts";
import { createMissingTermRecord, lockReports, listTermRecords } from "#db/queries/reports/term-records.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { joinNames } from "#domain/names.ts";
import { reportUrl, type ReportKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import type { Missing } from "#domain/report-state.ts";
import { REASON_LIMIT } from "#domain/term-reports.ts";
import { cleanText, UNSTORABLE_CHARACTERS } from "#domain/text/storable-text.ts";
import { formatTooLong } from "#domain/text/too-long.ts";
import { forbidden } from "#runtime/errors.ts";
import { findReport } from "../find-report.server.ts";
import { readState } from "../overview/read-states.server.ts";
import { reportStudent } from "../report/load-report.server.ts";
import { closedReport } from "../save/saved-report.server.ts";
import { requireSigner, reviewedFingerprint } from "./sign-report.server.ts";
import { signatureOf } from "./signature-words.rules.ts";

export type SendBackView = Awaited<ReturnType<typeof loadSendBack>>;

/** Loads the dialog in which the principal gives the reason. @throws forbidden, notFound */
export async function loadSendBack(person: Person, key: ReportKey) {
  requireSigner(person);
  const found = await findReport(person, key, noTransaction);
  const { record, missing } = await readState(found, noTransaction);
  return {
    closeTo: reportUrl(key),
    student: reportStudent(found.student),
    teachers: joinNames(found.heading.teachers),
    missing,
    isSigned: record.signature !== null,
    reviewedFingerprint: record.fingerprint,
    reason: record.returned?.reason ?? "",
  };
}

export type TakeBackView = Awaited<ReturnType<typeof loadTakeBack>>;

/** Loads the dialog in which a signer gives the reason. @throws forbidden, notFound */
export async function loadTakeBack(person: Person, key: ReportKey) {
  requireSigner(person);
  const { student, heading } = await findReport(person, key, noTransaction);
  const [record] = await listTermRecords(key, noTransaction);
  const signature = record && signatureOf(record, heading.time_zone);
  if (!signature || record.signature?.account_id !== person.accountId) throw notTheirs();
  return { closeTo: reportUrl(key), student: reportStudent(student), signature };
}

/**
 * Returns the schema of a reason, with the message `missing` for an empty one. A line break counts as one character.
 */
function reason(missing: string) {
  return z
    .string(missing)
    .transform((text) => cleanText(text).replaceAll(/\r\n?/g, "\n").trim())
    .superRefine((text, { addIssue }) => {
      const fault = reasonFault(text, missing);
      if (fault !== null) addIssue({ code: "custom", message: fault });
    });
}

function reasonFault(text: string, missing: string): string | null {
  if (text === "") return missing;
  if (UNSTORABLE_CHARACTERS.test(text))
    return "The reason contains a character that Termbook cannot store. Remove that character.";
  return text.length > REASON_LIMIT ? `${formatTooLong(text.length, REASON_LIMIT)}.` : null;
}

export type SendBackInput = z.input<typeof SendBackForm>;

export const SendBackForm = z.object({
  seen: reviewedFingerprint,
  reason: reason("Enter what needs to be corrected."),
});

/**
 * Sends a report back to its form teacher with a reason. Its signature goes, because it does not stand for a report
 * that has to change. A report that changed meanwhile is refused, because it may be right already. @throws forbidden,
 * notFound
 */
export function sendBack(
  person: Person,
  key: ReportKey,
  { seen, reason }: z.output<typeof SendBackForm>,
): Promise<Outcome> {
  requireSigner(person);
  return termTransaction(person, async (t) => {
    const { lock } = await findReport(person, key, t);
    if (lock === "past-term") return stale(OVER);
    await lockReports({ ...key, studentKeys: [key.studentKey] }, t);
    await createMissingTermRecord(key, t);
    const report = { ...key, accountId: person.accountId, fingerprint: seen, reason };
    const isReturned = await returnReport(report, t);
    return isReturned ? done(reportUrl(key), "Report sent back to the form teacher.") : stale(CHANGED);
  });
}

const OVER = "This term is over. You can read and print its reports, but you cannot change them.";
const CHANGED =
  "The report changed while you had it open. Read it again, and send it back if it still needs correcting.";

export type TakeBackInput = z.input<typeof TakeBackForm>;

export const TakeBackForm = z.object({ reason: reason("Enter why you are taking the signature back.") });

/**
 * Takes the person's own signature off a report. The history keeps the reason, and the report can be signed again.
 * @throws forbidden, notFound
 */
export function removeOwnSignature(
  person: Person,
  key: ReportKey,
  { reason }: z.output<typeof TakeBackForm>,
): Promise<Outcome> {
  requireSigner(person);
  return termTransaction(person, async (t) => {
    const { lock } = await findReport(person, key, t);
    if (lock === "past-term") return stale(OVER);
    await lockReports({ ...key, studentKeys: [key.studentKey] }, t);
    if (!(await unsignReport({ ...key, accountId: person.accountId, reason }, t))) throw notTheirs();
    return done(reportUrl(key), "Signature taken back.");
  });
}

function notTheirs(): Error {
  return forbidden("You can take back only your own signature.");
}

/**
 * Reports that a report was reworked; the principal finds it among those to sign again. Returns the parts that are
 * still missing. @throws forbidden, notFound
 */
export function resubmitReport(person: Person, key: ReportKey): Promise<Missing[]> {
  return termTransaction(person, async (t) => {
    const found = await findReport(person, key, t);
    const { role, lock } = found;
    const closed = closedReport(found);
    if (closed && role.writes && lock === "outside-dates") throw closedError(closed);
    if (!role.writes || closed)
      throw forbidden("You cannot send this report to the principal because only its form teacher can.");
    await lockReports({ ...key, studentKeys: [key.studentKey] }, t);
    await clearReturn(key, t);
    return (await readState(found, t)).missing;
  });
}
