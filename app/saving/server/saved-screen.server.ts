import { type Actor, type ReadTransaction, type Transaction, transaction } from "#db/index.ts";
import type { RowChange } from "#db/queries/row-change.ts";
import type { TermTransaction } from "#db/term-transaction.ts";
import type { LockReason } from "#domain/lock.ts";
import type { Person } from "#domain/person.ts";
import {
  type AtomicGroups,
  type RecordFields,
  type FieldRefusal,
  columnsToValues,
  valuesToColumns,
} from "#fields/record.ts";
import type { FieldValues, ColumnValue } from "#fields/value.ts";
import type { SavingRules } from "../protocol/protocol.ts";

type Stored = { version: number };

/** The values that a row will have, and the row as it was read after locking. */
export type RowToWrite<Row extends Stored> = { row: string; values: FieldValues; stored: Row };

/**
 * Describes a screen to the shared saving code. A target, such as a mark sheet, is the set of rows that are saved
 * together. A row has the id of the student, or other thing, that it is about.
 */
export type SaveDefinition<Key, Target, Row extends Stored, Writing extends Transaction = TermTransaction> = {
  /** Begins the transaction. A shared lock on the term is needed only for tables that the rollover changes. */
  begin: <Result>(
    actor: Actor,
    work: (t: Writing) => Promise<Result>,
    options: { saveId: string },
  ) => Promise<Result>;
  /** Finds the target if this person may see it. @throws notFound */
  find: (person: Person, key: Key, t: ReadTransaction) => Promise<Target>;
  /**
   * The term of the target. Rows of a term that has not started wait on the device. Without this function, such rows
   * are refused.
   */
  termOf?: (key: Key) => number;
  /** Returns why the target cannot be edited now, or null. */
  closed: (target: Target) => LockReason | null;
  /** Returns the fields. Their limits may differ between rows, such as the maximum of a mark. */
  fields: (target: Target, row?: Row) => RecordFields;
  atomicGroups: (target: Target) => AtomicGroups;
  /** Locks these rows in a fixed order, so that concurrent saves wait for each other. */
  lock: (target: Target, rows: readonly number[], t: Writing) => Promise<void>;
  /** Reads these rows, or all rows (null). Rows that do not belong to the target are left out. */
  read: (target: Target, rows: readonly number[] | null, t: ReadTransaction) => Promise<Map<string, Row>>;
  /** Returns reasons for missing rows that are more specific than `words.noRow`. */
  whyNoRow?: (
    target: Target,
    rows: readonly number[],
    t: ReadTransaction,
  ) => Promise<ReadonlyMap<string, string>>;
  valuesOf: (target: Target, row: Row) => FieldValues;
  /** Returns the changes of each row since a version, oldest first. */
  history: (target: Target, after: ReadonlyMap<number, number>, t: ReadTransaction) => Promise<RowChange[]>;
  rules: (target: Target) => SavingRules;
  /** Returns why changes that are valid in themselves contradict the rest of the row, or null. */
  refusal: (
    input: { row: string; changes: FieldValues; values: FieldValues },
    target: Target,
  ) => FieldRefusal | null;
  /** Writes all rows in one statement. They are read again afterwards, so that the reply shows the stored values. */
  store: (target: Target, writes: readonly RowToWrite<Row>[], t: Writing) => Promise<void>;
  /** True if a form is stored as a whole or not at all. Otherwise each field is saved or refused independently. */
  isWhole?: true;
  words: {
    /** The error message for a request about one row that does not belong to the target. */
    notFound: string;
    /** The reason shown for a row that does not belong to the target, or no longer does. */
    noRow: string;
    /** The error message for an unknown field. */
    noField: string;
  };
};

type Columns = Record<string, ColumnValue>;

export type RecordRow = { version: number; columns: Columns };

export type RecordWrite = {
  row: number;
  columns: Columns;
  /** The fields with a changed value. */
  changed: ReadonlySet<string>;
};

/** Describes how the shared saving code saves a person's record, in one row or several. */
type PersonRecord<Key, Target> = {
  find: (person: Person, key: Key, t: ReadTransaction) => Promise<Target>;
  closed: (target: Target) => LockReason | null;
  /** Returns the fields, which may differ between rows. */
  fields: (target: Target, row?: RecordRow) => RecordFields;
  /** Locks the person's own row, so that concurrent saves of their data wait for each other. */
  lock: (target: Target, t: Transaction) => Promise<void>;
  read: (target: Target, t: ReadTransaction) => Promise<ReadonlyMap<number, RecordRow>>;
  /** Returns the changes to a row since a version, in any order. */
  history: (target: Target, input: { row: number; base: number }, t: ReadTransaction) => Promise<RowChange[]>;
  store: (target: Target, write: RecordWrite, t: Transaction) => Promise<void>;
  /** Returns why changes that are valid in themselves contradict the rest of the row, or null. */
  refusal?: SaveDefinition<Key, Target, RecordRow>["refusal"];
  words: SaveDefinition<Key, Target, RecordRow>["words"];
};

/**
 * Describes how a person's record is saved. The record belongs to no term, and each field succeeds or fails alone.
 */
export function recordSaveDefinition<Key, Target>(
  record: PersonRecord<Key, Target>,
): SaveDefinition<Key, Target, RecordRow, Transaction> {
  const { find, closed, fields, words } = record;
  const valuesOf = (target: Target, row: RecordRow) => columnsToValues(fields(target, row), row.columns);
  return {
    begin: transaction,
    find,
    closed,
    fields,
    words,
    valuesOf,
    atomicGroups: () => [],
    lock: (target, _rows, t) => record.lock(target, t),
    read: async (target, wanted, t) => {
      const stored = [...(await record.read(target, t))];
      const wantedRows = stored.filter(([row]) => wanted === null || wanted.includes(row));
      return new Map(wantedRows.map(([row, held]) => [String(row), held]));
    },
    history: async (target, bases, t) => {
      const changes: RowChange[] = [];
      for (const [row, base] of bases) changes.push(...(await record.history(target, { row, base }, t)));
      return changes.toSorted((one, other) => one.version - other.version);
    },
    rules: () => ({ normalise: (values) => values, countedAs: () => "saved" }),
    refusal: record.refusal ?? (() => null),
    store: async (target, writes, t) => {
      for (const { row, values, stored } of writes) {
        const changed = changedFields(values, valuesOf(target, stored));
        const columns = valuesToColumns(fields(target, stored), values);
        await record.store(target, { row: Number(row), columns, changed }, t);
      }
    },
  };
}

function changedFields(values: FieldValues, before: FieldValues): ReadonlySet<string> {
  return new Set(
    Object.keys({ ...before, ...values }).filter((name) => (values[name] ?? null) !== (before[name] ?? null)),
  );
}
