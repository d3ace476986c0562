import type {
  BatchItemState,
  BatchKind,
  BatchContents,
  BatchOptions,
  PrintedPartHashes,
} from "#domain/documents/batches.ts";
import {
  booleanColumn,
  identityColumn,
  integerColumn,
  jsonColumn,
  NOW_LITERAL,
  nullable,
  smallintColumn,
  textColumn,
  timestampColumn,
  withDefault,
} from "./columns.ts";
import { table, type RowOf } from "./table.ts";

/** The document of one class, with a fingerprint of everything it prints. */
export const BatchDocument = table("made_documents", {
  made_document_id: identityColumn(integerColumn()),
  kind: textColumn<BatchKind>(),
  academic_term_id: integerColumn(),
  class_id: integerColumn(),
  fingerprint: textColumn(),
  /** The fingerprints of each student's printed parts, by student key. */
  printed: jsonColumn<Readonly<Record<string, PrintedPartHashes>>>(),
  contents: jsonColumn<BatchContents>(),
  file_name: textColumn(),
  bytes: integerColumn(),
  made_at: withDefault(timestampColumn(), NOW_LITERAL),
});

export const Batch = table("batches", {
  batch_id: identityColumn(integerColumn()),
  kind: textColumn<BatchKind>(),
  academic_term_id: integerColumn(),
  assessment: nullable(smallintColumn<1 | 2>()),
  scope: textColumn(),
  about: textColumn(),
  options: nullable(jsonColumn<BatchOptions>()),
  asked_by: integerColumn(),
  asked_at: withDefault(timestampColumn(), NOW_LITERAL),
  begun_at: withDefault(timestampColumn(), NOW_LITERAL),
  ended_at: nullable(timestampColumn()),
  cancelled: withDefault(booleanColumn(), false),
});

export const BatchItem = table("batch_items", {
  batch_item_id: identityColumn(integerColumn()),
  batch_id: integerColumn(),
  class_id: integerColumn(),
  position: smallintColumn(),
  students: smallintColumn(),
  state: withDefault(textColumn<BatchItemState>(), "waiting"),
  /** The number of students that are laid out so far. */
  done: withDefault(smallintColumn(), 0),
  failure: withDefault(textColumn(), ""),
  made_document_id: nullable(integerColumn()),
  /** The time when a worker began the item. */
  started_at: nullable(timestampColumn()),
  /** Only older versions write this column. */
  laid_out_at: nullable(timestampColumn()),
});

export type BatchDocument = RowOf<typeof BatchDocument>;
export type Batch = RowOf<typeof Batch>;
export type BatchItem = RowOf<typeof BatchItem>;
