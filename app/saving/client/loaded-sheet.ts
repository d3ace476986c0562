import type { Values } from "#fields/value.ts";
import type { Receipt, RowResult, SaveRequest } from "../protocol/protocol.ts";
import type { Counted } from "./row-phase.ts";
import type { LoadedRow } from "../protocol/loaded-row.ts";
import type { Attempt, Destination } from "./send.ts";
import type { UnsentStore } from "./unsent.ts";

/** What a sheet knows about its own values. */
export type ValueRules = {
  /** Values that agree with each other, such as no mark for who is absent. */
  normalise: (values: Values) => Values;
  count: (values: Values) => Counted;
};

export type LoadedSheet = Destination & {
  rows: readonly LoadedRow[];
  receipt: Receipt;
  rules: ValueRules;
};

/** A sheet of which only the address is known: its rows can be sent, not shown. */
export function unlistedSheet(destination: Destination): LoadedSheet {
  const receipt = { total: 0, saved: 0, absent: 0, noWork: 0, blank: 0 };
  const rules: ValueRules = { normalise: (values) => values, count: () => "blank" };
  return { ...destination, rows: [], receipt, rules };
}

export type Outside = {
  keeper: UnsentStore;
  newSaveId: () => string;
  send: (to: Destination, request: SaveRequest) => Promise<Attempt>;
};

/** What a request was answered, for those who tell it on. */
export type ResultListener = (results: readonly RowResult[]) => void;
