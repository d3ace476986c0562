import type { Missing, ReportCounts, ReportState } from "#domain/report-state.ts";
import type { Returned, Signature } from "../report/report.ts";

/** Every report of a class with its state, for all who may see the class; who signs, signs the complete ones together. */
export type ClassOverview = {
  url: string;
  /** The class's first report. */
  reportsUrl: string;
  classLabel: string;
  teachers: string;
  period: string;
  /** Null for who has one class only. */
  chooserUrl: string | null;
  /** The viewer with the cards of the whole class; null for who may not print. */
  cardsUrl: string | null;
  canSign: boolean;
  /** Why nothing can be written, or signed, here. */
  readOnlyReason: string | null;
  counts: ReportCounts;
  filter: OverviewFilter;
  filters: readonly { filter: OverviewFilter; count: number; url: string }[];
  /** Those that the filter lets through. */
  reports: readonly OverviewReport[];
  /** How many of the shown ones the button signs now, and how many the filter hides. */
  signable: { shown: number; hidden: number };
  signs: { by: string; on: string; pictureUrl: string | null } | null;
};

export type OverviewFilter = "all" | "incomplete" | "to-sign" | "signed" | "sent-back";

export type OverviewReport = {
  key: number;
  url: string;
  /** Null for who may not print. */
  cardUrl: string | null;
  /** `Lezama, Amara`. */
  name: string;
  picture: string | null;
  average: string | null;
  comment: string | null;
  principalComment: string | null;
  state: ReportState;
  missing: readonly Missing[];
  signature: Signature | null;
  returned: Returned | null;
  /** Goes with the form of who signs; null when signing all leaves it out. */
  seen: string | null;
};

/** Why a report was left unsigned when its class was signed. */
export type LeftReason = "changed" | "unseen" | "returned" | "incomplete";

export type LeftReport = { name: string; url: string; why: LeftReason };

/** What became of signing a class: how many, and who was left with the reason. */
export type ClassSigned = { signed: number; left: readonly LeftReport[] };
