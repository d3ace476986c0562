import type { RowOutcome } from "#saving/protocol/loaded-row.ts";
import type { Sheet } from "../sheet/sheet.ts";

/** The sheet as it is now, with what became of the form that was just sent. */
export function withOutcomes(sheet: Sheet, outcomes: Record<string, RowOutcome>): Sheet {
  const rows = sheet.rows.map((row) => {
    const outcome = outcomes[row.row];
    return outcome ? { ...row, outcome } : row;
  });
  return { ...sheet, rows, posted: true };
}
