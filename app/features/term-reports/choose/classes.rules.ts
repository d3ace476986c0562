import type { ShownLevel } from "#domain/list/levels.ts";
import type { ReportCounts } from "#domain/report-state.ts";
import type { TermChoice } from "#domain/terms.ts";

/** The data of the page that lets a person choose a class. The classes are grouped by the school's levels. */
export type ReportClassChooserView = {
  groups: readonly { title: string; classes: readonly ReportClassLink[] }[];
  level: ShownLevel;
  term: TermChoice;
  terms: readonly TermChoice[];
  /** Whether the term is the current one, in which reports can be written. */
  isCurrent: boolean;
  /** A sentence that lists what is open for correction in this past term; null if nothing is open. */
  openCorrections: string | null;
  /** Whether the person sees every class of the school, and not only their own classes. */
  readsAll: boolean;
};

export type ReportClassLink = {
  url: string;
  /** The link to the overview of the class, named after what the person does there. */
  overview: { url: string; words: "Sign" | "View" };
  label: string;
  /** Names such as `D. Ramkissoon / C. Pierre`; empty if the class has no teacher. */
  teachers: string;
  /** Text such as `35 reports, 12 complete, 3 signed`. */
  counts: string;
  isAllDone: boolean;
  /** The person's pending work in the class, such as `12 to sign`; null if there is none. */
  pendingWork: string | null;
};

export type EmptyClass = {
  classLabel: string;
  period: string;
  /** The page on which another class can be chosen; null for a person with only one class. */
  chooserUrl: string | null;
};

/**
 * Returns text such as `35 reports, 12 complete, 3 signed`. If reports were sent back, the text includes their number.
 */
export function formatReportCounts({ total, complete, signed, returned }: ReportCounts): string {
  const parts = [
    `${total} ${total === 1 ? "report" : "reports"}`,
    `${complete} complete`,
    `${signed} signed`,
    returned > 0 ? `${returned} sent back` : null,
  ];
  return parts.filter(Boolean).join(", ");
}

type Person = { signs: boolean; writes: boolean };

/**
 * Describes what the person still has to do in a class: sign reports or complete them. Returns null if there is
 * nothing to do.
 */
export function describePendingWork({ signs, writes }: Person, counts: ReportCounts): string | null {
  const { total, complete, toSign } = counts;
  if (signs && toSign > 0) return `${toSign} to sign`;
  return writes && complete < total ? `${total - complete} to complete` : null;
}
