import { PATHS } from "../paths.ts";

/** The address for comparing two records and merging the second into the first. */
export function mergeUrl({ kept, merged }: { kept: number; merged: number }): string {
  return `${PATHS.duplicates}/${kept}/${merged}`;
}
