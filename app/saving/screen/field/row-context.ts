import { createContext, useContext, useEffect, useState } from "react";
import type { RecordField, RecordFields } from "#fields/record.ts";
import type { FieldValue } from "#fields/value.ts";
import { currentConnection } from "../../client/connection.ts";
import { getFieldPhase, type RowPhase, type RowSnapshot } from "../../client/row-phase.ts";
import { displayedValues, type RowIssue } from "../../client/row-state.ts";
import type { RowPart, FieldInputNote } from "../conflicts.rules.ts";
import type { FieldController, ControllerDependencies } from "../field-controller.ts";
import { useSaving, type SavingScreen, useRowValue, useRow } from "../saving-screen.tsx";

export type RowContext = {
  /** The row's id in the store. */
  row: string;
  fields: RecordFields;
  parts: readonly RowPart[];
  controller: FieldController;
  note: FieldInputNote | null;
  /** Returns the URL of a field's history, or null if there is no history to show. */
  historyUrl: ((field: string) => string) | null;
  /** True if the page has several rows. The names of controls then include the row's id. */
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

/** Returns the name of a field's control, under which the form submits the value. */
export function useControlName(field: string): string {
  const { row, isOneOfMany = false } = useRowContext();
  return isOneOfMany ? `${field}.${row}` : field;
}

/** Returns whether this person may edit the field. */
export function useIsEditable(field: string): boolean {
  return (useField(field).closed ?? null) === null;
}

/** Returns the current value of a field. The component renders again only if this field changes. */
export function useShownValue(field: string): FieldValue {
  return useCurrentRowValue((snapshot) => (snapshot && displayedValues(snapshot.state)[field]) ?? null);
}

/** Returns the phase of a field, or undefined if the field has neither unsaved values nor a problem. */
export function useFieldPhase(field: string): RowPhase | undefined {
  return useCurrentRowValue((snapshot) => snapshot && findFieldPhase(snapshot, field));
}

/** Returns the phase of a field, which may differ from the row's phase while another field is being typed in. */
export function findFieldPhase(snapshot: RowSnapshot, field: string): RowPhase | undefined {
  const phase = getFieldPhase(snapshot, field);
  if (phase !== "typing" || snapshot.state.uncommitted.includes(field)) return phase;
  return currentConnection().state === "open" ? "saving" : "waiting";
}

export function useRowIssue(): RowIssue | null {
  return useCurrentRowValue((snapshot) => snapshot?.state.issue ?? null);
}

export function useCurrentRowValue<Value>(valueOf: (snapshot: RowSnapshot | undefined) => Value): Value {
  const { store } = useSaving();
  return useRowValue(store, useRowContext().row, valueOf);
}

type SharedParts = Pick<ControllerDependencies, "store" | "row" | "fields" | "show" | "say">;

type Controlled = Pick<ControllerDependencies, "row" | "fields"> & { screen: SavingScreen };

/** Returns a field's note, and the controller of the row's fields, which stays the same while the row is shown. */
export function useFieldController<Controller extends FieldController>(
  { screen: { store, say }, row, fields }: Controlled,
  make: (parts: SharedParts) => Controller,
) {
  const [note, show] = useState<FieldInputNote | null>(null);
  const [controller] = useState(() => make({ store, row, fields, show, say }));
  const snapshot = useRow(store, row);

  useEffect(() => controller.setFields(fields), [controller, fields]);
  useEffect(() => controller.write("untouched"), [controller, snapshot]);

  return { controller, note, snapshot };
}
