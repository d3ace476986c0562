import { reportState, type Missing } from "#domain/report-state.ts";
import type { SaveKind } from "#ui/page/save-status.tsx";
import type { Report, Signature } from "../report.ts";

/** `short` is for places with room for one word. Both are null when only the missing parts are to be shown. */
type ReportStatus = { kind: SaveKind; words: string | null; short: string | null };

/** Tells whether the report is signed and has not changed since. */
export function isSigned(signature: Signature | null): boolean {
  return signature !== null && !signature.changed;
}

/** Returns the most important fact about a report; missing parts are listed beside it. */
export function reportStatusOf(
  { signature, returned }: Pick<Report, "signature" | "returned">,
  missing: readonly Missing[],
): ReportStatus {
  switch (reportState({ signature, returned, missing })) {
    case "returned":
      return { kind: "refused", words: "Sent back", short: "Sent back" };
    case "changed":
      return { kind: "changed", words: "Changed since signed", short: "Changed" };
    case "signed":
      return { kind: "saved", words: `Signed ${signature?.on}`, short: "Signed" };
    case "complete":
      return { kind: "saved", words: "Complete", short: "Complete" };
    case "incomplete":
      return { kind: "blank", words: null, short: null };
  }
}
