import { createContext, useContext, useMemo, type ReactNode } from "react";
import { useHydrated } from "#ui/use-hydrated.ts";
import type { LoadedTarget } from "../client/loaded-target.ts";
import type { SavingCounts } from "../client/row-phase.ts";
import type { SavingStore } from "../client/saving-store.ts";
import type { RowResult } from "../protocol/protocol.ts";
import { useAnnouncer } from "./announcer.ts";
import { useSavingStore } from "./use-saving-store.ts";

/** The context shared by all fields of a saved target. */
export type SavingScreen = {
  store: SavingStore;
  /** True once JavaScript has loaded. Fields then save by themselves. */
  hydrated: boolean;
  timeZone: string;
  /** Announces text to a screen reader. */
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
