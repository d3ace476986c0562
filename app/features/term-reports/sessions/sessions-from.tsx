import { isSameValue } from "#saving/protocol/merge.ts";
import { storedNow } from "#saving/client/row-state.ts";
import { useThisRow } from "#saving/screen/field/row-context.ts";

import { useReportContext } from "../report/record/report-context.ts";
import { SESSION_FIELDS } from "../save/record.rules.ts";
import type { SessionsSource } from "./sessions.ts";

/** Under the sessions of a report: where they come from. What was saved here since is by hand. */
export function SessionsFrom({ source }: { source: SessionsSource }) {
  const { values } = useReportContext().report.row;
  const isRewritten = useThisRow((snapshot) => {
    const now = snapshot && storedNow(snapshot.state).values;
    return SESSION_FIELDS.some((field) => now !== undefined && !isSameValue(now[field], values[field]));
  });
  const shown: SessionsSource = isRewritten ? { from: "hand" } : source;
  if (!shown) return null;
  return (
    <p className="border-b px-4 py-2 text-13 text-muted">
      {shown.from === "register" ? `From the register, taken ${shown.on}` : "Sessions written by hand"}
    </p>
  );
}
