import { createContext, useContext, useEffect, useMemo, useRef, useState } from "react";
import { describeUnsavedArchiveMark, describeSavedArchiveMark } from "#domain/archive/archive-terms.ts";
import { findArchiveCell, type ArchiveCell } from "#fields/archive.ts";
import { refusedFields, type RowResult } from "#saving/protocol/protocol.ts";
import { displayedValues } from "#saving/client/row-state.ts";
import type { SavingStore } from "#saving/client/saving-store.ts";
import { showMessage } from "#ui/overlay/messages.ts";
import type { PastedCells } from "#domain/text/pasted-cells.ts";
import type { ArchivePaste, PasteTarget } from "../paste/paste.rules.ts";
import type { ArchiveSheet, RefusedCell } from "./archive-sheet.ts";

export type ArchiveGridContext = {
  /** Values that were not saved, by row. Each is shown under its row until something in that row is saved. */
  refused: ReadonlyMap<string, RefusedCell>;
  refuse: (refused: RefusedCell) => void;
  paste: (at: PasteTarget, pasted: PastedCells) => void;
};

const Context = createContext<ArchiveGridContext | null>(null);
export const ArchiveProvider = Context.Provider;

export function useArchiveContext(): ArchiveGridContext {
  const context = useContext(Context);
  if (!context) throw new Error("a row of the archive must be inside its grid");
  return context;
}

const SAVED_SECONDS = 1;
const NOT_SAVED_SECONDS = 10;

export function useArchiveActions({ rows }: ArchiveSheet, store: SavingStore) {
  const [refused, setRefused] = useState<ReadonlyMap<string, RefusedCell>>(new Map());
  const [alert, setAlert] = useState<RefusedCell | null>(null);
  const [paste, setPaste] = useState<ArchivePaste | null>(null);
  useTold(store, (row) => setRefused((now) => new Map([...now].filter(([each]) => each !== row))));
  const context = useMemo(
    (): ArchiveGridContext => ({
      refused,
      refuse: (cell) => {
        setRefused((now) => new Map(now).set(cell.row, cell));
        setAlert(cell);
      },
      paste: (at, pasted) => {
        const now = rows.map(({ row, name }) => {
          const state = store.rows.row(row)?.state;
          return { row, name, values: state ? displayedValues(state) : {} };
        });
        setPaste({ at, pasted, rows: now });
      },
    }),
    [refused, rows, store],
  );
  return { context, alert, closeAlert: () => setAlert(null), paste, endPaste: () => setPaste(null) };
}

/** Shows a message when a cell is saved or refused, and calls `onSaved` for each row in which something was saved. */
function useTold(store: SavingStore, onSaved: (row: string) => void) {
  const before = useRef(new Map<string, RowResult["stored"]["values"]>());
  const saved = useRef(onSaved);
  useEffect(() => {
    saved.current = onSaved;
  });

  useEffect(() => {
    for (const row of store.rows.names()) before.current.set(row, store.rows.row(row)?.state.stored ?? {});
    return store.onResults((results) => {
      for (const result of results) {
        if (result.outcome === "saved") saved.current(result.row);
        tellOf(result, before.current.get(result.row) ?? {});
        before.current.set(result.row, result.stored.values);
      }
    });
  }, [store]);
}

function tellOf(result: RowResult, before: RowResult["stored"]["values"]) {
  if (result.outcome === "conflict") return;
  const names =
    result.outcome === "refused"
      ? refusedFields(result.refusals)
      : Object.keys(result.stored.values).filter(
          (name) => (result.stored.values[name] ?? null) !== (before[name] ?? null),
        );
  const cells = names.flatMap((name) => findArchiveCell(name) ?? []);
  const words = result.outcome === "refused" ? describeUnsavedArchiveMark : describeSavedArchiveMark;
  const isSaved = result.outcome === "saved";
  const text = cellsWords(cells, words, isSaved ? "saved" : "not saved");
  if (text === null) return;
  showMessage({
    text,
    tone: isSaved ? "done" : "refused",
    seconds: isSaved ? SAVED_SECONDS : NOT_SAVED_SECONDS,
  });
}

/** Returns the school's fixed wording if one cell was saved or refused, or a count if several were. */
function cellsWords(
  cells: readonly ArchiveCell[],
  words: (cell: ArchiveCell) => string,
  became: string,
): string | null {
  const [cell] = cells;
  if (!cell) return null;
  return cells.length === 1 ? words(cell) : `${cells.length} marks ${became}.`;
}
