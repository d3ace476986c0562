import type { RowResult, RowSave } from "#saving/protocol/protocol.ts";
import type { RowOutcome } from "#saving/protocol/loaded-row.ts";
import type { SheetSaved } from "./save-whole-sheet.server.ts";
import { CLOSED_WORDS } from "./sheet-words.rules.ts";

export type SheetOutcome = { status: 200 | 409 | 422; outcomes: Record<string, RowOutcome> };

/** What became of each row of a posted sheet, with what was typed where it was not taken (design section 5). */
export function sheetOutcome(saved: SheetSaved): SheetOutcome {
  if (!saved.ok) {
    const { rows, lock } = saved;
    return {
      status: 409,
      outcomes: Object.fromEntries(rows.map((row) => turnedDown(row, CLOSED_WORDS[lock]))),
    };
  }
  const results = new Map(saved.results.map((result) => [result.row, result]));
  const outcomes = saved.rows.flatMap((row) => rowOutcome(row, results.get(row.row)));
  return { status: statusOf(saved.results), outcomes: Object.fromEntries(outcomes) };
}

function turnedDown({ row, changes }: RowSave, reason: string): [string, RowOutcome] {
  return [row, { state: "refused", reason, field: null, typed: changes }];
}

function rowOutcome(
  { row, base, changes: typed }: RowSave,
  result: RowResult | undefined,
): [string, RowOutcome][] {
  if (!result) return [];
  if (result.outcome === "saved") return [[row, { state: "saved" }]];
  if (result.outcome === "refused") {
    return [[row, { state: "refused", reason: result.reason, field: result.field, typed }]];
  }
  return [[row, { state: "changed", by: result.by, at: result.at, fields: result.fields, typed, base }]];
}

function statusOf(results: readonly RowResult[]): SheetOutcome["status"] {
  if (results.some(({ outcome }) => outcome === "refused")) return 422;
  return results.some(({ outcome }) => outcome === "conflict") ? 409 : 200;
}
