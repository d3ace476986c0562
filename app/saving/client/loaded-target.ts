import { parseSavedTarget } from "#domain/saved-targets.ts";
import type { Values } from "#fields/value.ts";
import type { ValueRules, LoadedRow, Receipt, SaveRequest } from "../protocol/protocol.ts";
import type { Attempt, Destination } from "./send.ts";
import type { UnsentStore } from "../outbox/unsent.ts";

/**
 * A target whose rows are saved at one address, such as a mark sheet or a term record, as the page was served with it.
 */
export type LoadedTarget = Destination & {
  rows: readonly LoadedRow[];
  receipt: Receipt;
  rules: ValueRules;
};

/** Tells whether unsent rows stay off a device that other people may use. Records of people always stay off it. */
export function staysOffDevice({ saveUrl }: Destination): boolean {
  return parseSavedTarget(saveUrl) === null;
}

/** Returns a target of which only the address is known: its rows can be sent but not shown. */
export function unlistedTarget(destination: Destination): LoadedTarget {
  const rules = { normalise: (values: Values) => values, countedAs: () => "blank" };
  return { ...destination, rows: [], receipt: { total: 0 }, rules };
}

export type SavingDependencies = {
  unsentStore: UnsentStore;
  newSaveId: () => string;
  /** Sends a request; `since` is when its oldest row was typed, in milliseconds. */
  send: (to: Destination, request: SaveRequest, since?: number) => Promise<Attempt>;
};
