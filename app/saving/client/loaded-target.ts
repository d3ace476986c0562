import { savedTarget } from "#domain/saved-targets.ts";
import type { Values } from "#fields/value.ts";
import type { ValueRules } from "../protocol/value-rules.ts";
import type { LoadedRow } from "../protocol/loaded-row.ts";
import type { Receipt, SaveRequest } from "../protocol/protocol.ts";
import type { Attempt, Destination } from "./send.ts";
import type { UnsentStore } from "../outbox/unsent.ts";

/** What is saved row by row at one address, as the page was served with it: a mark sheet, a term record. */
export type LoadedTarget = Destination & {
  rows: readonly LoadedRow[];
  receipt: Receipt;
  rules: ValueRules;
};

/** Only what is listed waits on a computer that others use: records of people never do (design section 8). */
export function staysOffDevice({ saveUrl }: Destination): boolean {
  return savedTarget(saveUrl) === null;
}

/** A target of which only the address is known: its rows can be sent, not shown. */
export function unlistedTarget(destination: Destination): LoadedTarget {
  const rules = { normalise: (values: Values) => values, countedAs: () => "blank" };
  return { ...destination, rows: [], receipt: { total: 0 }, rules };
}

export type Outside = {
  unsentStore: UnsentStore;
  newSaveId: () => string;
  /** @param since when the oldest row of it was typed, in milliseconds */
  send: (to: Destination, request: SaveRequest, since?: number) => Promise<Attempt>;
};
