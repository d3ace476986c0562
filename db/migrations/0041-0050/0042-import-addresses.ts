import type { Migration } from "../migration.ts";

export const importAddresses: Migration = {
  name: "0042-import-addresses",
  up: `
    -- From where it was asked for last: the worker that does it writes the security event.
    alter table imports add column address text not null default 'unknown';
  `,
  down: `alter table imports drop column address;`,
};
