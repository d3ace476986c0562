import { parseSaveTarget } from "#domain/saved-targets.ts";
import type { FieldValues } from "#fields/value.ts";
import type { SavingRules, LoadedRow, SaveReceipt, SaveRequest } from "../protocol/protocol.ts";
import type { SendResult, SaveDestination } from "./send.ts";
import type { UnsentStore } from "../outbox/unsent.ts";

/** The rows that are saved at one URL, such as those of a mark sheet, with the values that the page loaded. */
export type LoadedTarget = SaveDestination & {
  rows: readonly LoadedRow[];
  receipt: SaveReceipt;
  rules: SavingRules;
};

/** Tells whether unsent rows must stay off a device that others may use, as all records of people must. */
export function mustStayOffDevice({ saveUrl }: SaveDestination): boolean {
  return parseSaveTarget(saveUrl) === null;
}

/** Returns a target for rows of which only the URL is known. Such rows can be sent but not shown. */
export function targetWithoutRows(destination: SaveDestination): LoadedTarget {
  const rules = { normalise: (values: FieldValues) => values, countedAs: () => "blank" };
  return { ...destination, rows: [], receipt: { total: 0 }, rules };
}

export type SavingDependencies = {
  unsentStore: UnsentStore;
  newSaveId: () => string;
  /** Sends a request. `since` is the time when its oldest row was typed, in milliseconds. */
  send: (to: SaveDestination, request: SaveRequest, since?: number) => Promise<SendResult>;
};
