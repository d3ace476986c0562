import type { Values } from "#fields/value.ts";
import type { LoadedRow } from "../protocol/loaded-row.ts";
import type { Receipt, SaveRequest } from "../protocol/protocol.ts";
import type { Attempt, Destination } from "./send.ts";
import type { UnsentStore } from "../outbox/unsent.ts";

/** What a feature knows about the values of its own rows. */
export type ValueRules = {
  /** Values that agree with each other, such as no mark for a student who was absent. */
  normalise: (values: Values) => Values;
  /** Nothing was entered in the row. */
  isBlank: (values: Values) => boolean;
  /** The count of the receipt that a stored row stands in. */
  countedAs: (values: Values) => string;
};

/** What is saved row by row at one address, as the page was served with it: a mark sheet, a term record. */
export type LoadedTarget = Destination & {
  rows: readonly LoadedRow[];
  receipt: Receipt;
  rules: ValueRules;
};

/** A target of which only the address is known: its rows can be sent, not shown. */
export function unlistedTarget(destination: Destination): LoadedTarget {
  const rules = { normalise: (values: Values) => values, isBlank: () => true, countedAs: () => "" };
  return { ...destination, rows: [], receipt: { total: 0 }, rules };
}

export type Outside = {
  unsentStore: UnsentStore;
  newSaveId: () => string;
  send: (to: Destination, request: SaveRequest) => Promise<Attempt>;
};
