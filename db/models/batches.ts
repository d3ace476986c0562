import type { BatchItemState, BatchKind, BatchContents, PrintedParts } from "#domain/documents/batches.ts";
import {
  boolean,
  identity,
  integer,
  json,
  NOW,
  nullable,
  smallint,
  text,
  timestamp,
  withDefault,
} from "./columns.ts";
import { table, type RowOf } from "./table.ts";

/** The document of one class, with a fingerprint of everything it prints. */
export const MadeDocument = table("made_documents", {
  made_document_id: identity(integer()),
  kind: text<BatchKind>(),
  academic_term_id: integer(),
  class_id: integer(),
  fingerprint: text(),
  /** The fingerprints of each student's printed parts, by student key. */
  printed: json<Readonly<Record<string, PrintedParts>>>(),
  contents: json<BatchContents>(),
  file_name: text(),
  bytes: integer(),
  made_at: withDefault(timestamp(), NOW),
});

export const Batch = table("batches", {
  batch_id: identity(integer()),
  kind: text<BatchKind>(),
  academic_term_id: integer(),
  assessment: nullable(smallint<1 | 2>()),
  scope: text(),
  about: text(),
  asked_by: integer(),
  asked_at: withDefault(timestamp(), NOW),
  begun_at: withDefault(timestamp(), NOW),
  ended_at: nullable(timestamp()),
  cancelled: withDefault(boolean(), false),
});

export const BatchItem = table("batch_items", {
  batch_item_id: identity(integer()),
  batch_id: integer(),
  class_id: integer(),
  position: smallint(),
  students: smallint(),
  state: withDefault(text<BatchItemState>(), "waiting"),
  /** How many students are laid out so far. */
  done: withDefault(smallint(), 0),
  failure: withDefault(text(), ""),
  made_document_id: nullable(integer()),
});

export type MadeDocument = RowOf<typeof MadeDocument>;
export type Batch = RowOf<typeof Batch>;
export type BatchItem = RowOf<typeof BatchItem>;
