import type { Reading, Transaction } from "#db/index.ts";
import type { RowChange } from "#db/queries/row-change.ts";
import type { Person } from "#domain/person.ts";
import type { RecordFields, Refusal } from "#fields/record.ts";
import type { Values } from "#fields/value.ts";
import type { Receipt } from "../protocol/protocol.ts";

/** Why nothing at all can be entered now. */
export type Closed = { why: "not-yours" | "past-term"; words: string };

type Stored = { version: number };

/** A row as it would be kept, and as it was when it was locked. */
export type RowWrite<Row extends Stored> = { row: string; values: Values; stored: Row };

/**
 * What a screen brings to be saved by: how its target is found, its fields, its rows and their history, its store. A
 * target is what is saved together, such as a mark sheet; its rows are named by the ids of what they are about.
 */
export type SavedScreen<Key, Target, Row extends Stored> = {
  /** As far as this person may see it. @throws notFound */
  find: (person: Person, key: Key, t: Reading) => Promise<Target>;
  /** Null where something can be entered. */
  closed: (target: Target) => Closed | null;
  /** @param row decides what its own fields take, such as what a mark is out of */
  fields: (target: Target, row?: Row) => RecordFields;
  /** Fields that say one thing between them: whoever changes one has an opinion on all. */
  atomicGroups: (target: Target) => readonly (readonly string[])[];
  /** Makes saves of these rows take turns until the transaction ends, in one fixed order. */
  lock: (target: Target, rows: readonly number[], t: Transaction) => Promise<void>;
  /** What is stored of these rows, or of all; a row that is not the target's is missing from the answer. */
  read: (target: Target, rows: readonly number[] | null, t: Reading) => Promise<Map<string, Row>>;
  valuesOf: (target: Target, row: Row) => Values;
  /** What happened to each row after a version, oldest first. */
  history: (target: Target, after: ReadonlyMap<number, number>, t: Reading) => Promise<RowChange[]>;
  /** Of the stored values that a change names those that the screen has, as it has them. */
  changedValues: (stored: NonNullable<RowChange["new_values"]>) => Values;
  /** A row whose fields agree with each other, such as no mark for who is absent. */
  agreeing: (values: Values, target: Target) => Values;
  /** Why these fields cannot stand beside each other, or null; each alone has its place. */
  refusal: (asked: { changes: Values; values: Values }, target: Target) => Refusal | null;
  /** Writes all rows at once and answers their new versions. */
  store: (target: Target, writes: readonly RowWrite<Row>[], t: Transaction) => Promise<Map<string, number>>;
  receipt: (target: Target, rows: readonly Values[]) => Receipt;
  words: {
    /** Answered to who asks for a row that is not the target's. */
    notFound: string;
    /** Said of a row that is not the target's (any more). */
    noRow: string;
    /** Said of what is no field of a row. */
    noField: string;
  };
};
