import type { Migration } from "../migration.ts";

/**
 * Print runs of all documents of a class, with choices. The times of an item give the rate at which documents are made;
 * an item that reused a document has no `laid_out_at`.
 */
export const printRuns: Migration = {
  name: "0069-print-runs",
  up: `
    alter table made_documents drop constraint made_documents_kind_check;
    alter table made_documents add constraint made_documents_kind_check
      check (kind in ('report-card', 'mark-sheet', 'class-list', 'picture-list', 'contact-information',
                      'registration-form', 'attendance-register', 'id-cards'));
    alter table batches drop constraint batches_kind_check;
    alter table batches add constraint batches_kind_check
      check (kind in ('report-card', 'mark-sheet', 'class-list', 'picture-list', 'contact-information',
                      'registration-form', 'attendance-register', 'id-cards'));
    -- The chosen students, the month of registers and the rights of the person who asked; null without choices.
    alter table batches add options jsonb check (jsonb_typeof(options) = 'object');
    alter table batch_items
      add started_at  timestamptz,
      add laid_out_at timestamptz;
  `,
  down: `
    alter table batch_items drop started_at, drop laid_out_at;
    alter table batches drop options;
    delete from batches where kind not in ('report-card', 'mark-sheet');
    delete from made_documents where kind not in ('report-card', 'mark-sheet');
    alter table batches drop constraint batches_kind_check;
    alter table batches add constraint batches_kind_check check (kind in ('report-card', 'mark-sheet'));
    alter table made_documents drop constraint made_documents_kind_check;
    alter table made_documents add constraint made_documents_kind_check check (kind in ('report-card', 'mark-sheet'));
  `,
};
