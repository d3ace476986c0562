import { toCalendarDay, formatDate, formatMoment } from "#domain/dates.ts";
import { MESSAGES } from "#domain/messages.ts";
import { actorName } from "#domain/names.ts";
import { signatureUrl } from "#domain/paths.ts";
import type { Returned, Signature } from "../report/report.ts";

type Named = { first_name: string | null; last_name: string | null; user_name: string | null };

type Stored = {
  signature: (Named & { at: string; picture: string | null; changed: boolean }) | null;
  returned: (Named & { at: string; reason: string }) | null;
};

export function signatureOf({ signature }: Pick<Stored, "signature">, timeZone: string): Signature | null {
  if (!signature) return null;
  return {
    by: actorName(signature),
    on: formatDate(toCalendarDay(signature.at, timeZone)),
    pictureUrl: signatureUrl(signature.picture),
    changed: signature.changed,
  };
}

export function returnedOf({ returned }: Pick<Stored, "returned">, timeZone: string): Returned | null {
  if (!returned) return null;
  return { reason: returned.reason, by: actorName(returned), at: formatMoment(returned.at, timeZone) };
}

/** The reasons why a report was not signed, each after the fixed wording that it was not. */
export const NOT_SIGNED_WORDS = {
  changed: `${MESSAGES.reportNotSigned}. The report changed while you had it open. Read it again, then sign.`,
  signed: `${MESSAGES.reportNotSigned}. This report has already been signed.`,
  "past-term": `${MESSAGES.reportNotSigned}. This term is over, so its reports can no longer be signed.`,
} as const;
