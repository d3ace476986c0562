import { z } from "zod";
import { TERM_RECORD } from "#fields/term-record.ts";
import type { Values } from "#fields/value.ts";
import { valuesOfRecord } from "#features/term-reports/save/record.rules.ts";
import type { TermDetails } from "#features/term-reports/save/term-details.server.ts";
import { fieldsSchema, storedFields, valuesGiven } from "./record-fields.ts";

export const recordGiven = fieldsSchema(TERM_RECORD);

/** An empty comment saves nothing; null clears the comment. */
export function recordFromWire(body: Readonly<Record<string, unknown>>): Values {
  const { teacher_comment: comment, ...others } = body;
  const isLeftEmpty = typeof comment === "string" && comment.trim() === "";
  return valuesGiven(TERM_RECORD, isLeftEmpty ? others : body);
}

const Signature = z.strictObject({
  name: z.string(),
  signed_at: z.string(),
  picture: z.string().nullable(),
  changed_since: z.boolean(),
});

const SentSignature = z.object({ signed_at: z.string() });

/** A student's term record with the version against which a save is checked. */
export const TermRecord = z.strictObject({
  student_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  picture: z.string().nullable(),
  form_class_id: z.string(),
  class: z.string(),
  academic_term_id: z.int(),
  employee_id: z.int().nullable(),
  term: z.int(),
  ...storedFields(TERM_RECORD),
  principal_signature: Signature.nullable(),
  version: z.int(),
});

/**
 * Tells whether the signature in a record that is sent back is the stored one. A record without one, as it was read
 * before it was signed, asks for nothing.
 */
export function isStoredSignature(sent: unknown, { record }: TermDetails): boolean {
  if (sent === undefined || sent === null || sent === "") return true;
  const signed_at = record.signature?.at;
  return signed_at !== undefined && SentSignature.safeParse(sent).data?.signed_at === signed_at;
}

export function recordOnTheWire({
  heading,
  leadId,
  student,
  record,
}: TermDetails): z.input<typeof TermRecord> {
  return {
    student_id: student.student_id,
    first_name: student.first_name,
    last_name: student.last_name,
    picture: student.picture,
    form_class_id: heading.form_class_id,
    class: heading.class_label,
    academic_term_id: heading.academic_term_id,
    employee_id: leadId,
    term: heading.term,
    ...valuesOfRecord(record),
    principal_signature: signatureOnTheWire(record.signature),
    version: record.version,
  };
}

/** An account without an employee signs with its user name. */
function signatureOnTheWire(signature: TermDetails["record"]["signature"]): z.input<typeof Signature> | null {
  if (!signature) return null;
  const { first_name, last_name, user_name, at, picture, changed } = signature;
  const name = last_name === null ? (user_name ?? "") : `${first_name ?? ""} ${last_name}`.trim();
  return { name, signed_at: at, picture, changed_since: changed };
}
