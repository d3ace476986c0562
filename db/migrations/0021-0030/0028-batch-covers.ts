import type { Migration } from "../migration.ts";

/**
 * Data about each document for the cover page of a batch, and the progress of the document that is being made. Older
 * documents lack this data, so they are made again when somebody needs them.
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
