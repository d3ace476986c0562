import { isSameValue } from "#saving/protocol/merge.ts";
import type { Values } from "#fields/value.ts";
import type { Entry, RowNow } from "./tasks.ts";

/** The rows that still hold the expected values, and the rows that somebody changed since, which are left alone. */
export type Comparison = { unchanged: Entry[]; changed: Entry[] };

/** Compares the rows with the preview before writing, so that no value outside the preview is overwritten. */
export function compareWithPreview(entries: readonly Entry[], rows: readonly RowNow[]): Comparison {
  return compare(entries, rows, ({ before }) => before);
}

/**
 * Compares the rows with the written values before an undo: later changes stay. `refused` are rows that were never
 * stored.
 */
export function compareWithWritten(
  entries: readonly Entry[],
  rows: readonly RowNow[],
): Comparison & { refused: Entry[] } {
  const { unchanged, changed } = compare(entries, rows, ({ after }) => after);
  const refused = new Set(rows.filter(({ phase }) => phase === "refused").map(({ row }) => row));
  return {
    changed,
    unchanged: unchanged.filter(({ row }) => !refused.has(row)),
    refused: unchanged.filter(({ row }) => refused.has(row)),
  };
}

function compare(
  entries: readonly Entry[],
  rows: readonly RowNow[],
  held: (entry: Entry) => Values,
): Comparison {
  const isUnchanged = (entry: Entry) => {
    const now = rows.find(({ row }) => row === entry.row);
    return now !== undefined && now.phase !== "changed" && holds(now.values, held(entry));
  };
  return { unchanged: entries.filter(isUnchanged), changed: entries.filter((entry) => !isUnchanged(entry)) };
}

function holds(values: Values, wanted: Values): boolean {
  return Object.entries(wanted).every(([field, value]) => isSameValue(values[field], value));
}

/** Returns text such as '27 marks pasted' or '1 student marked absent'. */
export function formatActionDone(count: number, noun: string, action: string): string {
  return `${formatNouns(count, noun)} ${action}`;
}

/** Returns text such as '27 marks' or '1 mark'. */
export function formatNouns(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}

/** Returns text such as '1 row has changed since and was left as it is: Ali, Rayhaan.' */
export function describeChangedRows(changed: readonly Entry[]): string {
  if (changed.length === 0) return "";
  const names = changed.map(({ name }) => name).join("; ");
  return changed.length === 1
    ? `1 row has changed since and was left as it is: ${names}.`
    : `${changed.length} rows have changed since and were left as they are: ${names}.`;
}

/** Returns text such as '29 marks pasted, 1 not saved'; null when nothing is left to undo. */
export function describeUndo(
  { unchanged, refused }: Record<"unchanged" | "refused", readonly Entry[]>,
  action: (count: number) => string,
): string | null {
  const parts = [
    unchanged.length > 0 ? action(unchanged.length) : "",
    refused.length > 0 ? `${refused.length} not saved` : "",
  ];
  return parts.filter(Boolean).join(", ") || null;
}
