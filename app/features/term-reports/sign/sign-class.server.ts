import { z } from "zod";
import { formSucceededWithResult, stale, type FormOutcome } from "#access/forms/answer-form.server.ts";
import { noTransaction } from "#db/index.ts";
import { signReports, type ReviewedReport } from "#db/queries/reports/term-reports.ts";
import { lockReports } from "#db/queries/reports/term-records.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { parseId, type ClassKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { isReadyToSign } from "#domain/report-state.ts";
import { readReportStates, findReportOwner, type ReportWithState } from "../overview/read-states.server.ts";
import { findReportClass, type ReportClass } from "../find-report.server.ts";
import type { UnsignedReason, UnsignedReport } from "../overview/overview.rules.ts";
import { requireSigner, reviewedFingerprint, previewSignature } from "./sign-report.server.ts";
import { NOT_SIGNED_MESSAGES } from "./signature-words.rules.ts";

/** The reports that the signer has looked at: `seen.12` is the fingerprint of student 12's report. */
export const ReviewedReportsFormSchema = z.object({
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

export type SignAllPreview = Awaited<ReturnType<typeof questionFor>>;

/**
 * Lists the reports that would be signed together, and the reports that would be left unsigned.
 * @throws forbidden, notFound
 */
export async function previewSignAll(
  person: Person,
  key: ClassKey,
  looked: readonly ReviewedReport[],
): Promise<FormOutcome<SignAllPreview>> {
  const found = await findReportClass(person, key, noTransaction);
  requireSigner(person);
  if (found.lock === "past-term") return stale(NOT_SIGNED_MESSAGES["past-term"]);
  return formSucceededWithResult(await questionFor(person, found, looked));
}

async function questionFor(person: Person, found: ReportClass, looked: readonly ReviewedReport[]) {
  const states = await readReportStates(found, null, noTransaction);
  const seen = stillSeen(states, looked);
  const keys = new Set(seen.map(({ studentKey }) => studentKey));
  const left = leftOf(unsignedBut(keys, states), looked, found);
  /** The number of reports to sign that have no comment by the principal. */
  const uncommented = states.filter(
    ({ record }) => keys.has(record.student_key) && !record.principal_comment,
  ).length;
  return { seen, left, uncommented, signs: await previewSignature(person, found.heading.time_zone) };
}

export type ClassSigningResult = { signed: number; left: readonly UnsignedReport[] };

/**
 * Signs the complete reports of a class in one transaction, provided that the signer has looked at them and they have
 * not changed since. Incomplete reports can only be signed one by one, or sent back.
 * @throws forbidden, notFound
 */
export function signAllComplete(
  person: Person,
  key: ClassKey,
  { looked, wanted }: { looked: readonly ReviewedReport[]; wanted?: AbortSignal },
): Promise<FormOutcome<ClassSigningResult>> {
  return termTransaction(person, async (t) => {
    // Whether the person may see the class is checked first, because the form teacher uses this page too.
    const found = await findReportClass(person, key, t);
    requireSigner(person);
    if (found.lock === "past-term") return stale(NOT_SIGNED_MESSAGES["past-term"]);
    await lockReports({ ...key, studentKeys: found.students.map(({ student_key }) => student_key) }, t);
    const states = await readReportStates(found, null, t);
    const seen = stillSeen(states, looked);
    const signed = await signReports({ ...key, accountId: person.accountId, seen }, t);
    const signedKeys = new Set(signed.map(({ student_key }) => student_key));
    wanted?.throwIfAborted();
    return formSucceededWithResult({
      signed: signed.length,
      left: leftOf(unsignedBut(signedKeys, states), looked, found),
    });
  });
}

/** Returns the reports that are complete and have not changed since the signer looked at them. */
function stillSeen(states: readonly ReportWithState[], looked: readonly ReviewedReport[]): ReviewedReport[] {
  const now = new Map(
    states.filter(isReadyToSign).map(({ record }) => [record.student_key, record.fingerprint]),
  );
  return looked.filter(({ studentKey, fingerprint }) => now.get(studentKey) === fingerprint);
}

function unsignedBut(signed: ReadonlySet<number>, states: readonly ReportWithState[]): ReportWithState[] {
  return states.filter(({ state, record }) => state !== "signed" && !signed.has(record.student_key));
}

function leftOf(unsigned: readonly ReportWithState[], looked: readonly ReviewedReport[], found: ReportClass) {
  const lookedAt = new Set(looked.map(({ studentKey }) => studentKey));
  return unsigned.map((state): UnsignedReport => {
    const { name, url } = findReportOwner(state, found);
    return { name, url, why: reasonOf(state, lookedAt.has(state.record.student_key)) };
  });
}

function reasonOf({ record, missing }: ReportWithState, wasLookedAt: boolean): UnsignedReason {
  if (record.returned) return "returned";
  if (wasLookedAt) return "changed";
  return missing.length > 0 ? "incomplete" : "unseen";
}
