import { useMemo } from "react";

import { isSameValue } from "#saving/protocol/merge.ts";
import type { StoredRow } from "#saving/protocol/protocol.ts";
import { storedNow } from "#saving/client/row-state.ts";
import type { LoadedRow } from "#saving/protocol/loaded-row.ts";
import type { SavingStore } from "#saving/client/saving-store.ts";
import { useRowValue } from "#saving/screen/use-row.ts";

import type { Report } from "./report.ts";

/** The report as it is after what was saved here since it was read: a change behind a signature shows at once. */
export function useChangedSince(report: Report, store: SavingStore): Report {
  const { row: loaded } = report;
  const rewritten = useRowValue(store, loaded.row, (snapshot) =>
    snapshot ? isRewritten(loaded, storedNow(snapshot.state)) : false,
  );
  return useMemo(() => (rewritten ? changedSince(report) : report), [rewritten, report]);
}

/** Written back to what it was, it is again what was signed. */
export function isRewritten(loaded: LoadedRow, stored: StoredRow): boolean {
  if (stored.version <= loaded.version) return false;
  return Object.keys(stored.values).some((field) => !isSameValue(loaded.values[field], stored.values[field]));
}

export function changedSince(report: Report): Report {
  const { signature, posted } = report;
  return {
    ...report,
    signature: signature && { ...signature, changed: true },
    posted: posted && { ...posted, changedSince: true },
  };
}
