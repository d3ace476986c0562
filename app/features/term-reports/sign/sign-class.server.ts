import { transaction } from "#db/index.ts";
import { signReports, type ReviewedReport } from "#db/queries/reports/signing.ts";
import { lockReports } from "#db/queries/reports/term-records.ts";
import type { ClassKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { isToSign } from "#domain/report-state.ts";
import { readStates, whoseReport, type ReportReading } from "../overview/read-states.server.ts";
import { findClass, type FoundClass } from "../find-report.server.ts";
import type { ClassSigned, LeftReason, LeftReport } from "../overview/overview.ts";
import { requireSigner } from "./sign-report.server.ts";

export type ClassSigning = ({ ok: true } & ClassSigned) | { ok: false; reason: "past-term" };

/**
 * Signs the complete reports of a class in one transaction: those that were looked at and still are what they were.
 * Incomplete ones are signed one by one, or sent back. @throws forbidden, notFound
 */
export function signAllComplete(
  person: Person,
  key: ClassKey,
  looked: readonly ReviewedReport[],
): Promise<ClassSigning> {
  return transaction(person, async (t) => {
    // The page is the form teacher's too: whose class it is comes first, who signs is asked of those who see it.
    const found = await findClass(person, key, t);
    requireSigner(person);
    if (found.lock === "past-term") return { ok: false, reason: "past-term" };
    await lockReports({ ...key, studentKeys: found.students.map(({ student_key }) => student_key) }, t);
    const states = await readStates(found, null, t);
    const now = new Map(
      states.filter(isToSign).map(({ record }) => [record.student_key, record.fingerprint]),
    );
    const seen = looked.filter(({ studentKey, fingerprint }) => now.get(studentKey) === fingerprint);
    const signed = await signReports({ ...key, accountId: person.accountId, seen }, t);
    const signedKeys = new Set(signed.map(({ student_key }) => student_key));
    const unsigned = states.filter(
      ({ state, record }) => state !== "signed" && !signedKeys.has(record.student_key),
    );
    return { ok: true, signed: signed.length, left: leftOf(unsigned, looked, found) };
  });
}

function leftOf(unsigned: readonly ReportReading[], looked: readonly ReviewedReport[], found: FoundClass) {
  const lookedAt = new Set(looked.map(({ studentKey }) => studentKey));
  return unsigned.map((state): LeftReport => {
    const { name, url } = whoseReport(state, found);
    return { name, url, why: reasonOf(state, lookedAt.has(state.record.student_key)) };
  });
}

function reasonOf({ record, missing }: ReportReading, wasLookedAt: boolean): LeftReason {
  if (record.returned) return "returned";
  if (wasLookedAt) return "changed";
  return missing.length > 0 ? "incomplete" : "unseen";
}
