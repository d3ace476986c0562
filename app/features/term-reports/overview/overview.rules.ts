import { signAllUrl, withQuery, type ClassKey } from "#domain/paths.ts";
import { isComplete, type ReportCounts, type Missing, type ReportState } from "#domain/report-state.ts";
import type { Returned } from "../report/report.ts";

/**
 * The overview of a class for everybody who may see the class: every report with its state. The principal signs the
 * complete ones together.
 */
export type ClassOverview = {
  key: ClassKey;
  url: string;
  /** The address of the class's first report. */
  reportsUrl: string;
  classLabel: string;
  teachers: string;
  period: string;
  /** Null for a person with only one class. */
  chooserUrl: string | null;
  /** The address of the viewer with the cards of the whole class; null for a person who may not print. */
  cardsUrl: string | null;
  canSign: boolean;
  /** The address of the dialog that asks for confirmation before signing. */
  askUrl: string;
  /** The reason why the person cannot write or sign reports here. */
  readOnlyReason: string | null;
  counts: ReportCounts;
  /**
   * The source of the sessions in words, and for a writer of the reports the address at which to take them from the
   * register.
   */
  sessions: { words: string; url: string | null };
  filter: OverviewFilter;
  filters: readonly { filter: OverviewFilter; count: number; url: string }[];
  /** The reports that pass the filter. */
  reports: readonly OverviewReport[];
  /** The number of shown reports that the button signs now, and of those that the filter hides. */
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
  missing: readonly Missing[];
  /** The day on which the report was signed; null if it is unsigned. */
  signedOn: string | null;
  returned: Returned | null;
  /** The fingerprint for the signer's form; null for a report that signing the class leaves out. */
  seen: string | null;
};

/** The reason why a report was left unsigned when its class was signed. */
export type UnsignedReason = "changed" | "unseen" | "returned" | "incomplete";

export type UnsignedReport = { name: string; url: string; why: UnsignedReason };

/** The titles of the filters, in their order. Each report is in one of them besides 'All'. */
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

/** A report that changed since it was signed has to be signed again, once nothing is missing. */
export function isIn(filter: OverviewFilter, report: Stated): boolean {
  return filter === "all" || filter === filterOf(report);
}

type Stated = Pick<OverviewReport, "state" | "missing">;

function filterOf(report: Stated): OverviewFilter {
  if (report.state === "signed") return "signed";
  if (report.state === "returned") return "sent-back";
  return isComplete(report) ? "to-sign" : "incomplete";
}

/** Returns the address of the dialog over the overview that takes sessions from the register. */
export function sessionsUrl(key: ClassKey): string {
  return `${signAllUrl(key)}/sessions`;
}

type Place = {
  filter?: OverviewFilter;
  /** The viewer is open over the overview, with all cards or with one student's. */
  cards?: boolean;
  /** The question before signing is open over the overview. */
  signs?: boolean;
  studentKey?: number | null;
};

/** Returns the address of a class's overview with its filter, and with a dialog over it if requested. */
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

/** The reasons that follow the names of unsigned reports. */
export const LEFT_WORDS: Readonly<Record<UnsignedReason, string>> = {
  changed: "changed while you were looking: check the report again, then sign",
  unseen: "complete, but not in the list that you looked through",
  returned: "sent back to the form teacher",
  incomplete: "not complete",
};
