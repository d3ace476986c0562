import type { Migration } from "../migration.ts";

/**
 * Data for the cover page of a batch about each document, as of when it was made, and the progress of a class that is
 * being made. Older documents lack this data, so they are made again when next requested.
 */
export const batchCovers: Migration = {
  name: "0028-batch-covers",
  up: `
    alter table made_documents add contents jsonb not null default '{"pages": 0, "cards": []}';
    alter table made_documents alter contents drop default;
    update made_documents set fingerprint = '';
    alter table batch_items add done smallint not null default 0;
  `,
  down: `
    alter table batch_items drop done;
    alter table made_documents drop contents;
  `,
};
