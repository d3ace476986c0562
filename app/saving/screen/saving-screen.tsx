import {
  createContext,
  useContext,
  useMemo,
  type ReactNode,
  useSyncExternalStore,
  useEffect,
  useRef,
  useState,
} from "react";
import { useHydrated } from "#ui/use-hydrated.ts";
import type { LoadedTarget } from "../client/loaded-target.ts";
import type { SavingCounts, RowSnapshot } from "../client/row-phase.ts";
import type { SavingStore } from "../client/saving-store.ts";
import type { RowResult } from "../protocol/protocol.ts";
import { useAnnouncer } from "./announcer.ts";
import { collectEarlyInput } from "./early-input.tsx";
import { findControlOfEvent, enterControlText, isRadio, type FormControl } from "./field-dom.ts";
import { openStore, markStoreShown } from "../client/open-stores.ts";

/** The context shared by all fields of a saved target. */
export type SavingScreen = {
  store: SavingStore;
  /** True once JavaScript has loaded. Fields then save by themselves. */
  hydrated: boolean;
  timeZone: string;
  say: (words: string) => void;
};

const Context = createContext<SavingScreen | null>(null);
export const SavingContextProvider = Context.Provider;

export function useSaving(): SavingScreen {
  const screen = useContext(Context);
  if (!screen) throw new Error("a saved field must be inside a saving screen");
  return screen;
}

/** Returns the text for rows that have not reached the server, or null for the usual text if the device stores them. */
export function describeUnsentRows({ staysOffDevice }: SavingStore): string | null {
  return staysOffDevice ? "Waiting on this page" : null;
}

type Doing = Pick<SavingCounts, "typing" | "saving" | "waiting">;

/** Returns text such as '1 being typed, 1 saving, 2 waiting on this device'. */
export function formatProgress({ typing, saving, waiting }: Doing, { staysOffDevice }: SavingStore): string {
  const parts = [
    typing > 0 ? `${typing} being typed` : null,
    saving > 0 ? `${saving} saving` : null,
    waiting > 0 ? `${waiting} waiting ${staysOffDevice ? "on this page" : "on this device"}` : null,
  ];
  return parts.filter(Boolean).join(", ");
}

type Opened = {
  target: LoadedTarget;
  timeZone: string;
  /** Describes, for a screen reader, a row that was refused or has a conflict. */
  wordsOf: (result: RowResult) => string;
  /** Applies text that was typed before JavaScript loaded, if entering it in the same field is not enough. */
  takeEarly?: Parameters<typeof useSavingStore>[1];
};

/** Opens the page's target for saving. The component that calls this hook must have the save URL as its key. */
export function useSavingScreen({ target, timeZone, wordsOf, takeEarly }: Opened) {
  const store = useSavingStore(target, takeEarly);
  const { words, say } = useAnnouncer(store, wordsOf);
  const hydrated = useHydrated();
  const screen = useMemo(() => ({ store, hydrated, timeZone, say }), [store, hydrated, timeZone, say]);
  return { screen, words };
}

type SavingProviderProps = { screen: SavingScreen; words: string; children: ReactNode };

export function SavingProvider({ screen, words, children }: SavingProviderProps) {
  return (
    <SavingContextProvider value={screen}>
      {children}
      <ScreenReaderMessage words={words} />
    </SavingContextProvider>
  );
}

/** Announces saves. Each dialog has its own announcer, because screen readers ignore the page under a dialog. */
export function ScreenReaderMessage({ words }: { words: string }) {
  return (
    <p aria-live="polite" className="sr-only" role="status">
      {words}
    </p>
  );
}

/**
 * Returns a value computed from a row. The component renders again only if the value changes, so `valueOf` must return
 * the same object until then.
 */
export function useRowValue<Value>(
  { rows }: SavingStore,
  row: string,
  valueOf: (snapshot: RowSnapshot | undefined) => Value,
): Value {
  const value = () => valueOf(rows.row(row));
  return useSyncExternalStore(rows.subscribe, value, value);
}

/** Returns the current state of a row, or undefined if the store does not have the row yet. */
export function useRow(store: SavingStore, row: string): RowSnapshot | undefined {
  return useRowValue(store, row, (snapshot) => snapshot);
}

export function useSavingCounts({ rows }: SavingStore): SavingCounts {
  return useSyncExternalStore(rows.subscribe, rows.summary, rows.summary);
}

/** Text typed before JavaScript loaded, with the name of its control, such as `mark.17`, and its row. */
export type EarlyEntry = { name: string; text: string; row: string };

/** Returns the store of the target for the time in which the page shows it. */
function useSavingStore(target: LoadedTarget, takeEarly = replayEarlyEntry) {
  const [store] = useState(() => openStore(target));
  const loadedRows = useRef(target.rows);

  useEffect(() => {
    const unwatch = markStoreShown(store, target);
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
    // Whenever the rest of the target changes, its rows change too.
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
