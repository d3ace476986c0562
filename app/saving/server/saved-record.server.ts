import { transaction, type Reading, type Transaction } from "#db/index.ts";
import type { RowChange } from "#db/queries/row-change.ts";
import type { Closed } from "#domain/lock.ts";
import type { Person } from "#domain/person.ts";
import { fromColumns, toColumns, type RecordFields } from "#fields/record.ts";
import type { ColumnValue, Values } from "#fields/value.ts";
import type { SavedScreen } from "./saved-screen.server.ts";

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
