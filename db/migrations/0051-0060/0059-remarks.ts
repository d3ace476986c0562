import { MARKS } from "../0001-0010/0008-signing.ts";
import { replaceReportFingerprint } from "../0001-0010/0009-fingerprint-with-class.ts";
import type { Migration } from "../migration.ts";
import { fingerprintOver } from "./0056-signature-over-every-column.ts";

/** A mark without a remark is written as before, so every signature stays valid. */
const MARKS_WITH_REMARKS = MARKS.replace(
  "m.preparedness, k.grades)",
  "m.preparedness, k.grades) || case when m.remark is null then '[]' else jsonb_build_array(m.remark) end",
).replace("or k.grades is not null)", "or k.grades is not null or m.remark is not null)");

/**
 * The remark of a subject's teacher on a student's work in a term, which is stored with the mark that counts. The
 * signature covers it.
 */
export const remarks: Migration = {
  name: "0059-remarks",
  up: `
    alter table marks add column remark text check (remark <> '' and length(remark) <= 80);
    ${fingerprintOver(MARKS_WITH_REMARKS)}
  `,
  down: `
    ${replaceReportFingerprint(fingerprintOver(MARKS))}
    alter table marks drop column remark;
  `,
};
