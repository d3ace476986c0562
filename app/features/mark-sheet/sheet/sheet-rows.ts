import type { SavingStore } from "#saving/client/saving-store.ts";
import { displayedValues } from "#saving/client/row-state.ts";
import { rowId, writeFields } from "#saving/screen/field-dom.ts";
import {
  compareWithPreview,
  compareWithWritten,
  describeChangedRows,
  formatActionDone,
  describeUndo,
} from "../bulk/act.rules.ts";
import type { Sheet } from "./sheet.ts";
import type { Entry, Notice, RowNow, Undo } from "../bulk/tasks.ts";

export type OnSheet = { sheet: Pick<Sheet, "rows">; store: SavingStore };

/** Returns the current rows, in the order of the screen. */
export function rowsNow({ sheet, store }: OnSheet): RowNow[] {
  return sheet.rows.flatMap(({ row, name, number, maxMark }) => {
    const snapshot = store.rows.row(row);
    if (!snapshot) return [];
    return [{ row, name, number, maxMark, values: displayedValues(snapshot.state), phase: snapshot.phase }];
  });
}

type Act = { entries: readonly Entry[]; words: (count: number) => string };

/** Writes exactly the previewed changes, as ordinary saves. Rows changed meanwhile are left alone and named. */
export function writeMany({ entries, words }: Act, on: OnSheet): Notice {
  const { unchanged, changed } = compareWithPreview(entries, rowsNow(on));
  enter(unchanged, "after", on);
  return {
    words: sentences(words(unchanged.length), describeChangedRows(changed)),
    undo: unchanged.length > 0 ? undoOf({ entries: unchanged, words }, on) : null,
  };
}

function undoOf({ entries, words }: Act, on: OnSheet): Undo {
  return {
    words: () => describeUndo(compareWithWritten(entries, rowsNow(on)), words),
    act: () => takeBack(entries, on),
  };
}

function takeBack(entries: readonly Entry[], on: OnSheet): Notice {
  const { unchanged, refused, changed } = compareWithWritten(entries, rowsNow(on));
  const back = [...unchanged, ...refused];
  enter(back, "before", on);
  return {
    words: sentences(formatActionDone(back.length, "row", "put back"), describeChangedRows(changed)),
    undo: null,
  };
}

/** The fields are uncontrolled, so new values must also be written into them. */
function enter(entries: readonly Entry[], which: "before" | "after", { store }: OnSheet) {
  store.enter(entries.map(({ row, [which]: values }) => ({ row, values })));
  for (const { row } of entries) {
    const element = document.getElementById(rowId(row));
    const state = store.rows.row(row)?.state;
    if (element && state) writeFields(element, displayedValues(state), "all");
  }
}

function sentences(first: string, second: string): string {
  return second ? `${first}. ${second}` : first;
}
