import { type Actor, type Reading, type Transaction, transaction } from "#db/index.ts";
import type { RowChange } from "#db/queries/row-change.ts";
import type { TermTransaction } from "#db/term-transaction.ts";
import type { Closed } from "#domain/lock.ts";
import type { Person } from "#domain/person.ts";
import {
  type AtomicGroups,
  type RecordFields,
  type Refusal,
  fromColumns,
  toColumns,
} from "#fields/record.ts";
import type { Values, ColumnValue } from "#fields/value.ts";
import type { ValueRules } from "../protocol/protocol.ts";

type Stored = { version: number };

/** The values that a row will hold, and the row as it was read after locking. */
export type RowWrite<Row extends Stored> = { row: string; values: Values; stored: Row };

/**
 * The description of a screen for the saving that all screens share. A target is saved together, such as a mark sheet;
 * a row has the id of its subject, such as the student.
 */
export type SavedScreen<Key, Target, Row extends Stored, Writing extends Transaction = TermTransaction> = {
  /** Begins the transaction. Only tables that the rollover changes need a share of the term lock. */
  begin: <Result>(
    actor: Actor,
    work: (t: Writing) => Promise<Result>,
    options: { saveId: string },
  ) => Promise<Result>;
  /** Finds the target if this person may see it. @throws notFound */
  find: (person: Person, key: Key, t: Reading) => Promise<Target>;
  /** Returns why nothing can be entered now, or null. */
  closed: (target: Target) => Closed | null;
  /** Returns the fields. Their limits may differ by row, such as a mark's maximum. */
  fields: (target: Target, row?: Row) => RecordFields;
  atomicGroups: (target: Target) => AtomicGroups;
  /** Locks these rows in a fixed order, so that saves of them take turns. */
  lock: (target: Target, rows: readonly number[], t: Writing) => Promise<void>;
  /** Reads these rows, or all (null). Rows that do not belong to the target are left out. */
  read: (target: Target, rows: readonly number[] | null, t: Reading) => Promise<Map<string, Row>>;
  /** Returns better reasons than `words.noRow` for missing rows. */
  whyNoRow?: (target: Target, rows: readonly number[], t: Reading) => Promise<ReadonlyMap<string, string>>;
  valuesOf: (target: Target, row: Row) => Values;
  /** Returns the changes of each row after a version, oldest first. */
  history: (target: Target, after: ReadonlyMap<number, number>, t: Reading) => Promise<RowChange[]>;
  rules: (target: Target) => ValueRules;
  /** Returns why changes that are valid alone contradict the rest of the row, or null. */
  refusal: (input: { changes: Values; values: Values }, target: Target) => Refusal | null;
  /** Writes all rows in one statement. They are read again afterwards, so that the answer shows what is stored. */
  store: (target: Target, writes: readonly RowWrite<Row>[], t: Writing) => Promise<void>;
  /** True if a form is stored whole or not at all. Without this, each field succeeds or fails alone. */
  isWhole?: true;
  words: {
    /** The answer to a request for one row that does not belong to the target. */
    notFound: string;
    /** The reason for a row of a save that does not belong to the target (any more). */
    noRow: string;
    /** The error for a field name that does not exist. */
    noField: string;
  };
};

type Columns = Record<string, ColumnValue>;

export type RecordRow = { version: number; columns: Columns };

export type RecordWrite = {
  row: number;
  columns: Columns;
  /** The fields that hold another value than before. */
  changed: ReadonlySet<string>;
};

/** The description of a person's record for saving, in one row or several. */
type PersonRecord<Key, Target> = {
  find: (person: Person, key: Key, t: Reading) => Promise<Target>;
  closed: (target: Target) => Closed | null;
  /** Returns the fields, which may differ by row. */
  fields: (target: Target, row?: RecordRow) => RecordFields;
  /** Locks the person's own row, so that saves of everything about the person take turns. */
  lock: (target: Target, t: Transaction) => Promise<void>;
  read: (target: Target, t: Reading) => Promise<ReadonlyMap<number, RecordRow>>;
  /** Returns the changes to a row after a version, in any order. */
  history: (target: Target, input: { row: number; base: number }, t: Reading) => Promise<RowChange[]>;
  store: (target: Target, write: RecordWrite, t: Transaction) => Promise<void>;
  words: SavedScreen<Key, Target, RecordRow>["words"];
};

/** Describes a person's record, which belongs to no term, and in which each field is a statement of its own. */
export function savedRecord<Key, Target>(
  record: PersonRecord<Key, Target>,
): SavedScreen<Key, Target, RecordRow, Transaction> {
  const { find, closed, fields, words } = record;
  const valuesOf = (target: Target, row: RecordRow) => fromColumns(fields(target, row), row.columns);
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
    refusal: () => null,
    store: async (target, writes, t) => {
      for (const { row, values, stored } of writes) {
        const changed = changedFields(values, valuesOf(target, stored));
        const columns = toColumns(fields(target, stored), values);
        await record.store(target, { row: Number(row), columns, changed }, t);
      }
    },
  };
}

function changedFields(values: Values, before: Values): ReadonlySet<string> {
  return new Set(
    Object.keys({ ...before, ...values }).filter((name) => (values[name] ?? null) !== (before[name] ?? null)),
  );
}
