import { useEffect, useState, createContext, useContext } from "react";
import type { RecordField, RecordFields } from "#fields/record.ts";
import type { FieldValue } from "#fields/value.ts";
import { changedFields } from "#ui/form/leave/changed-fields.ts";
import { showMessage } from "#ui/overlay/messages.ts";
import type { LoadedRow, RowOutcome } from "../../protocol/protocol.ts";

/** The result of sending a record's form. `stored` is the record after the save; null if nothing was saved. */
export type FormResult = { outcome: RowOutcome | null; stored: LoadedRow | null };

/**
 * Returns the record with the outcome of its form. The page is loaded again after a save, and its data count unless the
 * saved record is newer.
 */
export function rowAfter(row: LoadedRow, sent: FormResult | undefined): LoadedRow {
  if (!sent) return row;
  const { outcome, stored } = sent;
  if (stored) return stored.version > row.version ? stored : row;
  return outcome ? { ...row, outcome } : row;
}

/**
 * Returns the record as its form shows it. Data that are loaded again while somebody is typing, such as after a new
 * picture, wait, because they would replace the typing. The version waits too, so that the save is judged by what the
 * person saw.
 */
export function useShownRow(row: LoadedRow, sent: FormResult | undefined): LoadedRow {
  const newest = rowAfter(row, sent);
  const [shown, setShown] = useState({ row: newest, sent });
  const look = fieldsKey(newest);

  useEffect(() => {
    const isAnswer = sent !== undefined && sent !== shown.sent;
    const form = document.getElementById(RECORD_FORM);
    const isTypedIn =
      isRefused(shown.row) || (form instanceof HTMLFormElement && changedFields(form).length > 0);
    if (isAnswer || !isTypedIn) setShown({ row: newest, sent: sent ?? shown.sent });
    // Only `look` and `sent` change what is shown.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [look, sent]);

  return shown.row;
}

/** Tells whether the form shows values that were sent but not saved. */
export function isRefused({ outcome }: LoadedRow): boolean {
  return outcome !== undefined && outcome.state !== "saved";
}

/**
 * Returns a key for the fields. The browser holds what is typed, so other stored values, or a decided conflict, need
 * new fields.
 */
export function fieldsKey({ version, outcome }: LoadedRow): string {
  return `${version} ${outcome?.state ?? "stored"}`;
}

/** Shows a message for a save as soon as its own answer comes, before anything is loaded again. */
export function useToldSaved(sent: Pick<FormResult, "stored"> | undefined, text: string): void {
  useEffect(() => {
    if (sent?.stored) showMessage({ text, tone: "done", seconds: 3 });
  }, [sent, text]);
}

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
