import type { Migration } from "../migration.ts";

/**
 * The reason why a signature was removed. It is stored until the report is signed again. The audit trail has the
 * author and the time.
 */
export const signatureTakenBack: Migration = {
  name: "0014-signature-taken-back",
  up: `
    alter table term_records
      add column taken_back_reason text check (taken_back_reason <> '' and length(taken_back_reason) <= 200),
      add check (taken_back_reason is null or signed_by is null);
  `,
  down: `alter table term_records drop column taken_back_reason;`,
};
