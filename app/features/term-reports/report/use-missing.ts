import { useSyncExternalStore } from "react";

import { missingParts } from "#domain/report-state.ts";
import type { Missing } from "#domain/report-state.ts";
import { shownValues } from "#saving/client/row-state.ts";

import { useReportContext } from "./record/report-context.ts";

/** What the report still needs: of the record as it stands here, of the marks as they were read. */
export function useMissing(): readonly Missing[] {
  const { report, store, row } = useReportContext();
  const words = () => {
    const snapshot = store.rows.row(row);
    return JSON.stringify(snapshot ? missingParts(shownValues(snapshot.state), []) : []);
  };
  const ofRecord = JSON.parse(useSyncExternalStore(store.rows.subscribe, words, words)) as Missing[];
  return [...ofRecord, ...report.missing.filter(({ part }) => part === "marks")];
}
