import type { Missing, Returned, Signature } from "./report.ts";

/** `/app/term-reports`: classes to choose from, in the groups of the school. */
export type ClassChoice = {
  groups: readonly { title: string; classes: readonly ClassLink[] }[];
  term: TermChoice;
  terms: readonly TermChoice[];
  /** The current term is shown: reports can be written. */
  isCurrent: boolean;
};

export type ClassLink = {
  /** The first report of the class; the overview is `/sign-all` in its term. */
  url: string;
  /** Null for who does not sign. */
  signAllUrl: string | null;
  label: string;
  /** `D. Ramkissoon / C. Pierre`; empty when nobody leads it. */
  teachers: string;
  students: number;
  signed: number;
};

export type TermChoice = { id: number; label: string };

/** A class without a student in that term. */
export type EmptyClass = { classLabel: string; period: string; chooserUrl: string };

/** Every report of a class with its state, to sign the complete ones together. The form posts `seen.KEY` for each. */
export type ClassOverview = {
  url: string;
  /** The class's first report. */
  reportsUrl: string;
  classLabel: string;
  teachers: string;
  period: string;
  chooserUrl: string | null;
  canSign: boolean;
  readOnlyReason: string | null;
  reports: readonly OverviewReport[];
  /** How many the button signs now. */
  signable: number;
  counts: { total: number; complete: number; signed: number; changed: number; returned: number };
  signs: { by: string; on: string; pictureUrl: string | null } | null;
};

export type OverviewReport = {
  key: number;
  url: string;
  /** `Lezama, Amara`. */
  name: string;
  picture: string | null;
  average: string | null;
  comment: string | null;
  principalComment: string | null;
  missing: readonly Missing[];
  signature: Signature;
  returned: Returned | null;
  /** Goes with the form; null when signing all leaves it out. */
  seen: string | null;
};

/** What became of signing a class, for the words on the page: `12 signed, 2 changed while you looked`. */
export type ClassSigned = { signed: number; changed: number; left: number };
