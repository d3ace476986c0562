import { MARKS } from "../0001-0010/0008-signing.ts";
import { fingerprintWithClass, replacedBy, CLASS } from "../0001-0010/0009-fingerprint-with-class.ts";
import type { Migration } from "../migration.ts";

/** The columns that identify the record, describe its state, or say where its numbers came from. */
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
 * A signature covers every column of the record except those listed above, so that a rating added later is covered
 * without anybody thinking of it. A new column that is empty at first leaves signatures valid; one with a default
 * changes every fingerprint, so its migration must be wrapped in `replacedBy` like this one. The columns of a mark
 * are written out, because reading each mark as a whole takes two and a half times as long; a test checks that every
 * one is listed.
 */
export const signatureOverEveryColumn: Migration = {
  name: "0056-signature-over-every-column",
  up: replacedBy(`
    create or replace function report_fingerprint(d term_records) returns text language plpgsql stable as $$
    begin
      return encode(sha256(convert_to(jsonb_build_array(
        jsonb_strip_nulls(to_jsonb(d) - array[${NOT_SIGNED.map((column) => `'${column}'`).join(", ")}]), (${MARKS}), (${CLASS}))::text, 'UTF8')), 'hex');
    end $$;`),
  down: fingerprintWithClass.up,
};
