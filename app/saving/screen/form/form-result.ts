import { useEffect, useState, createContext, useContext } from "react";
import type { RecordField, RecordFields } from "#fields/record.ts";
import type { FieldValue } from "#fields/value.ts";
import { listChangedFieldLabels } from "#ui/form/leave/changed-fields.ts";
import { showMessage } from "#ui/overlay/messages.ts";
import type { LoadedRow, RowSaveOutcome } from "../../protocol/protocol.ts";

/** The result of submitting a record's form. `stored` is the record after the save, or null if nothing was saved. */
export type RecordFormResult = { outcome: RowSaveOutcome | null; stored: LoadedRow | null };

/**
 * Returns the record with the outcome of its form. After a save the page is loaded again, and its data are used unless
 * the saved record is newer.
 */
export function rowAfterSubmit(row: LoadedRow, result: RecordFormResult | undefined): LoadedRow {
  if (!result) return row;
  const { outcome, stored } = result;
  if (stored) return stored.version > row.version ? stored : row;
  return outcome ? { ...row, outcome } : row;
}

/**
 * Returns the record as its form shows it. Data that are reloaded while somebody is typing, for example after a new
 * picture, are not applied yet, because they would overwrite the typed text. The version is not updated either, so that
 * the save is compared with the values that the person saw.
 */
export function useShownRow(row: LoadedRow, result: RecordFormResult | undefined): LoadedRow {
  const newest = rowAfterSubmit(row, result);
  const [shown, setShown] = useState({ row: newest, sent: result });
  const look = recordFormFieldsKey(newest);

  useEffect(() => {
    const isAnswer = result !== undefined && result !== shown.sent;
    const form = document.getElementById(RECORD_FORM_ID);
    const isTypedIn =
      isRecordFormRefused(shown.row) ||
      (form instanceof HTMLFormElement && listChangedFieldLabels(form).length > 0);
    if (isAnswer || !isTypedIn) setShown({ row: newest, sent: result ?? shown.sent });
    // Only a new `look` or `result` changes what is shown.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [look, result]);

  return shown.row;
}

/** Tells whether the form shows values that were submitted but not saved. */
export function isRecordFormRefused({ outcome }: LoadedRow): boolean {
  return outcome !== undefined && outcome.state !== "saved";
}

/** Returns a React key for the fields. Browsers hold the typed text, so newly stored values need new elements. */
export function recordFormFieldsKey({ version, outcome }: LoadedRow): string {
  return `${version} ${outcome?.state ?? "stored"}`;
}

/** Shows a message as soon as the save has completed, before the page reloads its data. */
export function useSavedMessage(result: Pick<RecordFormResult, "stored"> | undefined, message: string): void {
  useEffect(() => {
    if (result?.stored) showMessage({ text: message, tone: "done", seconds: 3 });
  }, [result, message]);
}

/** The id of the form. The save button outside the form refers to it. */
export const RECORD_FORM_ID = "record";

/** A record in one form that is saved as a whole, with or without JavaScript. */
export type RecordFormContext = {
  id: string;
  fields: RecordFields;
  row: LoadedRow;
  /** True if nobody can edit the record on this page. Its fields are then shown as text. */
  isReadOnly: boolean;
  /** True if the form is stored as a whole or not at all. */
  isWhole: boolean;
  timeZone: string;
};

const Context = createContext<RecordFormContext | null>(null);

export const RecordFormProvider = Context.Provider;

export function useRecordFormContext(): RecordFormContext {
  const form = useContext(Context);
  if (!form) throw new Error("a field must be inside a form");
  return form;
}

type FieldOutcome =
  | { state: "refused"; reason: string }
  | { state: "changed"; from: FieldValue; to: FieldValue; by: string; at: string };

export type RecordFormFieldState = RecordField & { value: FieldValue; outcome: FieldOutcome | null };

/** Returns a field with the value to show: the typed value if that was not saved, otherwise the stored one. */
export function useRecordFormField(name: string): RecordFormFieldState {
  return fieldIn(useRecordFormContext(), name);
}

export function useRecordFormFields(names: readonly string[]): RecordFormFieldState[] {
  const form = useRecordFormContext();
  return names.map((name) => fieldIn(form, name));
}

function fieldIn({ fields, row }: RecordFormContext, name: string): RecordFormFieldState {
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
