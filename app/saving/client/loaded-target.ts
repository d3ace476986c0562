import { parseSaveTarget } from "#domain/saved-targets.ts";
import type { Values } from "#fields/value.ts";
import type { SavingRules, LoadedRow, Receipt, SaveRequest } from "../protocol/protocol.ts";
import type { SendResult, SaveDestination } from "./send.ts";
import type { UnsentStore } from "../outbox/unsent.ts";

/**
 * A group of rows saved at one URL, such as a mark sheet or the record of a term, with the values in the loaded page.
 */
export type LoadedTarget = SaveDestination & {
  rows: readonly LoadedRow[];
  receipt: Receipt;
  rules: SavingRules;
};

/**
 * Returns whether unsent rows must not be stored on the device, which other people may use. Records of people are never
 * stored.
 */
export function staysOffDevice({ saveUrl }: SaveDestination): boolean {
  return parseSaveTarget(saveUrl) === null;
}

/** Returns a target for rows of which only the URL is known: they can be sent but not shown. */
export function targetWithoutRows(destination: SaveDestination): LoadedTarget {
  const rules = { normalise: (values: Values) => values, countedAs: () => "blank" };
  return { ...destination, rows: [], receipt: { total: 0 }, rules };
}

export type SavingDependencies = {
  unsentStore: UnsentStore;
  newSaveId: () => string;
  /** Sends a request. `since` is when its oldest row was typed, in milliseconds. */
  send: (to: SaveDestination, request: SaveRequest, since?: number) => Promise<SendResult>;
};
