import type { TermChoice } from "#domain/terms.ts";

/** `/app/term-reports`: classes to choose from, in the groups of the school. */
export type ClassChoice = {
  groups: readonly { title: string; classes: readonly ClassLink[] }[];
  term: TermChoice;
  terms: readonly TermChoice[];
  /** The current term is shown: reports can be written. */
  isCurrent: boolean;
  /** All classes of the school are this person's to see, and not those that they lead. */
  readsAll: boolean;
};

export type ClassLink = {
  /** The first report of the class. */
  url: string;
  /** The class's overview, and what this person would do there. */
  overview: { url: string; words: "Sign" | "View" };
  label: string;
  /** `D. Ramkissoon / C. Pierre`; empty when nobody leads it. */
  teachers: string;
  /** `35 reports, 12 complete, 3 signed`. */
  counts: string;
  /** Every report is complete and signed. */
  isAllDone: boolean;
  /** What this person has still to do here: `12 to sign`; null when nothing does. */
  pendingWork: string | null;
};

/** A class without a student in that term. */
export type EmptyClass = {
  classLabel: string;
  period: string;
  /** Null for a person with one class only. */
  chooserUrl: string | null;
};
