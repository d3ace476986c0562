import { signAllUrl, withQuery, type ClassKey } from "#domain/paths.ts";
import { isComplete, type ReportCounts } from "#domain/report-state.ts";
import type { LeftReason, OverviewFilter, OverviewReport } from "./overview.ts";

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
export function isIn(filter: OverviewFilter, report: Stated): boolean {
  return filter === "all" || filter === filterOf(report);
}

type Stated = Pick<OverviewReport, "state" | "missing">;

function filterOf(report: Stated): OverviewFilter {
  if (report.state === "signed") return "signed";
  if (report.state === "returned") return "sent-back";
  return isComplete(report) ? "to-sign" : "incomplete";
}

/** Over the overview: the sessions of its reports, from the register. */
export function sessionsUrl(key: ClassKey): string {
  return `${signAllUrl(key)}/sessions`;
}

type Place = {
  filter?: OverviewFilter;
  /** The viewer over it, of all cards or of one student's. */
  cards?: boolean;
  /** The question whether to sign, over it. */
  signs?: boolean;
  studentKey?: number | null;
};

/** The overview of a class as somebody sees it: filtered, or with report cards over it. */
export function overviewUrl(
  key: ClassKey,
  { filter = "all", cards = false, signs = false, studentKey = null }: Place = {},
): string {
  const over = (cards && "/cards") || (signs && "/sign") || "";
  return withQuery(`${signAllUrl(key)}${over}`, {
    show: filter === "all" ? null : filter,
    student: studentKey,
  });
}

/** `35 reports: 30 complete, 12 signed, 1 of them changed since, 2 sent back`. */
export function summaryWords({ total, complete, signed, changed, returned }: ReportCounts): string {
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
