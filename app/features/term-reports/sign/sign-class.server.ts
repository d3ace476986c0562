import { noTransaction } from "#db/index.ts";
import { signReports, type ReviewedReport } from "#db/queries/reports/signing.ts";
import { lockReports } from "#db/queries/reports/term-records.ts";
import { termTransaction } from "#db/term-transaction.ts";
import type { ClassKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { isToSign } from "#domain/report-state.ts";
import { readStates, whoseReport, type ReportReading } from "../overview/read-states.server.ts";
import { findClass, type FoundClass } from "../find-report.server.ts";
import type { ClassSigned, LeftReason, LeftReport, SignAllQuestion } from "../overview/overview.ts";
import { requireSigner, signerOf } from "./sign-report.server.ts";

export type ClassSigning = ({ ok: true } & ClassSigned) | { ok: false; reason: "past-term" };

/** What signing a class will sign, and who is left out of it. @throws forbidden, notFound */
export async function askSignAll(
  person: Person,
  key: ClassKey,
  looked: readonly ReviewedReport[],
): Promise<SignAllQuestion | { ok: false; reason: "past-term" }> {
  const found = await findClass(person, key, noTransaction);
  requireSigner(person);
  if (found.lock === "past-term") return { ok: false, reason: "past-term" };
  const states = await readStates(found, null, noTransaction);
  const seen = stillSeen(states, looked);
  const keys = new Set(seen.map(({ studentKey }) => studentKey));
  const left = leftOf(unsignedBut(keys, states), looked, found);
  const uncommented = states.filter(
    ({ record }) => keys.has(record.student_key) && !record.principal_comment,
  ).length;
  return { ok: true, seen, left, uncommented, signs: await signerOf(person, found.heading.time_zone) };
}

/**
 * Signs the complete reports of a class in one transaction: those that were looked at and still are what they were.
 * Incomplete ones are signed one by one, or sent back. @throws forbidden, notFound
 */
export function signAllComplete(
  person: Person,
  key: ClassKey,
  { looked, wanted }: { looked: readonly ReviewedReport[]; wanted?: AbortSignal },
): Promise<ClassSigning> {
  return termTransaction(person, async (t) => {
    // The page is the form teacher's too: first the class has to be theirs to see, only then is asked whether they sign.
    const found = await findClass(person, key, t);
    requireSigner(person);
    if (found.lock === "past-term") return { ok: false, reason: "past-term" };
    await lockReports({ ...key, studentKeys: found.students.map(({ student_key }) => student_key) }, t);
    const states = await readStates(found, null, t);
    const seen = stillSeen(states, looked);
    const signed = await signReports({ ...key, accountId: person.accountId, seen }, t);
    const signedKeys = new Set(signed.map(({ student_key }) => student_key));
    wanted?.throwIfAborted();
    return { ok: true, signed: signed.length, left: leftOf(unsignedBut(signedKeys, states), looked, found) };
  });
}

/** Those that were looked at, are complete, and still are what they were. */
function stillSeen(states: readonly ReportReading[], looked: readonly ReviewedReport[]): ReviewedReport[] {
  const now = new Map(states.filter(isToSign).map(({ record }) => [record.student_key, record.fingerprint]));
  return looked.filter(({ studentKey, fingerprint }) => now.get(studentKey) === fingerprint);
}

function unsignedBut(signed: ReadonlySet<number>, states: readonly ReportReading[]): ReportReading[] {
  return states.filter(({ state, record }) => state !== "signed" && !signed.has(record.student_key));
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
