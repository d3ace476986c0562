import { PATHS } from "../paths.ts";

/** Where two records are compared, and merged into the first. */
export function mergeUrl({ kept, merged }: { kept: number; merged: number }): string {
  return `${PATHS.duplicates}/${kept}/${merged}`;
}
