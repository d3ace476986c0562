import type { ImportKind, ImportLine, ImportState, Outcome } from "#domain/people/imports.ts";
import { IMPORT_KINDS } from "./kinds.ts";

/** The field of the file. */
export const FILE_FIELD = "file";

/** Rows of a dry run on one page. */
export const PAGE_ROWS = 50;

const IMPORT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isImportId(text: string | undefined): text is string {
  return text !== undefined && IMPORT_ID.test(text);
}

export function importUrl(kind: ImportKind, importId: string): string {
  return `${IMPORT_KINDS[kind].path}/${importId}`;
}

export function templateUrl(kind: ImportKind, format: "xlsx" | "csv"): string {
  return `${IMPORT_KINDS[kind].path}/template/${format}`;
}

/** Of the same kind as the file that was sent. */
export function refusedRowsUrl(kind: ImportKind, importId: string): string {
  return `${importUrl(kind, importId)}/refused`;
}

/** An import as the list of them says it. */
export type ShownListed = { url: string; begun: string; by: string; file: string; words: string };

export type ShownRow = {
  row: number;
  outcome: Outcome;
  publicId: string;
  name: string;
  class: string;
  lines: readonly ImportLine[];
};

export type ShownImport = {
  kind: ImportKind;
  id: string;
  /** Of all rows, and of those that are shown: what comes again by itself is never taken for others. */
  base: string;
  url: string;
  file: string;
  state: ImportState;
  failure: string;
  readAt: number;
  /** `26 Jun 2026, 10:41, W. Gomez`. */
  about: string;
  counts: Record<Outcome, number> & { all: number };
  /** Of what is created the classes, of what is changed the values. */
  spread: { classes: number; values: number };
  /** Shown alone; null for all. */
  outcome: Outcome | null;
  rows: ShownRow[];
  page: number;
  /** Until when it can be undone, or could be if it were done now; null where it is too late. */
  undoUntil: string | null;
};
