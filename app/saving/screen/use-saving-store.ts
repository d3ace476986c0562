import { useEffect, useRef, useState } from "react";
import { collectEarlyInput } from "./early-input.tsx";
import { findControlOfEvent, enterControlText, isRadio, type FormControl } from "./field-dom.ts";
import { openStore, showStore } from "../client/open-stores.ts";
import type { LoadedTarget } from "../client/loaded-target.ts";
import type { SavingStore } from "../client/saving-store.ts";

/** Text typed before JavaScript loaded, with the name of its control, such as `mark.17`, and its row. */
export type EarlyEntry = { name: string; text: string; row: string };

/** Returns the store of the target for the time in which the page shows it. */
export function useSavingStore(target: LoadedTarget, takeEarly = replayEarlyEntry) {
  const [store] = useState(() => openStore(target));
  const loadedRows = useRef(target.rows);

  useEffect(() => {
    const unwatch = showStore(store, target);
    for (const [name, text] of collectEarlyInput()) {
      // On a page with one row, the names of fields do not include the row.
      const [, row = target.rows[0]?.row ?? ""] = name.split(".");
      takeEarly(store, { name, text, row });
    }
    return unwatch;
    // This runs once, when script takes over the page.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [store]);

  useEffect(() => {
    if (loadedRows.current === target.rows) return;
    loadedRows.current = target.rows;
    store.show(target);
    // The rest of the target comes with its rows.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [store, target.rows, target.receipt]);

  return store;
}

/** Enters text as if somebody had just typed it and left the field, so that the row shows why text is refused. */
export function replayEarlyEntry(store: SavingStore, { name, text, row }: EarlyEntry): void {
  const named = [...document.querySelectorAll<FormControl>(`[data-field][name="${CSS.escape(name)}"]`)];
  const control = named.find((item) => !isRadio(item) || item.value === text);
  if (!control) return;
  enterControlText(control, text);
  control.dispatchEvent(new Event("input", { bubbles: true }));
  if (findControlOfEvent(document.activeElement)?.name !== name) store.commit(row);
}
