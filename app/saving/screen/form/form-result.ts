import { useEffect, useState } from "react";
import { changedFields } from "#ui/form/leave/changed-fields.ts";
import { showMessage } from "#ui/overlay/messages.ts";
import { RECORD_FORM } from "./whole-form.ts";
import type { LoadedRow, RowOutcome } from "../../protocol/loaded-row.ts";

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
