import type { Missing } from "../report/report.ts";

type State = {
  record: { signature: { changed: boolean } | null; returned: object | null };
  missing: readonly Missing[];
};

/**
 * What signing a whole class signs: complete, not sent back and waiting for its teacher, and not signed yet, or changed
 * since. An incomplete report can be signed all the same, but by an act of its own.
 */
export function isSignable({ record, missing }: State): boolean {
  const isSigned = record.signature !== null && !record.signature.changed;
  return missing.length === 0 && record.returned === null && !isSigned;
}
