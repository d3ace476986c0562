import type { Migration } from "../migration.ts";

/**
 * What the cover of a run says of each document, as it was when the document was made; and how far a class is that is
 * being made. Of older documents nobody knows it: they are made again when they are next asked for.
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
