import { signAllReportsUrl, withQuery, type ClassKey } from "#domain/paths.ts";
import {
  isReportComplete,
  type ReportCounts,
  type MissingReportPart,
  type ReportState,
} from "#domain/report-state.ts";
import type { ReturnedReport } from "../report/report.ts";

/**
 * The overview of a class, with every report and its state. The principal can sign all complete reports together here.
 */
export type ClassOverview = {
  key: ClassKey;
  url: string;
  reportsUrl: string;
  classLabel: string;
  teachers: string;
  period: string;
  /** The URL of the choice of classes; null for a person with only one class. */
  chooserUrl: string | null;
  /** The URL of the viewer with the cards of the whole class; null for a person who may not print. */
  cardsUrl: string | null;
  /** The URL of the comments for the whole class; null for a person who cannot write a comment now. */
  commentsUrl: string | null;
  canSign: boolean;
  askUrl: string;
  /** The reason why the person cannot write or sign reports here. */
  readOnlyReason: string | null;
  counts: ReportCounts;
  /**
   * A sentence about where the numbers of sessions come from. `url` opens the dialog that copies the numbers from the
   * register; null for a person who does not write the reports.
   */
  sessions: { words: string; url: string | null };
  filter: OverviewFilter;
  filters: readonly { filter: OverviewFilter; count: number; url: string }[];
  reports: readonly OverviewReport[];
  /** The number of reports that the button signs, and the number of further reports that the filter hides. */
  signable: { shown: number; hidden: number };
  signs: { by: string; on: string; pictureUrl: string | null } | null;
};

export type OverviewFilter = "all" | "incomplete" | "to-sign" | "signed" | "sent-back";

export type OverviewReport = {
  key: number;
  /** A name such as `Lezama, Amara`. */
  name: string;
  picture: string | null;
  average: string | null;
  comment: string | null;
  principalComment: string | null;
  state: ReportState;
  missing: readonly MissingReportPart[];
  /** The day on which the report was signed; null if it is not signed. */
  signedOn: string | null;
  returned: ReturnedReport | null;
  /**
   * The fingerprint of the report, which the signing form sends back, or null for a report that would not be signed.
   */
  seen: string | null;
};

/** The reason why a report was left unsigned when its class was signed. */
export type UnsignedReason = "changed" | "unseen" | "returned" | "incomplete";

export type UnsignedReport = { name: string; url: string; why: UnsignedReason };

/** The titles of the filters, in the order of the page. Apart from 'All', each report is in exactly one of them. */
export const REPORT_FILTER_TITLES: Readonly<Record<OverviewFilter, string>> = {
  all: "All",
  incomplete: "Not complete",
  "to-sign": "To be signed",
  signed: "Signed",
  "sent-back": "Sent back",
};

export function parseOverviewFilter(text: string | null): OverviewFilter {
  return text !== null && isFilter(text) ? text : "all";
}

function isFilter(text: string): text is OverviewFilter {
  return Object.hasOwn(REPORT_FILTER_TITLES, text);
}

/** Returns whether a report passes the filter. A complete report changed after signing must be signed again. */
export function isReportInFilter(filter: OverviewFilter, report: Stated): boolean {
  return filter === "all" || filter === filterOf(report);
}

type Stated = Pick<OverviewReport, "state" | "missing">;

function filterOf(report: Stated): OverviewFilter {
  if (report.state === "signed") return "signed";
  if (report.state === "returned") return "sent-back";
  return isReportComplete(report) ? "to-sign" : "incomplete";
}

export function sessionsDialogUrl(key: ClassKey): string {
  return `${signAllReportsUrl(key)}/sessions`;
}

type Place = {
  filter?: OverviewFilter;
  /** Whether the viewer is open over the overview, with all cards or with the card of one student. */
  cards?: boolean;
  /** Whether the confirmation before signing is open. */
  signs?: boolean;
  studentKey?: number | null;
};

/** Returns the URL of a class's overview with its filter and, if requested, a dialog. */
export function classOverviewUrl(
  key: ClassKey,
  { filter = "all", cards = false, signs = false, studentKey = null }: Place = {},
): string {
  const over = (cards && "/cards") || (signs && "/sign") || "";
  return withQuery(`${signAllReportsUrl(key)}${over}`, {
    show: filter === "all" ? null : filter,
    student: studentKey,
  });
}

/** Returns text such as `35 reports: 30 complete, 12 signed, 1 of them changed since, 2 sent back`. */
export function formatReportSummary({ total, complete, signed, changed, returned }: ReportCounts): string {
  const parts = [
    `${complete} complete`,
    `${signed} signed`,
    changed > 0 ? `${changed} of them changed since` : null,
    returned > 0 ? `${returned} sent back` : null,
  ];
  return `${total} ${total === 1 ? "report" : "reports"}: ${parts.filter(Boolean).join(", ")}`;
}

/** Text for each reason, shown after the names of the unsigned reports. */
export const UNSIGNED_REASON_TEXTS: Readonly<Record<UnsignedReason, string>> = {
  changed: "changed while you were looking: check the report again, then sign",
  unseen: "complete, but not in the list that you looked through",
  returned: "sent back to the form teacher",
  incomplete: "not complete",
};
