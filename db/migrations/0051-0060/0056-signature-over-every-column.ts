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

/** Of a mark the same. */
const NOT_SIGNED_OF_A_MARK = [
  "mark_id",
  "student_key",
  "academic_term_id",
  "employee_id",
  "version",
  "updated_at",
];

/** What every row of marks holds, also one whose mark was taken away again. */
const FRAME_OF_A_MARK = ["subject_id", "test_id", "fortnightly_test_id", "max_mark", "attendance"];

const MARKS = `
  select jsonb_agg(s.said || jsonb_build_object('grades', k.grades)
                   order by m.subject_id, m.test_id, m.fortnightly_test_id)
    from marks m
   cross join lateral (select jsonb_strip_nulls(to_jsonb(m) - ${array(NOT_SIGNED_OF_A_MARK)}) as said) s
    left join lateral (select jsonb_agg(jsonb_build_array(g.criterion_id, g.grade) order by g.criterion_id) as grades
                         from criterion_grades g
                        where g.mark_id = m.mark_id and g.grade is not null) k on true
   where m.student_key = d.student_key and m.academic_term_id = d.academic_term_id
     and (m.attendance <> 1 or k.grades is not null or s.said - ${array(FRAME_OF_A_MARK)} <> '{}')`;

/**
 * A signature stands for every column of the record and of its marks but for those listed above: a rating that is added
 * later counts without anybody thinking of it. A new column that is empty at first leaves the signatures valid; one with
 * a default changes every fingerprint, so its migration is wrapped in `replacedBy` as this one is.
 */
export const signatureOverEveryColumn: Migration = {
  name: "0056-signature-over-every-column",
  up: replacedBy(`
    create or replace function report_fingerprint(d term_records) returns text language plpgsql stable as $$
    begin
      return encode(sha256(convert_to(jsonb_build_array(
        jsonb_strip_nulls(to_jsonb(d) - ${array(NOT_SIGNED)}), (${MARKS}), (${CLASS}))::text, 'UTF8')), 'hex');
    end $$;`),
  down: fingerprintWithClass.up,
};

function array(columns: readonly string[]): string {
  return `array[${columns.map((column) => `'${column}'`).join(", ")}]`;
}
