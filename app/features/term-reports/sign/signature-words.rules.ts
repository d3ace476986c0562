import { toCalendarDay, formatDate, formatDateAndTime } from "#domain/dates.ts";
import { MESSAGES } from "#domain/messages.ts";
import { formatActorName } from "#domain/names.ts";
import { signatureUrl } from "#domain/paths.ts";
import type { FieldValues } from "#fields/value.ts";
import type { ReturnedReport, ReportSignature } from "../report/report.ts";

type Named = { first_name: string | null; last_name: string | null; user_name: string | null };

type Stored = {
  signature: (Named & { at: string; picture: string | null; changed: boolean; graded: boolean }) | null;
  returned: (Named & { at: string; reason: string }) | null;
};

export function toReportSignature(
  { signature }: Pick<Stored, "signature">,
  timeZone: string,
): ReportSignature | null {
  if (!signature) return null;
  return {
    by: formatActorName(signature),
    on: formatDate(toCalendarDay(signature.at, timeZone)),
    pictureUrl: signatureUrl(signature.picture),
    changed: signature.changed,
    graded: signature.graded,
  };
}

export function toReturnedReport(
  { returned }: Pick<Stored, "returned">,
  timeZone: string,
): ReturnedReport | null {
  if (!returned) return null;
  return {
    reason: returned.reason,
    by: formatActorName(returned),
    at: formatDateAndTime(returned.at, timeZone),
  };
}

/** The messages for a report that was not signed: the wording of the specification, then the reason. */
export const NOT_SIGNED_MESSAGES = {
  changed: `${MESSAGES.reportNotSigned}. The report changed while you had it open. Read it again, then sign.`,
  signed: `${MESSAGES.reportNotSigned}. This report has already been signed.`,
  "past-term": `${MESSAGES.reportNotSigned}. This term is over, so its reports can no longer be signed.`,
} as const;

/** The name under which a history lists the signature, as if the signature were a field. */
export const SIGNATURE_HISTORY_FIELD = "signature";

const COLUMNS = ["signed_at", "return_reason", "taken_back_reason"];

/**
 * Returns whether a change of the record concerns its signature, or the reason for sending it back or taking it back.
 */
export function isSignatureChange({ before, after }: { before: FieldValues; after: FieldValues }): boolean {
  return COLUMNS.some((column) => (before[column] ?? null) !== (after[column] ?? null));
}

/** Describes the signature after a change, such as 'Signed' or 'Withdrawn: Signed by mistake.' */
export function formatSignatureState({ signed_at, return_reason, taken_back_reason }: FieldValues): string {
  if (signed_at) return "Signed";
  if (return_reason) return `Sent back: ${return_reason}`;
  return taken_back_reason ? `Withdrawn: ${taken_back_reason}` : "Not signed";
}
