import { createContext, useContext, useMemo, type ReactNode } from "react";

import { useHydrated } from "#ui/use-hydrated.ts";

import type { LoadedTarget } from "../client/loaded-target.ts";
import type { SavingStore } from "../client/saving-store.ts";
import type { RowResult } from "../protocol/protocol.ts";
import { useAnnouncer } from "./announcer.ts";
import { useSavingStore } from "./use-saving-store.ts";

/** What all fields of a saved target have in common. */
export type SavingScreen = {
  store: SavingStore;
  /** Script is there: fields save by themselves. */
  hydrated: boolean;
  timeZone: string;
  /** To a screen reader. */
  say: (words: string) => void;
};

const Context = createContext<SavingScreen | null>(null);

export function useSaving(): SavingScreen {
  const screen = useContext(Context);
  if (!screen) throw new Error("what is saved stands outside of its screen");
  return screen;
}

type Opened = {
  target: LoadedTarget;
  timeZone: string;
  /** What a screen reader is told of a row that was not simply saved. */
  wordsOf: (result: RowResult) => string;
  /** What to do with what was typed before scripts arrived, where it is not typed again. */
  takeEarly?: Parameters<typeof useSavingStore>[1];
};

/** Opens what the page shows for saving; give the component that calls it the save address as its key. */
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
    <Context.Provider value={screen}>
      {children}
      <p aria-live="polite" className="sr-only" role="status">
        {words}
      </p>
    </Context.Provider>
  );
}
