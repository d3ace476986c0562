import { isSameValue } from "#saving/protocol/protocol.ts";
import type { FieldValues } from "#fields/value.ts";
import type { PlannedEntry, CurrentMarkSheetRow } from "./tasks.ts";

export type PlannedEntryComparison = { unchanged: PlannedEntry[]; changed: PlannedEntry[] };

/** Compares the rows with the preview, so that an action overwrites only values that the user saw. */
export function compareWithPreview(
  entries: readonly PlannedEntry[],
  rows: readonly CurrentMarkSheetRow[],
): PlannedEntryComparison {
  return compare(entries, rows, ({ before }) => before);
}

/**
 * Compares the rows with the values that the action wrote, so that an undo keeps later changes. `refused` are rows that
 * the server refused: for these there is nothing to undo.
 */
export function compareForUndo(
  entries: readonly PlannedEntry[],
  rows: readonly CurrentMarkSheetRow[],
): PlannedEntryComparison & { refused: PlannedEntry[] } {
  const { unchanged, changed } = compare(entries, rows, ({ after }) => after);
  const refused = new Set(rows.filter(({ phase }) => phase === "refused").map(({ row }) => row));
  return {
    changed,
    unchanged: unchanged.filter(({ row }) => !refused.has(row)),
    refused: unchanged.filter(({ row }) => refused.has(row)),
  };
}

function compare(
  entries: readonly PlannedEntry[],
  rows: readonly CurrentMarkSheetRow[],
  held: (entry: PlannedEntry) => FieldValues,
): PlannedEntryComparison {
  const isUnchanged = (entry: PlannedEntry) => {
    const now = rows.find(({ row }) => row === entry.row);
    return now !== undefined && now.phase !== "changed" && holds(now.values, held(entry));
  };
  return { unchanged: entries.filter(isUnchanged), changed: entries.filter((entry) => !isUnchanged(entry)) };
}

function holds(values: FieldValues, wanted: FieldValues): boolean {
  return Object.entries(wanted).every(([field, value]) => isSameValue(values[field], value));
}

/** Returns text such as '27 marks pasted' or '1 student marked absent'. */
export function formatActionDone(count: number, noun: string, action: string): string {
  return `${formatCountWithNoun(count, noun)} ${action}`;
}

export function formatCountWithNoun(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}

/** Returns text such as '1 row has changed since and was left as it is: Ali, Rayhaan.' */
export function describeChangedRows(changed: readonly PlannedEntry[]): string {
  if (changed.length === 0) return "";
  const names = changed.map(({ name }) => name).join("; ");
  return changed.length === 1
    ? `1 row has changed since and was left as it is: ${names}.`
    : `${changed.length} rows have changed since and were left as they are: ${names}.`;
}

/** Returns text such as '29 marks pasted, 1 not saved', or null when nothing is left to undo. */
export function describeUndo(
  { unchanged, refused }: Record<"unchanged" | "refused", readonly PlannedEntry[]>,
  action: (count: number) => string,
): string | null {
  const parts = [
    unchanged.length > 0 ? action(unchanged.length) : "",
    refused.length > 0 ? `${refused.length} not saved` : "",
  ];
  return parts.filter(Boolean).join(", ") || null;
}
