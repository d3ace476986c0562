import { MARKS } from "../0001-0010/0008-signing.ts";
import {
  fingerprintWithClass,
  replaceReportFingerprint,
  CLASS,
} from "../0001-0010/0009-fingerprint-with-class.ts";
import type { Migration } from "../migration.ts";

/** Columns that identify the record, describe its state, or say how its numbers were counted. */
const NOT_SIGNED = [
  "term_record_id",
  "student_key",
  "academic_term_id",
  "sessions_taken_at",
  "signed_by",
  "signed_at",
  "signature",
  "signed_fingerprint",
  "returned_by",
  "returned_at",
  "return_reason",
  "taken_back_reason",
  "version",
  "updated_at",
];

/**
 * A signature covers every column of the record except the columns above, so that a rating added later is covered
 * automatically. A new column that is empty at first leaves signatures valid. A new column with a default changes
 * every fingerprint, so its migration must use `replaceReportFingerprint`, like this one. The columns of a mark are
 * listed one by one, because reading whole rows takes two and a half times as long; a test checks that no column is
 * missing.
 */
export const signatureOverEveryColumn: Migration = {
  name: "0056-signature-over-every-column",
  up: replaceReportFingerprint(fingerprintOver(MARKS)),
  down: fingerprintWithClass.up,
};

/** Returns the SQL that creates the function for a report's fingerprint. @param marks selects the marks of a report that a signature covers */
export function fingerprintOver(marks: string): string {
  return `
    create or replace function report_fingerprint(d term_records) returns text language plpgsql stable as $$
    begin
      return encode(sha256(convert_to(jsonb_build_array(
        jsonb_strip_nulls(to_jsonb(d) - array[${NOT_SIGNED.map((column) => `'${column}'`).join(", ")}]), (${marks}), (${CLASS}))::text, 'UTF8')), 'hex');
    end $$;`;
}
