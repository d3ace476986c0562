import { createContext, useContext } from "react";

import type { RecordField, RecordFields } from "#fields/record.ts";
import type { FieldValue } from "#fields/value.ts";
import type { LoadedRow } from "../../protocol/loaded-row.ts";

/** The button that saves stands in the plate's foot, outside of the form. */
export const RECORD_FORM = "record";

/** A record that is one form and is saved as a whole, with script as without. */
export type WholeForm = {
  id: string;
  fields: RecordFields;
  row: LoadedRow;
  /** Nobody can write in it here: its fields are print. */
  isReadOnly: boolean;
  /** It is stored whole or not at all. */
  isWhole: boolean;
  timeZone: string;
};

const Context = createContext<WholeForm | null>(null);

export const WholeFormProvider = Context.Provider;

export function useWholeForm(): WholeForm {
  const form = useContext(Context);
  if (!form) throw new Error("a field stands outside of its form");
  return form;
}

/** What the last try to save left to be said of a field. */
type FieldOutcome =
  | { state: "refused"; reason: string }
  | { state: "changed"; from: FieldValue; to: FieldValue; by: string; at: string };

export type FormField = RecordField & { value: FieldValue; outcome: FieldOutcome | null };

/** A field with what it shows: what was typed where that was not taken, else what is stored. */
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
