import { z } from "zod";
import type { ReviewedReport } from "#db/queries/reports/signing.ts";
import { cleanText } from "#domain/text/storable-text.ts";
import { badRequest } from "#runtime/errors.ts";
import { randomId } from "#runtime/ids.ts";

const FINGERPRINT = /^[\da-f]{64}$/;
const SEEN_REPORT = /^seen\.([1-9]\d{0,8})$/;

const InsertionSchema = z.object({
  phrase_id: z.coerce.number().int().positive(),
  base: z.coerce.number().int().nonnegative(),
});

/** The form of a phrase that is put into a comment. @throws badRequest */
export function readInsertion(form: FormData, field: string | undefined) {
  const parsed = InsertionSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) throw badRequest();
  const { phrase_id, base } = parsed.data;
  return { field: field ?? "", phraseId: phrase_id, base, saveId: randomId() };
}

/** What was looked at before it was signed. @throws badRequest */
export function readReviewedFingerprint(form: FormData): string {
  const seen = form.get("seen");
  if (typeof seen !== "string" || !FINGERPRINT.test(seen)) throw badRequest();
  return seen;
}

/** Each report of a class as it was looked at. */
export function readReviewedReports(form: FormData): ReviewedReport[] {
  return [...form].flatMap(([name, fingerprint]) => {
    const [, studentKey] = SEEN_REPORT.exec(name) ?? [];
    const isSeen =
      studentKey !== undefined && typeof fingerprint === "string" && FINGERPRINT.test(fingerprint);
    return isSeen ? [{ studentKey: Number(studentKey), fingerprint }] : [];
  });
}

/** Why a report is sent back; one line end is one character. */
export function readReason(form: FormData): string {
  const reason = form.get("reason");
  return typeof reason === "string" ? cleanText(reason).replaceAll(/\r\n?/g, "\n").trim() : "";
}

export type RowAct = { act: "delete" } | { act: "change"; newSubjectId: number };

const RowActSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("delete") }),
  z.object({ intent: z.literal("change"), new_subject_id: z.coerce.number().int().nonnegative() }),
]);

/** What an administrator asks for of a subject row. @throws badRequest */
export function readRowAct(form: FormData): RowAct {
  const parsed = RowActSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) throw badRequest();
  return parsed.data.intent === "delete"
    ? { act: "delete" }
    : { act: "change", newSubjectId: parsed.data.new_subject_id };
}
