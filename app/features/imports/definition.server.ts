import type { Reading } from "#db/index.ts";
import type { PeopleTableName } from "#db/queries/people/merges/tables.ts";
import type { ImageRow } from "#db/queries/people/merges/images.ts";
import type { ImportImage } from "#db/queries/imports/rows.ts";
import type { TermTransaction } from "#db/term-transaction.ts";
import type { AskedRow, ImportColumn, ImportKind, JudgedRow } from "#domain/people/imports.ts";

/** What an import wrote: the public ids of whom it created, by the row of the file, and what was there before and after. */
export type Written = { ids: ReadonlyMap<number, string>; image: ImportImage };

/** Who asked for an import, and from where. */
export type Importer = { accountId: number; address: string };

export type JudgedFile = {
  judged: readonly JudgedRow[];
  /** Writes all rows that do something. */
  write: (importer: Importer, t: TermTransaction) => Promise<Written>;
};

/** What of a kind of people is their own; how a file is taken, looked at, imported and undone is the same for all. */
export type ImportDefinition = {
  kind: ImportKind;
  columns: readonly ImportColumn[];
  /** Without them nobody knows who is meant. */
  needed: readonly string[];
  /** What each row would do now. @param only these of them are judged, beside all others of the file */
  judge: (rows: readonly AskedRow[], t: Reading, only?: readonly AskedRow[]) => Promise<JudgedFile>;
  undo: ImportUndo;
};

export type ImportUndo = {
  /** All tables of a person that is created, what others refer to before them. */
  tables: readonly PeopleTableName[];
  /** Whose row it is; NaN where the row does not say. */
  personOf: (table: PeopleTableName, row: ImageRow) => number;
  /** `Farah Abdool, SR-26001`, of a row of the first table. */
  called: (row: ImageRow) => string;
  /** `24 marks`, or nothing. */
  counted: (table: PeopleTableName, count: number) => string[];
  /** What else stands against taking these away, in words; empty for nothing. */
  against: (keys: readonly number[], t: TermTransaction) => Promise<string>;
  /** What goes with them without standing against it. */
  forget: (keys: readonly number[], t: TermTransaction) => Promise<void>;
};

export type ImportDefinitions = Readonly<Record<ImportKind, ImportDefinition>>;
