import { useEffect } from "react";
import { titleOf } from "#fields/record.ts";
import type { SavingStore } from "#saving/client/saving-store.ts";
import { phaseOfField } from "#saving/screen/field/row-context.ts";
import { useUnsavedFields } from "#ui/form/leave/leave-guards.ts";
import { tell } from "#ui/overlay/told.ts";

import { fieldsOf, sectionOf, type FieldsRead } from "./fields.ts";

const TOLD_SECONDS = 8;

type Leaving = { store: SavingStore; read: FieldsRead; name: string };

/**
 * Asks before the tab is left while a field is not saved. The field waits in the page, and is there when the tab is opened
 * again. What turns out to be unsaved only after the tab was left is named on the page that was opened.
 */
export function useLeaving({ store, read, name }: Leaving): void {
  useUnsavedFields(() => unsavedTitles(store, read), name);

  useEffect(
    () => () => {
      if (!store.isSaving()) return;
      const stop = store.onResults(() => {
        stop();
        const titles = unsavedTitles(store, read).join(", ");
        const text = `Not saved in the record of ${name}: ${titles}.`;
        if (titles) tell({ text, tone: "refused", seconds: TOLD_SECONDS });
      });
    },
    // Once, when the tab is left.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [],
  );
}

/** Those that wait for the network or for the person: 'Phone (Mobile), Email'; what is on its way arrives by itself. */
function unsavedTitles({ rows }: SavingStore, { rows: shown, rules }: FieldsRead): string[] {
  return shown.flatMap(({ row }) => {
    const snapshot = rows.row(row);
    const fields = fieldsOf(rules, row);
    const section = sectionOf(rules, row);
    const unsaved = [...fields.keys()].filter((field) => {
      const phase = snapshot && phaseOfField(snapshot, field);
      return phase === "waiting" || phase === "refused" || phase === "changed";
    });
    return unsaved.map((field) => [section, titleOf(fields, field)].filter(Boolean).join(" "));
  });
}
