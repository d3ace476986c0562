import { reportState, type Missing } from "#domain/report-state.ts";
import type { SaveKind } from "#ui/page/save-status.tsx";

import type { Report, Signature } from "../report.ts";

/** `short` where there is room for one word; null words where only what is missing is to be said. */
type ReportStatus = { kind: SaveKind; words: string | null; short: string | null };

/** Signed as it is now. */
export function isSigned(signature: Signature | null): boolean {
  return signature !== null && !signature.changed;
}

/** The one thing to know of a report before anything else; what is missing is said beside it. */
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
