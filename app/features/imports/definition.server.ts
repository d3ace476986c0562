import type { Reading } from "#db/index.ts";
import type { PeopleTableName } from "#db/queries/people/merges/tables.ts";
import type { ImageRow } from "#db/queries/people/merges/images.ts";
import type { ImportImage } from "#db/queries/imports/rows.ts";
import type { TermTransaction } from "#db/term-transaction.ts";
import type { MatchedRow, ImportColumn, ImportKind, JudgedRow } from "#domain/people/imports.ts";

/** The result of an import: the public ids of created people by row of the file, and the rows before and after. */
export type Written = { ids: ReadonlyMap<number, string>; image: ImportImage };

/** The account that asked for an import, and its network address. */
export type Importer = { accountId: number; address: string };

export type JudgedFile = {
  judged: readonly JudgedRow[];
  /** Writes all rows that create or change somebody. */
  write: (importer: Importer, t: TermTransaction) => Promise<Written>;
};

/** The parts of an import that depend on the kind of people; everything else is the same for all. */
export type ImportDefinition = {
  kind: ImportKind;
  columns: readonly ImportColumn[];
  /** A row without these columns names nobody. */
  needed: readonly string[];
  /** The columns of dates, which are all written in the same order of day and month. */
  dates: readonly string[];
  /** Judges what each row would do now; with `only`, judges these rows alone, beside all others of the file. */
  judge: (rows: readonly MatchedRow[], t: Reading, only?: readonly MatchedRow[]) => Promise<JudgedFile>;
  undo: ImportUndo;
};

export type ImportUndo = {
  /** All tables of a created person, each after the tables that it refers to. */
  tables: readonly PeopleTableName[];
  /** Returns the person to whom a row belongs; NaN if the row does not say. */
  personOf: (table: PeopleTableName, row: ImageRow) => number;
  /** Returns words such as `Farah Abdool, SR-26001` for a row of the first table. */
  called: (row: ImageRow) => string;
  /** Returns words such as `24 marks`, or nothing. */
  counted: (table: PeopleTableName, count: number) => string[];
  /** Returns other reasons why these people cannot be removed; empty if there are none. */
  against: (keys: readonly number[], t: TermTransaction) => Promise<string>;
  /** Deletes the data that goes with these people and does not prevent their removal. */
  forget: (keys: readonly number[], t: TermTransaction) => Promise<void>;
};

export type ImportDefinitions = Readonly<Record<ImportKind, ImportDefinition>>;
