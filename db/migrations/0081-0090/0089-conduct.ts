import { replaceReportFingerprint } from "../0001-0010/0009-fingerprint-with-class.ts";
import type { Migration } from "../migration.ts";

/** A student's conduct in a few words, which the report card of a level may show. Signatures without it stay valid. */
export const conduct: Migration = {
  name: "0089-conduct",
  up: `alter table term_records add column conduct text check (conduct <> '' and length(conduct) <= 20)`,
  down: replaceReportFingerprint("alter table term_records drop column conduct;"),
};
