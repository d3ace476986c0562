import { useEffect, useRef } from "react";
import type { RecordPlace } from "#domain/people/record-place.ts";
import { titleOf } from "#fields/record.ts";
import type { SavingStore } from "#saving/client/saving-store.ts";
import { phaseOfField } from "#saving/screen/field/row-context.ts";
import { tell } from "#ui/overlay/told.ts";
import { useWaysOut } from "#ui/overlay/use-ways-out.ts";

import { isOnTab, listUnder } from "../record/record.ts";
import { fieldsOf, sectionOf, type FieldsRead } from "./fields.ts";

const TOLD_SECONDS = 8;

type Leaving = { store: SavingStore; read: FieldsRead; name: string; place: RecordPlace };

/**
 * What is not saved is named once before a link, Escape or Back leads away from it; it waits in the page, and is there when
 * the tab is opened again. What turns out so only after one has gone is named where one has gone to.
 */
export function useLeaving({ store, read, name, place }: Leaving) {
  const told = useRef("");

  useEffect(
    () => () => {
      if (!store.isSaving()) return;
      const stop = store.onResults(() => {
        stop();
        const titles = unsavedTitles(store, read);
        if (titles) tellNotSaved(`Not saved in the record of ${name}: ${titles}.`);
      });
    },
    // Once, when the tab is left.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [],
  );

  return useWaysOut({
    closeTo: listUnder(place.query),
    stays: (to) => isOnTab(place, read.tab, to),
    holds: () => ![told.current, ""].includes(unsavedTitles(store, read)),
    ask: (_go, stay) => {
      told.current = unsavedTitles(store, read);
      stay();
      tellNotSaved(`Not saved: ${told.current}. Press again to go on; it waits in this page.`);
    },
  });
}

function tellNotSaved(text: string) {
  tell({ text, tone: "refused", seconds: TOLD_SECONDS });
}

/** Those that wait for the network or for the person: 'Phone (Mobile), Email'; what is on its way arrives by itself. */
function unsavedTitles({ rows }: SavingStore, { rows: shown, rules }: FieldsRead): string {
  const titles = shown.flatMap(({ row }) => {
    const snapshot = rows.row(row);
    const fields = fieldsOf(rules, row);
    const section = sectionOf(rules, row);
    const unsaved = [...fields.keys()].filter((field) => {
      const phase = snapshot && phaseOfField(snapshot, field);
      return phase === "waiting" || phase === "refused" || phase === "changed";
    });
    return unsaved.map((field) => [section, titleOf(fields, field)].filter(Boolean).join(" "));
  });
  return titles.join(", ");
}
