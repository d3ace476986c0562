import type { Migration } from "../migration.ts";

/** The time when a password issued by the school expires; null for a password that the owner chose. */
export const oneTimePasswords: Migration = {
  name: "0015-one-time-passwords",
  up: `
    alter table accounts
      add column one_time_until timestamptz,
      add constraint accounts_one_time check (one_time_until is null or password_reset);
  `,
  down: `alter table accounts drop column one_time_until;`,
};
