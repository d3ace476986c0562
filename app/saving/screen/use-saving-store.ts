import { useEffect, useRef, useState } from "react";
import { pickUpEarlyInput } from "./early-input.tsx";
import { controlOf, enterText, isRadio, type Control } from "./field-dom.ts";
import { openStore, watchStore } from "../client/open-stores.ts";
import type { LoadedTarget } from "../client/loaded-target.ts";
import type { SavingStore } from "../client/saving-store.ts";

/** A text that was typed before scripts arrived, with the name of its control, such as `mark.17`, and its row. */
export type Early = { name: string; text: string; row: string };

/** Returns the store of the target, for as long as the page shows it. */
export function useSavingStore(target: LoadedTarget, takeEarly = typeAgain) {
  const [store] = useState(() => openStore(target));
  const loadedRows = useRef(target.rows);

  useEffect(() => {
    const unwatch = watchStore(store, target);
    for (const [name, text] of pickUpEarlyInput()) {
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

/**
 * Enters a text as if it had been typed or chosen now and its field left, so that the row shows what it cannot accept.
 */
export function typeAgain(store: SavingStore, { name, text, row }: Early): void {
  const named = [...document.querySelectorAll<Control>(`[data-field][name="${CSS.escape(name)}"]`)];
  const control = named.find((item) => !isRadio(item) || item.value === text);
  if (!control) return;
  enterText(control, text);
  control.dispatchEvent(new Event("input", { bubbles: true }));
  if (controlOf(document.activeElement)?.name !== name) store.commit(row);
}
