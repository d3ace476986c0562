import type { Migration } from "../migration.ts";

/** Prevents an item from having another class's document, and two items of a batch from having the same position. */
export const batchKeys: Migration = {
  name: "0025-batch-keys",
  up: `
    alter table made_documents add check (bytes > 0), add unique (made_document_id, class_id);
    alter table batch_items
      drop constraint batch_items_made_document_id_fkey,
      add foreign key (made_document_id, class_id) references made_documents (made_document_id, class_id),
      add unique (batch_id, position);
  `,
  down: `
    alter table batch_items
      drop constraint batch_items_batch_id_position_key,
      drop constraint batch_items_made_document_id_class_id_fkey,
      add foreign key (made_document_id) references made_documents;
    alter table made_documents
      drop constraint made_documents_made_document_id_class_id_key,
      drop constraint made_documents_bytes_check;
  `,
};
