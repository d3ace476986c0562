import type { LeftReason, OverviewCounts, OverviewFilter, ReportState } from "./overview.ts";
import type { Missing, Returned, Signature } from "../report/report.ts";

type Report = { signature: Signature; returned: Returned | null; missing: readonly Missing[] };

/** Signing settles what a report was sent back for, and sending back takes a signature away: never both. */
export function stateOf({ signature, returned, missing }: Report): ReportState {
  if (signature.state === "signed") return signature.changedSince ? "changed" : "signed";
  if (returned) return "returned";
  return missing.length === 0 ? "complete" : "incomplete";
}

/** What the filters are called, in their order. Each report is in one of them beside 'All'. */
export const FILTER_TITLES: Readonly<Record<OverviewFilter, string>> = {
  all: "All",
  incomplete: "Not complete",
  "to-sign": "To be signed",
  signed: "Signed",
  "sent-back": "Sent back",
};

export function filterIn(text: string | null): OverviewFilter {
  return text !== null && isFilter(text) ? text : "all";
}

function isFilter(text: string): text is OverviewFilter {
  return Object.hasOwn(FILTER_TITLES, text);
}

/** One that changed since it was signed is to be signed again, once nothing is missing. */
export function isIn(filter: OverviewFilter, { state, missing }: Stated): boolean {
  return filter === "all" || filter === filterOf(state, missing.length === 0);
}

type Stated = { state: ReportState; missing: readonly Missing[] };

function filterOf(state: ReportState, isComplete: boolean): OverviewFilter {
  if (state === "signed") return "signed";
  if (state === "returned") return "sent-back";
  return isComplete ? "to-sign" : "incomplete";
}

export function countsOf(reports: readonly Stated[]): OverviewCounts {
  const count = (matches: (report: Stated) => boolean) => reports.filter(matches).length;
  return {
    total: reports.length,
    complete: count(({ state, missing }) => missing.length === 0 && state !== "returned"),
    signed: count(({ state }) => state === "signed" || state === "changed"),
    changed: count(({ state }) => state === "changed"),
    returned: count(({ state }) => state === "returned"),
  };
}

/** `35 reports: 30 complete, 12 signed, 1 of them changed since, 2 sent back`. */
export function summaryWords({ total, complete, signed, changed, returned }: OverviewCounts): string {
  const parts = [
    `${complete} complete`,
    `${signed} signed`,
    changed > 0 ? `${changed} of them changed since` : null,
    returned > 0 ? `${returned} sent back` : null,
  ];
  return `${total} ${total === 1 ? "report" : "reports"}: ${parts.filter(Boolean).join(", ")}`;
}

/** After the names of those who were left. */
export const LEFT_WORDS: Readonly<Record<LeftReason, string>> = {
  changed: "changed while you looked: look again, then sign",
  unseen: "complete, but not among those you looked through",
  returned: "sent back to the form teacher",
  incomplete: "not complete",
};
