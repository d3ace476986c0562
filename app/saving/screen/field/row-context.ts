import { createContext, useContext, useEffect, useState } from "react";
import type { RecordField, RecordFields } from "#fields/record.ts";
import type { FieldValue } from "#fields/value.ts";
import { connection } from "../../client/connection.ts";
import { fieldPhase, type Phase, type RowSnapshot } from "../../client/row-phase.ts";
import { displayedValues, type Issue } from "../../client/row-state.ts";
import type { ValuePart, FieldNote } from "../conflicts.rules.ts";
import type { FieldController, ControllerParts } from "../field-controller.ts";
import { useSaving, type SavingScreen } from "../saving-screen.tsx";
import { useRowValue, useRow } from "../use-row.ts";

/** The context that the fields of one row share, on any screen. */
export type RowContext = {
  /** The row's name in the store. */
  row: string;
  fields: RecordFields;
  parts: readonly ValuePart[];
  controller: FieldController;
  note: FieldNote | null;
  /** Returns the address of a field's history; null if no history is shown. */
  historyUrl: ((field: string) => string) | null;
  /** True if the page has several rows. The names of controls then include the row, as a form posts them. */
  isOneOfMany?: boolean;
};

const Context = createContext<RowContext | null>(null);

export const RowProvider = Context.Provider;

export function useRowContext(): RowContext {
  const context = useContext(Context);
  if (!context) throw new Error("a field must be inside a row");
  return context;
}

export function useField(name: string): RecordField {
  const field = useRowContext().fields.get(name);
  if (!field) throw new Error(`there is no field ${name}`);
  return field;
}

/** Returns the name of a field's control, on the page and in the form that posts it. */
export function useControlName(field: string): string {
  const { row, isOneOfMany = false } = useRowContext();
  return isOneOfMany ? `${field}.${row}` : field;
}

/** Tells whether this person may change the field. */
export function useEditable(field: string): boolean {
  return (useField(field).closed ?? null) === null;
}

/** Returns the current value of a field, and renders again only if this field changes. */
export function useShown(field: string): FieldValue {
  return useThisRow((snapshot) => (snapshot && displayedValues(snapshot.state)[field]) ?? null);
}

/** Returns the phase that a field shows; undefined if nothing of the field is on its way. */
export function useFieldPhase(field: string): Phase | undefined {
  return useThisRow((snapshot) => snapshot && phaseOfField(snapshot, field));
}

/**
 * Returns the phase of a field. While another field of the row is being typed in, a field that was left has a phase of
 * its own.
 */
export function phaseOfField(snapshot: RowSnapshot, field: string): Phase | undefined {
  const phase = fieldPhase(snapshot, field);
  if (phase !== "typing" || snapshot.state.uncommitted.includes(field)) return phase;
  return connection().state === "open" ? "saving" : "waiting";
}

export function useIssue(): Issue | null {
  return useThisRow((snapshot) => snapshot?.state.issue ?? null);
}

/** Selects something from the row as it is now. */
export function useThisRow<Value>(valueOf: (snapshot: RowSnapshot | undefined) => Value): Value {
  const { store } = useSaving();
  return useRowValue(store, useRowContext().row, valueOf);
}

type SharedParts = Pick<ControllerParts, "store" | "row" | "fields" | "show" | "say">;

type Controlled = Pick<ControllerParts, "row" | "fields"> & { screen: SavingScreen };

/** Returns the controller of a row's fields for as long as the row is shown, with the note to show beside a field. */
export function useFieldController<Controller extends FieldController>(
  { screen: { store, say }, row, fields }: Controlled,
  make: (parts: SharedParts) => Controller,
) {
  const [note, show] = useState<FieldNote | null>(null);
  const [controller] = useState(() => make({ store, row, fields, show, say }));
  const snapshot = useRow(store, row);

  useEffect(() => controller.setFields(fields), [controller, fields]);
  useEffect(() => controller.write("untouched"), [controller, snapshot]);

  return { controller, note, snapshot };
}
