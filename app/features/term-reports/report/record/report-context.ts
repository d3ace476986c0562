import { createContext, useContext, useSyncExternalStore } from "react";

import type { FieldValue } from "#fields/value.ts";
import { fieldPhase } from "#saving/client/row-phase.ts";
import type { Phase } from "#saving/client/row-phase.ts";
import { storedValues, shownValues } from "#saving/client/row-state.ts";
import type { Issue } from "#saving/client/row-state.ts";
import type { SavingStore } from "#saving/client/saving-store.ts";

import type { Note, RecordController } from "./record-controller.ts";
import type { Report } from "../report.ts";

/** What the fields of one report have in common. */
export type ReportContext = {
  report: Report;
  store: SavingStore;
  /** The record's name in its store. */
  row: string;
  hands: RecordController;
  /** Script is there: fields save by themselves. */
  hydrated: boolean;
  note: Note | null;
};

const Context = createContext<ReportContext | null>(null);

export const ReportProvider = Context.Provider;

export function useReportContext(): ReportContext {
  const desk = useContext(Context);
  if (!desk) throw new Error("a field of a report stands outside of its form");
  return desk;
}

/** What a field holds now; only a change of this field renders anew. */
export function useShown(field: string): FieldValue {
  const { store, row } = useReportContext();
  const shown = () => shownIn(store, row, field);
  return useSyncExternalStore(store.rows.subscribe, shown, shown);
}

function shownIn(store: SavingStore, row: string, field: string): FieldValue {
  const snapshot = store.rows.row(row);
  return (snapshot && shownValues(snapshot.state)[field]) ?? null;
}

/** What a field is drawn as; undefined when nothing of it is on its way. */
export function useFieldPhase(field: string): Phase | undefined {
  const { store, row } = useReportContext();
  const phase = () => {
    const snapshot = store.rows.row(row);
    return snapshot && fieldPhase(snapshot, field);
  };
  return useSyncExternalStore(store.rows.subscribe, phase, phase);
}

export function useIssue(): Issue | null {
  const { store, row } = useReportContext();
  const issue = () => store.rows.row(row)?.state.issue ?? null;
  return useSyncExternalStore(store.rows.subscribe, issue, issue);
}

/** Whether this person may write in the field. */
export function useEditable(field: string): boolean {
  return useReportContext().report.rules.editable.includes(field);
}

/** What the server is known to hold: what 'Put back' brings back. */
export function shownStored(store: SavingStore, row: string, field: string): FieldValue {
  const snapshot = store.rows.row(row);
  return (snapshot && storedValues(snapshot.state)[field]) ?? null;
}
