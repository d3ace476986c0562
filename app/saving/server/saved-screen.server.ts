import type { Actor, Reading, Transaction } from "#db/index.ts";
import type { RowChange } from "#db/queries/row-change.ts";
import type { TermTransaction } from "#db/term-transaction.ts";
import type { Closed } from "#domain/lock.ts";
import type { Person } from "#domain/person.ts";
import type { AtomicGroups, RecordFields, Refusal } from "#fields/record.ts";
import type { Values } from "#fields/value.ts";
import type { ValueRules } from "../protocol/value-rules.ts";

type Stored = { version: number };

/** A row as it would be kept, and as it was when it was locked. */
export type RowWrite<Row extends Stored> = { row: string; values: Values; stored: Row };

/**
 * What a screen brings to be saved by: how its target is found, its fields, its rows and their history, its store. A
 * target is what is saved together, such as a mark sheet; its rows are named by the ids of what they are about.
 */
export type SavedScreen<Key, Target, Row extends Stored, Writing extends Transaction = TermTransaction> = {
  /** With a share of the term lock only where the turn of the term moves what is written: others do not wait for it. */
  begin: <Result>(
    actor: Actor,
    work: (t: Writing) => Promise<Result>,
    options: { saveId: string },
  ) => Promise<Result>;
  /** As far as this person may see it. @throws notFound */
  find: (person: Person, key: Key, t: Reading) => Promise<Target>;
  /** Null where something can be entered. */
  closed: (target: Target) => Closed | null;
  /** @param row decides what its own fields take, such as what a mark is out of */
  fields: (target: Target, row?: Row) => RecordFields;
  atomicGroups: (target: Target) => AtomicGroups;
  /** Makes saves of these rows take turns until the transaction ends, in one fixed order. */
  lock: (target: Target, rows: readonly number[], t: Writing) => Promise<void>;
  /** What is stored of these rows, or of all; a row that is not the target's is missing from the answer. */
  read: (target: Target, rows: readonly number[] | null, t: Reading) => Promise<Map<string, Row>>;
  /** Where more can be said of rows that are missing than `words.noRow`. */
  whyNoRow?: (target: Target, rows: readonly number[], t: Reading) => Promise<ReadonlyMap<string, string>>;
  valuesOf: (target: Target, row: Row) => Values;
  /** What happened to each row after a version, oldest first. */
  history: (target: Target, after: ReadonlyMap<number, number>, t: Reading) => Promise<RowChange[]>;
  rules: (target: Target) => ValueRules;
  /** Why one of the changes cannot stand beside what the row would hold, or null; each alone has its place. */
  refusal: (asked: { changes: Values; values: Values }, target: Target) => Refusal | null;
  /** Writes all rows at once; they are read again, so that what is answered is what is stored. */
  store: (target: Target, writes: readonly RowWrite<Row>[], t: Writing) => Promise<void>;
  /** A form of it is stored whole or not at all, where that is said; else each field stands or falls alone. */
  isWhole?: true;
  words: {
    /** Answered to who asks for a row that is not the target's. */
    notFound: string;
    /** Said of a row that is not the target's (any more). */
    noRow: string;
    /** Said of what is no field of a row. */
    noField: string;
  };
};
