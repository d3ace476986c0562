import { z } from "zod";
import { doneHere, stale, type Outcome } from "#access/forms/answer-form.server.ts";
import { noTransaction } from "#db/index.ts";
import { signReports, type ReviewedReport } from "#db/queries/reports/signing.ts";
import { lockReports } from "#db/queries/reports/term-records.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { parseId, type ClassKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { isToSign } from "#domain/report-state.ts";
import { readStates, findReportOwner, type ReportReading } from "../overview/read-states.server.ts";
import { findClass, type FoundClass } from "../find-report.server.ts";
import type { UnsignedReason, UnsignedReport } from "../overview/overview.rules.ts";
import { requireSigner, reviewedFingerprint, signerOf } from "./sign-report.server.ts";
import { NOT_SIGNED_WORDS } from "./signature-words.rules.ts";

/** The reports of a class as the signer saw them: `seen.12` holds the fingerprint of a student's report. */
export const ReviewedForm = z.object({
  seen: z
    .record(z.string(), z.string())
    .default({})
    .transform((seen) => Object.entries(seen).flatMap(reviewedReport)),
});

function reviewedReport([studentKey, fingerprint]: [string, string]): ReviewedReport[] {
  const id = parseId(studentKey);
  return id === null || !reviewedFingerprint.safeParse(fingerprint).success
    ? []
    : [{ studentKey: id, fingerprint }];
}

export type SignAllQuestion = Awaited<ReturnType<typeof questionFor>>;

/** Lists the reports that signing a class would sign, and those that would be left out. @throws forbidden, notFound */
export async function previewSignAll(
  person: Person,
  key: ClassKey,
  looked: readonly ReviewedReport[],
): Promise<Outcome<SignAllQuestion>> {
  const found = await findClass(person, key, noTransaction);
  requireSigner(person);
  if (found.lock === "past-term") return stale(NOT_SIGNED_WORDS["past-term"]);
  return doneHere(await questionFor(person, found, looked));
}

async function questionFor(person: Person, found: FoundClass, looked: readonly ReviewedReport[]) {
  const states = await readStates(found, null, noTransaction);
  const seen = stillSeen(states, looked);
  const keys = new Set(seen.map(({ studentKey }) => studentKey));
  const left = leftOf(unsignedBut(keys, states), looked, found);
  /** The number of reports in `seen` without a comment by the principal. */
  const uncommented = states.filter(
    ({ record }) => keys.has(record.student_key) && !record.principal_comment,
  ).length;
  return { seen, left, uncommented, signs: await signerOf(person, found.heading.time_zone) };
}

/** The number of reports that were signed, and the others with the reasons. */
export type ClassSigned = { signed: number; left: readonly UnsignedReport[] };

/**
 * Signs the complete reports of a class in one transaction, if the signer looked at them and they have not changed
 * since. Incomplete reports are signed one by one, or sent back. @throws forbidden, notFound
 */
export function signAllComplete(
  person: Person,
  key: ClassKey,
  { looked, wanted }: { looked: readonly ReviewedReport[]; wanted?: AbortSignal },
): Promise<Outcome<ClassSigned>> {
  return termTransaction(person, async (t) => {
    // The page is also the form teacher's, so the right to see the class is checked before the right to sign.
    const found = await findClass(person, key, t);
    requireSigner(person);
    if (found.lock === "past-term") return stale(NOT_SIGNED_WORDS["past-term"]);
    await lockReports({ ...key, studentKeys: found.students.map(({ student_key }) => student_key) }, t);
    const states = await readStates(found, null, t);
    const seen = stillSeen(states, looked);
    const signed = await signReports({ ...key, accountId: person.accountId, seen }, t);
    const signedKeys = new Set(signed.map(({ student_key }) => student_key));
    wanted?.throwIfAborted();
    return doneHere({ signed: signed.length, left: leftOf(unsignedBut(signedKeys, states), looked, found) });
  });
}

/** Keeps the reports that the signer looked at, that are complete, and that have not changed since. */
function stillSeen(states: readonly ReportReading[], looked: readonly ReviewedReport[]): ReviewedReport[] {
  const now = new Map(states.filter(isToSign).map(({ record }) => [record.student_key, record.fingerprint]));
  return looked.filter(({ studentKey, fingerprint }) => now.get(studentKey) === fingerprint);
}

function unsignedBut(signed: ReadonlySet<number>, states: readonly ReportReading[]): ReportReading[] {
  return states.filter(({ state, record }) => state !== "signed" && !signed.has(record.student_key));
}

function leftOf(unsigned: readonly ReportReading[], looked: readonly ReviewedReport[], found: FoundClass) {
  const lookedAt = new Set(looked.map(({ studentKey }) => studentKey));
  return unsigned.map((state): UnsignedReport => {
    const { name, url } = findReportOwner(state, found);
    return { name, url, why: reasonOf(state, lookedAt.has(state.record.student_key)) };
  });
}

function reasonOf({ record, missing }: ReportReading, wasLookedAt: boolean): UnsignedReason {
  if (record.returned) return "returned";
  if (wasLookedAt) return "changed";
  return missing.length > 0 ? "incomplete" : "unseen";
}
