import type { Values } from "#fields/value.ts";

/** The name of the signature in a report's history, beside the names of the fields. */
export const SIGNATURE = "signature";

const COLUMNS = ["signed_at", "return_reason", "taken_back_reason"];

/** Tells whether a change of the record concerns its signature or the reason in the signature's place. */
export function isOfSignature({ before, after }: { before: Values; after: Values }): boolean {
  return COLUMNS.some((column) => (before[column] ?? null) !== (after[column] ?? null));
}

/** Puts the state of a signature after a change into words: 'Signed', 'Taken back: Signed by mistake.' */
export function formatSignatureState({ signed_at, return_reason, taken_back_reason }: Values): string {
  if (signed_at) return "Signed";
  if (return_reason) return `Sent back: ${return_reason}`;
  return taken_back_reason ? `Taken back: ${taken_back_reason}` : "Not signed";
}
