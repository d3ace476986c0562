import type { Values } from "#fields/value.ts";
import type { ChangedField, RefusedFields } from "./protocol.ts";

/** A row as the page was served: what is stored, and what came of a form sent without script. */
export type LoadedRow = { row: string; version: number; values: Values; outcome?: RowOutcome };

export type RowOutcome =
  | { state: "saved" }
  /** `typed` is what was refused; everything else of the form is stored. */
  | { state: "refused"; refusals: readonly RefusedFields[]; typed: Values }
  /** `base` is the version that the form was read at; the row's own is the newer one. */
  | {
      state: "changed";
      by: string;
      at: string;
      fields: readonly ChangedField[];
      typed: Values;
      base: number;
    };

/** The version that a form says it was read at: until a colleague's change is decided, the one before it. */
export function baseOf({ version, outcome }: LoadedRow): number {
  return outcome?.state === "changed" ? outcome.base : version;
}
