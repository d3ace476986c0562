import type { Values } from "#fields/value.ts";
import type { ChangedField, RefusedFields } from "./protocol.ts";

/** A row as the page was served, with the outcome of a form that was sent without script. */
export type LoadedRow = { row: string; version: number; values: Values; outcome?: RowOutcome };

export type RowOutcome =
  | { state: "saved" }
  /** `typed` holds the refused values. Everything else of the form is stored. */
  | { state: "refused"; refusals: readonly RefusedFields[]; typed: Values }
  /** `base` is the version at which the form was read. The row has the newer one. */
  | {
      state: "changed";
      by: string;
      at: string;
      fields: readonly ChangedField[];
      typed: Values;
      base: number;
    };

/** Returns the version at which a form was read: until a conflict is decided, the one before it. */
export function baseOf({ version, outcome }: LoadedRow): number {
  return outcome?.state === "changed" ? outcome.base : version;
}
