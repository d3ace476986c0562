import type { Migration } from "../migration.ts";

export const importAddresses: Migration = {
  name: "0042-import-addresses",
  up: `
    -- The address of the last request: the worker that carries it out writes the security event.
    alter table imports add column address text not null default 'unknown';
  `,
  down: `alter table imports drop column address;`,
};
