import type { Values } from "#fields/value.ts";

/** What the history of a report calls its signature by, beside the names of its fields. */
export const SIGNATURE = "signature";

const COLUMNS = ["signed_at", "return_reason", "taken_back_reason"];

/** Whether a change of the record is one of its signature, or of what stands in its place. */
export function isOfSignature({ before, after }: { before: Values; after: Values }): boolean {
  return COLUMNS.some((column) => (before[column] ?? null) !== (after[column] ?? null));
}

/** Where a signature stood after a change: 'Signed', 'Taken back: Signed by mistake.' */
export function signatureWords({ signed_at, return_reason, taken_back_reason }: Values): string {
  if (signed_at) return "Signed";
  if (return_reason) return `Sent back: ${return_reason}`;
  return taken_back_reason ? `Taken back: ${taken_back_reason}` : "Not signed";
}
