import { useEffect, useState } from "react";

import { changedFields } from "#ui/form/leave/changed-fields.ts";
import { tell } from "#ui/overlay/told.ts";
import { RECORD_FORM } from "./whole-form.ts";
import type { LoadedRow, RowOutcome } from "../../protocol/loaded-row.ts";

/** What came of a record's form. `stored` is the record after it was saved; null where it was not. */
export type FormSent = { outcome: RowOutcome | null; stored: LoadedRow | null };

/** The record with what came of its form. The page is loaded again after it: what came then is newer, or the same. */
export function rowAfter(row: LoadedRow, sent: FormSent | undefined): LoadedRow {
  if (!sent) return row;
  const { outcome, stored } = sent;
  if (stored) return stored.version > row.version ? stored : row;
  return outcome ? { ...row, outcome } : row;
}

/**
 * The record as its form shows it. What is loaded again while something is typed, such as after a new picture, waits: it
 * would take the typing's place (design section 5). The version stays with it, so that the save is judged by what was seen.
 */
export function useShownRow(row: LoadedRow, sent: FormSent | undefined): LoadedRow {
  const newest = rowAfter(row, sent);
  const [shown, setShown] = useState({ row: newest, sent });
  const look = drawnAnew(newest);

  useEffect(() => {
    const isAnswer = sent !== undefined && sent !== shown.sent;
    const form = document.getElementById(RECORD_FORM);
    const isTypedIn =
      isRefused(shown.row) || (form instanceof HTMLFormElement && changedFields(form).length > 0);
    if (isAnswer || !isTypedIn) setShown({ row: newest, sent: sent ?? shown.sent });
    // What is shown changes by this alone.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [look, sent]);

  return shown.row;
}

/** What was sent was not taken, and stands in the form as if it were stored. */
export function isRefused({ outcome }: LoadedRow): boolean {
  return outcome !== undefined && outcome.state !== "saved";
}

/** What is typed belongs to the browser: other stored values, or a decided conflict, are other fields. */
export function drawnAnew({ version, outcome }: LoadedRow): string {
  return `${version} ${outcome?.state ?? "stored"}`;
}

/** With script a save is told by its own answer, before anything is loaded again. */
export function useToldSaved(sent: Pick<FormSent, "stored"> | undefined, text: string): void {
  useEffect(() => {
    if (sent?.stored) tell({ text, tone: "done", seconds: 3 });
  }, [sent, text]);
}
