import type { SavingStore } from "#saving/client/saving-store.ts";
import { displayedValues } from "#saving/client/row-state.ts";
import { rowElementId, writeFields } from "#saving/screen/field-dom.ts";
import {
  compareWithPreview,
  compareForUndo,
  describeChangedRows,
  formatActionDone,
  describeUndo,
} from "../bulk/act.rules.ts";
import type { MarkSheetView } from "./sheet.ts";
import type { PlannedEntry, BulkActionNotice, CurrentMarkSheetRow, BulkUndo } from "../bulk/tasks.ts";

export type MarkSheetWithStore = { sheet: Pick<MarkSheetView, "rows">; store: SavingStore };

export function listCurrentMarkSheetRows({ sheet, store }: MarkSheetWithStore): CurrentMarkSheetRow[] {
  return sheet.rows.flatMap(({ row, name, number, maxMark }) => {
    const snapshot = store.rows.row(row);
    if (!snapshot) return [];
    return [{ row, name, number, maxMark, values: displayedValues(snapshot.state), phase: snapshot.phase }];
  });
}

type Act = { entries: readonly PlannedEntry[]; words: (count: number) => string };

/** Writes exactly the previewed changes. Rows changed since the preview are skipped and listed. */
export function writePlannedEntries({ entries, words }: Act, on: MarkSheetWithStore): BulkActionNotice {
  const { unchanged, changed } = compareWithPreview(entries, listCurrentMarkSheetRows(on));
  enter(unchanged, "after", on);
  return {
    words: sentences(words(unchanged.length), describeChangedRows(changed)),
    undo: unchanged.length > 0 ? undoOf({ entries: unchanged, words }, on) : null,
  };
}

function undoOf({ entries, words }: Act, on: MarkSheetWithStore): BulkUndo {
  return {
    words: () => describeUndo(compareForUndo(entries, listCurrentMarkSheetRows(on)), words),
    act: () => takeBack(entries, on),
  };
}

function takeBack(entries: readonly PlannedEntry[], on: MarkSheetWithStore): BulkActionNotice {
  const { unchanged, refused, changed } = compareForUndo(entries, listCurrentMarkSheetRows(on));
  const back = [...unchanged, ...refused];
  enter(back, "before", on);
  return {
    words: sentences(formatActionDone(back.length, "row", "restored"), describeChangedRows(changed)),
    undo: null,
  };
}

/** Enters values into the store and into the fields, which are uncontrolled. */
function enter(entries: readonly PlannedEntry[], which: "before" | "after", { store }: MarkSheetWithStore) {
  store.enter(entries.map(({ row, [which]: values }) => ({ row, values })));
  for (const { row } of entries) {
    const element = document.getElementById(rowElementId(row));
    const state = store.rows.row(row)?.state;
    if (element && state) writeFields(element, displayedValues(state), "all");
  }
}

function sentences(first: string, second: string): string {
  return second ? `${first}. ${second}` : first;
}
