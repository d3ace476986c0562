import { useEffect, useRef, useState } from "react";

import { pickUpEarlyInput } from "./early-input.tsx";
import { openStore, watchStore } from "../client/open-stores.ts";
import type { LoadedTarget } from "../client/loaded-target.ts";
import type { SavingStore } from "../client/saving-store.ts";

/**
 * The store of the sheet on the page, for as long as the page shows this sheet: give the component that calls it the
 * save address as its key. What was typed before scripts arrived goes to `onEarlyInput`, by field name.
 */
export function useSavingStore(
  sheet: LoadedTarget,
  onEarlyInput: (store: SavingStore, name: string, text: string) => void,
) {
  const [store] = useState(() => openStore(sheet));
  const loadedRows = useRef(sheet.rows);

  useEffect(() => {
    const leave = watchStore(store, sheet);
    for (const [name, text] of pickUpEarlyInput()) onEarlyInput(store, name, text);
    return leave;
    // Once, when script takes the page over.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [store]);

  useEffect(() => {
    if (loadedRows.current === sheet.rows) return;
    loadedRows.current = sheet.rows;
    store.show(sheet);
    // The rest of the sheet comes with its rows.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [store, sheet.rows, sheet.receipt]);

  return store;
}
