import { closedError } from "#access/closed.server.ts";
import { noTransaction } from "#db/index.ts";
import { clearReturn, returnReport } from "#db/queries/reports/signing.ts";
import { ensureRecord, lockReports } from "#db/queries/reports/term-records.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { joinedNames } from "#domain/names.ts";
import type { Missing } from "#domain/report-state.ts";
import { UNKEPT } from "#domain/text/storable-text.ts";
import { tooLongWords } from "#domain/text/too-long.ts";
import { reportUrl, type ReportKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { REASON_LIMIT } from "#domain/term-reports.ts";
import { forbidden } from "#runtime/errors.ts";
import type { SendBackView } from "../report/dialogs.ts";
import { findReport } from "../find-report.server.ts";
import { readState } from "../overview/read-states.server.ts";
import { closedReport } from "../save/saved-report.server.ts";
import { reportStudent } from "../report/show-report.server.ts";
import { requireSigner } from "./sign-report.server.ts";

/** The dialog in which the principal says why. @throws forbidden, notFound */
export async function showSendBack(person: Person, key: ReportKey): Promise<SendBackView> {
  requireSigner(person);
  const found = await findReport(person, key, noTransaction);
  const { record, missing } = await readState(found, noTransaction);
  return {
    closeTo: reportUrl(key),
    student: reportStudent(found.student),
    teachers: joinedNames(found.heading.teachers),
    limit: REASON_LIMIT,
    missing,
    isSigned: record.signature !== null,
    reviewedFingerprint: record.fingerprint,
    reason: record.returned?.reason ?? "",
  };
}

/** `changed`: not what was looked at any more, and the page shows what it is now. */
export type SentBack = { ok: true } | { ok: false; why: "reason" | "past-term" | "changed"; refusal: string };

/** What is sent back: the report as it was looked at, and why. */
type Sending = { seen: string; reason: string };

/**
 * Sends a report back to its form teacher with a reason. It is not signed any more: what has to change is not what
 * the signature stands for. A report that was changed meanwhile may be right already. @throws forbidden, notFound
 */
export function sendBack(person: Person, key: ReportKey, { seen, reason }: Sending): Promise<SentBack> {
  requireSigner(person);
  return termTransaction(person, async (t) => {
    const { lock } = await findReport(person, key, t);
    if (lock === "past-term") return notSent("past-term", "Not sent back: this term is over.");
    const refusal = reasonRefusal(reason, "Say what is to be mended.");
    if (refusal) return notSent("reason", refusal);
    await lockReports({ ...key, studentKeys: [key.studentKey] }, t);
    await ensureRecord(key, t);
    const report = { ...key, accountId: person.accountId, fingerprint: seen, reason };
    const returned = await returnReport(report, t);
    return returned ? { ok: true } : notSent("changed", CHANGED);
  });
}

const CHANGED =
  "Not sent back. The report changed while you looked at it: read it again, then send it back if it still needs it.";

function notSent(why: Extract<SentBack, { ok: false }>["why"], refusal: string): SentBack {
  return { ok: false, why, refusal };
}

/** @param missing said of a reason that is empty */
export function reasonRefusal(reason: string, missing: string): string | null {
  if (reason === "") return missing;
  if (UNKEPT.test(reason)) return "It holds a character that cannot be kept.";
  return reason.length > REASON_LIMIT ? `${tooLongWords(reason.length, REASON_LIMIT)}.` : null;
}

/**
 * What was asked for is done; the principal finds the report among those to sign again.
 * @returns what is missing all the same @throws forbidden, notFound
 */
export function resubmitReport(person: Person, key: ReportKey): Promise<Missing[]> {
  return termTransaction(person, async (t) => {
    const found = await findReport(person, key, t);
    const { role, lock } = found;
    const closed = closedReport(found);
    if (closed && role.writes && lock === "outside-dates") throw closedError(closed);
    if (!role.writes || closed) throw forbidden("This report is mended by its form teacher.");
    await lockReports({ ...key, studentKeys: [key.studentKey] }, t);
    await clearReturn(key, t);
    return (await readState(found, t)).missing;
  });
}
