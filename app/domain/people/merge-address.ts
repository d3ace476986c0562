import { PATHS } from "../paths.ts";

/** Returns the URL of the page that compares two records and merges the second into the first. */
export function mergeUrl({ kept, merged }: { kept: number; merged: number }): string {
  return `${PATHS.duplicates}/${kept}/${merged}`;
}
