import { createContext, useContext, useSyncExternalStore } from "react";

import type { FieldValue } from "#saving/protocol.ts";
import { fieldPhase } from "#saving/row-phase.ts";
import type { Phase } from "#saving/row-phase.ts";
import { settledValues, shownValues } from "#saving/row-state.ts";
import type { Trouble } from "#saving/row-state.ts";
import type { SheetStore } from "#saving/sheet-store.ts";

import type { Note, RecordHands } from "./record-hands.ts";
import type { Report } from "./report.ts";

/** What the fields of one report have in common. */
export type RecordDesk = {
  report: Report;
  store: SheetStore;
  /** The record's name in its store. */
  row: string;
  hands: RecordHands;
  /** Script is there: fields save by themselves. */
  hydrated: boolean;
  note: Note | null;
};

const DeskContext = createContext<RecordDesk | null>(null);

export const DeskProvider = DeskContext.Provider;

export function useDesk(): RecordDesk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error("a field of a report stands outside of its form");
  return desk;
}

/** What a field holds now; only a change of this field renders anew. */
export function useShown(field: string): FieldValue {
  const { store, row } = useDesk();
  const shown = () => shownIn(store, row, field);
  return useSyncExternalStore(store.book.subscribe, shown, shown);
}

function shownIn(store: SheetStore, row: string, field: string): FieldValue {
  const snapshot = store.book.row(row);
  return (snapshot && shownValues(snapshot.state)[field]) ?? null;
}

/** What a field is drawn as; undefined when nothing of it is on its way. */
export function useFieldPhase(field: string): Phase | undefined {
  const { store, row } = useDesk();
  const phase = () => {
    const snapshot = store.book.row(row);
    return snapshot && fieldPhase(snapshot, field);
  };
  return useSyncExternalStore(store.book.subscribe, phase, phase);
}

export function useTrouble(): Trouble | null {
  const { store, row } = useDesk();
  const trouble = () => store.book.row(row)?.state.trouble ?? null;
  return useSyncExternalStore(store.book.subscribe, trouble, trouble);
}

/** Whether this person may write in the field. */
export function useEditable(field: string): boolean {
  return useDesk().report.rules.editable.includes(field);
}

/** What the server is known to hold: what 'Put back' brings back. */
export function shownStored(store: SheetStore, row: string, field: string): FieldValue {
  const snapshot = store.book.row(row);
  return (snapshot && settledValues(snapshot.state)[field]) ?? null;
}
