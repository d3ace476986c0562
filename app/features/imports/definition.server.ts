import type { ReadTransaction } from "#db/index.ts";
import type { PeopleTableName } from "#db/queries/people/merges/tables.ts";
import type { SnapshotRow } from "#db/queries/people/merges/images.ts";
import type { ImportUndoSnapshot } from "#db/queries/imports/rows.ts";
import { longTermTransaction, termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import type {
  MatchedImportRow,
  ImportColumn,
  ImportingPerson,
  ImportKind,
  ListImportKind,
  CheckedImportRow,
} from "#domain/people/imports.ts";

/** The result of an import: the public ids of the new people by row number, and the database rows before and after. */
type ImportWriteResult = { ids: ReadonlyMap<number, string>; image: ImportUndoSnapshot };

export type CheckedImportFile = {
  judged: readonly CheckedImportRow[];
  /** Writes all rows that create or change a person. */
  write: (importer: ImportingPerson, t: TermTransaction) => Promise<ImportWriteResult>;
};

/** The parts of an import that differ between the kinds. */
export type ImportDefinition = {
  kind: ListImportKind;
  columns: readonly ImportColumn[];
  /** The columns without which a row does not identify anybody. */
  needed: readonly string[];
  /** The columns of dates, which are all written in the same order of day and month. */
  dates: readonly string[];
  /** Decides what the import would do with each row (or only those in `only`). Rows may depend on one another. */
  judge: (
    rows: readonly MatchedImportRow[],
    t: ReadTransaction,
    only?: readonly MatchedImportRow[],
  ) => Promise<CheckedImportFile>;
  /**
   * The way in which an import of people is undone. Rows about the school itself are restored one by one. Rows of the
   * current term can be restored only while that term lasts.
   */
  undo: ImportUndo | "by-row" | "by-row-of-any-term";
};

export type ImportUndo = {
  /** All tables that can have rows of a new person, each after the tables that its foreign keys refer to. */
  tables: readonly PeopleTableName[];
  /** Returns the key of the person to whom a database row belongs, or NaN if the row does not say. */
  personOf: (table: PeopleTableName, row: SnapshotRow) => number;
  /** Returns text such as `Farah Abdool, SR-26001` for a row of the first table. */
  called: (row: SnapshotRow) => string;
  /** Returns text such as `24 marks` for rows of a table, or an empty list for a table that messages do not mention. */
  counted: (table: PeopleTableName, count: number) => string[];
  /** Returns another reason why these people cannot be removed, or empty text. */
  against: (keys: readonly number[], t: TermTransaction) => Promise<string>;
  /** Deletes data that must not stop the removal, such as the decision that two students are not duplicates. */
  forget: (keys: readonly number[], t: TermTransaction) => Promise<void>;
};

/**
 * The part of a definition that the pages of an import need. A workbook has no columns of its own, and its rows are
 * judged by the job only, because they depend on each other.
 */
export type ImportPageDefinition = Pick<ImportDefinition, "columns" | "needed" | "dates"> & {
  kind: ImportKind;
  judge: ImportDefinition["judge"] | null;
};

export const WORKBOOK_IMPORT: ImportPageDefinition = {
  kind: "workbook",
  columns: [],
  needed: [],
  dates: [],
  judge: null,
};

/**
 * Begins the transaction of an import. The import of a whole school may take minutes, so its transaction waits longer
 * for others.
 */
export function importTransaction(kind: ImportKind): typeof longTermTransaction {
  return kind === "students" || kind === "employees" ? termTransaction : longTermTransaction;
}

/** A subject by its title and its abbreviation. */
export type SubjectHeading = { title: string; abbr: string };

/**
 * A definition, or a function that makes it from the school's data, such as a column for each subject. The function is
 * given the subjects of the same workbook, which do not exist yet.
 */
export type ImportDefinitions = Readonly<
  Record<
    ListImportKind,
    ImportDefinition | ((subjects?: readonly SubjectHeading[]) => Promise<ImportDefinition>)
  >
>;

export async function findImportDefinition(
  definitions: ImportDefinitions,
  kind: ListImportKind,
  subjects: readonly SubjectHeading[] = [],
): Promise<ImportDefinition> {
  const definition = definitions[kind];
  return typeof definition === "function" ? definition(subjects) : definition;
}
