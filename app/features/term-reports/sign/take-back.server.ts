import { noTransaction } from "#db/index.ts";
import { unsignReport } from "#db/queries/reports/signing.ts";
import { lockReports, termRecords } from "#db/queries/reports/term-records.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { reportUrl, type ReportKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { REASON_LIMIT } from "#domain/term-reports.ts";
import { forbidden } from "#runtime/errors.ts";
import { findReport } from "../find-report.server.ts";
import type { TakeBackView } from "../report/dialogs.ts";
import { reportStudent } from "../report/show-report.server.ts";
import { reasonRefusal } from "./send-back.server.ts";
import { requireSigner } from "./sign-report.server.ts";
import { signatureOf } from "./signature-words.rules.ts";

/** The dialog in which a signer says why. @throws forbidden where the signature is not theirs, notFound */
export async function showTakeBack(person: Person, key: ReportKey): Promise<TakeBackView> {
  requireSigner(person);
  const { student, heading } = await findReport(person, key, noTransaction);
  const [record] = await termRecords(key, noTransaction);
  const signature = record && signatureOf(record, heading.time_zone);
  if (!signature || record.signature?.account_id !== person.accountId) throw notTheirs();
  return { closeTo: reportUrl(key), student: reportStudent(student), limit: REASON_LIMIT, signature };
}

export type TakenBack = { ok: true } | { ok: false; isOfReason: boolean; refusal: string };

/**
 * Takes one's own signature off a report; the reason stands in its history, and it can be signed again.
 * @throws forbidden where the signature is not theirs (any more), notFound
 */
export function takeBackSignature(person: Person, key: ReportKey, reason: string): Promise<TakenBack> {
  requireSigner(person);
  return termTransaction(person, async (t) => {
    const { lock } = await findReport(person, key, t);
    if (lock === "past-term")
      return { ok: false, isOfReason: false, refusal: "Not taken back: this term is over." };
    const refusal = reasonRefusal(reason, "Say why it is taken back.");
    if (refusal) return { ok: false, isOfReason: true, refusal };
    await lockReports({ ...key, studentKeys: [key.studentKey] }, t);
    if (!(await unsignReport({ ...key, accountId: person.accountId, reason }, t))) throw notTheirs();
    return { ok: true };
  });
}

function notTheirs(): Error {
  return forbidden("A signature is taken back by the person who gave it.");
}
