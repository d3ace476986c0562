import { createContext, useContext } from "react";

import type { RecordField, RecordFields } from "#fields/record.ts";
import type { FieldValue } from "#fields/value.ts";
import { connection } from "../../client/connection.ts";
import { fieldPhase, type Phase, type RowSnapshot } from "../../client/row-phase.ts";
import { shownValues, type Issue } from "../../client/row-state.ts";
import type { ValuePart } from "../conflicts.rules.ts";
import type { FieldController } from "../field-controller.ts";
import type { FieldNote } from "../field-notes.rules.ts";
import { useSaving } from "../saving-screen.tsx";
import { useRowValue } from "../use-row.ts";

/** What the fields of one row have in common, whatever its screen. */
export type RowContext = {
  /** Its name in the store. */
  row: string;
  fields: RecordFields;
  /** What its values are in words. */
  parts: readonly ValuePart[];
  controller: FieldController;
  note: FieldNote | null;
  /** Where a field's history is; null where none is shown. */
  historyUrl: ((field: string) => string) | null;
  /** Several rows stand on the page: their controls are named by the row too, as a form posts them. */
  isOneOfMany?: boolean;
};

const Context = createContext<RowContext | null>(null);

export const RowProvider = Context.Provider;

export function useRowContext(): RowContext {
  const context = useContext(Context);
  if (!context) throw new Error("a field stands outside of its row");
  return context;
}

export function useField(name: string): RecordField {
  const field = useRowContext().fields.get(name);
  if (!field) throw new Error(`there is no field ${name}`);
  return field;
}

/** What the control of a field is called, on the page and in the form that posts it. */
export function useControlName(field: string): string {
  const { row, isOneOfMany = false } = useRowContext();
  return isOneOfMany ? `${field}.${row}` : field;
}

/** Whether this person may write in the field. */
export function useEditable(field: string): boolean {
  return (useField(field).closed ?? null) === null;
}

/** What a field holds now; only a change of this field renders anew. */
export function useShown(field: string): FieldValue {
  return useThisRow((snapshot) => (snapshot && shownValues(snapshot.state)[field]) ?? null);
}

/** What a field is drawn as; undefined when nothing of it is on its way. */
export function useFieldPhase(field: string): Phase | undefined {
  return useThisRow((snapshot) => snapshot && phaseOfField(snapshot, field));
}

/** While another field of the row is being typed in, one that was left says how it stands itself. */
export function phaseOfField(snapshot: RowSnapshot, field: string): Phase | undefined {
  const phase = fieldPhase(snapshot, field);
  if (phase !== "typing" || snapshot.state.uncommitted.includes(field)) return phase;
  return connection().state === "open" ? "saving" : "waiting";
}

export function useIssue(): Issue | null {
  return useThisRow((snapshot) => snapshot?.state.issue ?? null);
}

/** Something of the row as it stands now. */
export function useThisRow<Value>(valueOf: (snapshot: RowSnapshot | undefined) => Value): Value {
  const { store } = useSaving();
  return useRowValue(store, useRowContext().row, valueOf);
}
