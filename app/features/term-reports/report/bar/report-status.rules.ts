import type { SaveKind } from "#ui/page/save-status.tsx";

import type { Report, Signature } from "../report.ts";

/** `short` where there is room for one word; null words where only what is missing is to be said. */
type Stand = { kind: SaveKind; words: string | null; short: string | null };

/** Signed as it is now. */
export function isSigned(signature: Signature): boolean {
  return signature.state === "signed" && !signature.changedSince;
}

/** The one thing to know of a report before anything else; what is missing is said beside it. */
export function reportStatusOf(
  { signature, returned }: Pick<Report, "signature" | "returned">,
  missing: number,
): Stand {
  if (returned) return { kind: "refused", words: "Sent back", short: "Sent back" };
  if (signature.state === "signed") {
    return signature.changedSince
      ? { kind: "changed", words: "Changed since signed", short: "Changed" }
      : { kind: "saved", words: `Signed ${signature.on}`, short: "Signed" };
  }
  return missing > 0
    ? { kind: "blank", words: null, short: null }
    : { kind: "saved", words: "Complete", short: "Complete" };
}
