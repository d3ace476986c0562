import type { Missing, ReportCounts, ReportState } from "#domain/report-state.ts";
import type { ClassKey } from "#domain/paths.ts";
import type { Returned } from "../report/report.ts";

/** Every report of a class with its state, for all who may see the class; the principal signs the complete ones together. */
export type ClassOverview = {
  key: ClassKey;
  url: string;
  /** The class's first report. */
  reportsUrl: string;
  classLabel: string;
  teachers: string;
  period: string;
  /** Null for a person with one class only. */
  chooserUrl: string | null;
  /** The viewer with the cards of the whole class; null for a person who may not print. */
  cardsUrl: string | null;
  canSign: boolean;
  /** Asks before they are signed. */
  askUrl: string;
  /** Why nothing can be written, or signed, here. */
  readOnlyReason: string | null;
  counts: ReportCounts;
  /** Where the sessions of its reports come from, in words; and where they are taken from the register, for who writes them. */
  sessions: { words: string; url: string | null };
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
  /** `Lezama, Amara`. */
  name: string;
  picture: string | null;
  average: string | null;
  comment: string | null;
  principalComment: string | null;
  state: ReportState;
  missing: readonly Missing[];
  /** The day; null where nobody has. */
  signedOn: string | null;
  returned: Returned | null;
  /** Goes with the signer's form; null when signing all leaves it out. */
  seen: string | null;
};

/** Why a report was left unsigned when its class was signed. */
export type LeftReason = "changed" | "unseen" | "returned" | "incomplete";

export type LeftReport = { name: string; url: string; why: LeftReason };
