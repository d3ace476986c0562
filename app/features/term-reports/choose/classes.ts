import type { TermChoice } from "#domain/terms.ts";

/** The page `/app/term-reports`: classes to choose from, in the groups of the school. */
export type ClassChoice = {
  groups: readonly { title: string; classes: readonly ClassLink[] }[];
  term: TermChoice;
  terms: readonly TermChoice[];
  /** The term is the current one, so its reports can be written. */
  isCurrent: boolean;
  /** The person sees every class of the school, not only their own. */
  readsAll: boolean;
};

export type ClassLink = {
  /** The address of the first report of the class. */
  url: string;
  /** The class's overview, and the person's task there. */
  overview: { url: string; words: "Sign" | "View" };
  label: string;
  /** Names such as `D. Ramkissoon / C. Pierre`; empty when the class has no teacher. */
  teachers: string;
  /** Text such as `35 reports, 12 complete, 3 signed`. */
  counts: string;
  /** Every report is complete and signed. */
  isAllDone: boolean;
  /** The person's pending work in the class, such as `12 to sign`; null when there is none. */
  pendingWork: string | null;
};

/** A class without a student in that term. */
export type EmptyClass = {
  classLabel: string;
  period: string;
  /** Null for a person with only one class. */
  chooserUrl: string | null;
};
