import type { Receipt, RowResult, SaveRequest, Values } from "./protocol.ts";
import type { Counted } from "./row-phase.ts";
import type { LoadedRow } from "./row-state.ts";
import type { Attempt, Destination } from "./send.ts";
import type { UnsentKeeper } from "./unsent.ts";

/** What a sheet knows about its own values. */
export type ValueRules = {
  /** Values that agree with each other, such as no mark for who is absent. */
  settle: (values: Values) => Values;
  count: (values: Values) => Counted;
};

export type LoadedSheet = Destination & {
  rows: readonly LoadedRow[];
  receipt: Receipt;
  rules: ValueRules;
};

export type Outside = {
  keeper: UnsentKeeper;
  newSaveId: () => string;
  send: (to: Destination, request: SaveRequest) => Promise<Attempt>;
};

/** What a request was answered, for those who tell it on. */
export type ResultListener = (results: readonly RowResult[]) => void;
