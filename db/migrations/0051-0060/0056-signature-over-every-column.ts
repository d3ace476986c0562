import { MARKS } from "../0001-0010/0008-signing.ts";
import { fingerprintWithClass, replacedBy, CLASS } from "../0001-0010/0009-fingerprint-with-class.ts";
import type { Migration } from "../migration.ts";

/** Whose record it is, its state, and where its figures came from. */
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
 * A signature stands for every column of the record but for those listed above: a rating that is added later counts
 * without anybody thinking of it. A new column that is empty at first leaves the signatures valid; one with a default
 * changes every fingerprint, so its migration is wrapped in `replacedBy` as this one is. The columns of a mark are
 * written out, because reading each mark as a whole takes two and a half times as long; a test asks for every one.
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
