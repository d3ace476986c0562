import { createContext, useContext } from "react";
import type { RecordField, RecordFields } from "#fields/record.ts";
import type { FieldValue } from "#fields/value.ts";
import type { LoadedRow } from "../../protocol/loaded-row.ts";

/** The id of the form, for the button that saves from outside the form. */
export const RECORD_FORM = "record";

/** A record in one form that is saved as a whole, with or without script. */
export type WholeForm = {
  id: string;
  fields: RecordFields;
  row: LoadedRow;
  /** True if nobody can change the record here. Its fields are then printed. */
  isReadOnly: boolean;
  /** True if the form is stored whole or not at all. */
  isWhole: boolean;
  timeZone: string;
};

const Context = createContext<WholeForm | null>(null);

export const WholeFormProvider = Context.Provider;

export function useWholeForm(): WholeForm {
  const form = useContext(Context);
  if (!form) throw new Error("a field must be inside a form");
  return form;
}

/** The outcome of the last save for one field. */
type FieldOutcome =
  | { state: "refused"; reason: string }
  | { state: "changed"; from: FieldValue; to: FieldValue; by: string; at: string };

export type FormField = RecordField & { value: FieldValue; outcome: FieldOutcome | null };

/** Returns a field with the value to show: the typed value if it was not saved, or else the stored one. */
export function useFormField(name: string): FormField {
  return fieldIn(useWholeForm(), name);
}

export function useFormFields(names: readonly string[]): FormField[] {
  const form = useWholeForm();
  return names.map((name) => fieldIn(form, name));
}

function fieldIn({ fields, row }: WholeForm, name: string): FormField {
  const field = fields.get(name);
  if (!field) throw new Error(`there is no field ${name}`);
  return { ...field, value: shownValue(row, name), outcome: outcomeOf(row, name) };
}

function shownValue({ outcome, values }: LoadedRow, name: string): FieldValue {
  const typed = outcome && outcome.state !== "saved" ? outcome.typed : {};
  return name in typed ? (typed[name] ?? null) : (values[name] ?? null);
}

function outcomeOf({ outcome }: LoadedRow, name: string): FieldOutcome | null {
  if (outcome?.state === "refused") {
    const refusal = outcome.refusals.find(({ field }) => field === name);
    return refusal ? { state: "refused", reason: refusal.reason } : null;
  }
  if (outcome?.state !== "changed") return null;
  const { by, at, fields } = outcome;
  const changed = fields.find(({ field }) => field === name);
  return changed ? { state: "changed", by, at, from: changed.from, to: changed.to } : null;
}
