import type { Missing, ReportCounts, ReportState } from "#domain/report-state.ts";
import type { ClassKey } from "#domain/paths.ts";
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
