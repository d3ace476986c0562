import type { ReportCounts } from "#domain/report-state.ts";
import type { TermChoice } from "#domain/terms.ts";

/** The page `/app/term-reports` with the classes to choose from, grouped by the school's levels. */
export type ClassChoice = {
  groups: readonly { title: string; classes: readonly ReportClassLink[] }[];
  term: TermChoice;
  terms: readonly TermChoice[];
  /** True when the term is the current one, so that its reports can be written. */
  isCurrent: boolean;
  /** The sentence about everything of this past term that is open for correction; null when nothing is. */
  openCorrections: string | null;
  /** True for a person who sees every class of the school, not only their own. */
  readsAll: boolean;
};

export type ReportClassLink = {
  /** The address of the first report of the class. */
  url: string;
  /** The link to the overview of the class; its text is what the person does there. */
  overview: { url: string; words: "Sign" | "View" };
  label: string;
  /** Names such as `D. Ramkissoon / C. Pierre`; empty when the class has no teacher. */
  teachers: string;
  /** Text such as `35 reports, 12 complete, 3 signed`. */
  counts: string;
  /** True when every report is complete and signed. */
  isAllDone: boolean;
  /** The person's pending work in the class, such as `12 to sign`; null when there is nothing. */
  pendingWork: string | null;
};

/** A class without students in that term. */
export type EmptyClass = {
  classLabel: string;
  period: string;
  /** Null for a person with only one class. */
  chooserUrl: string | null;
};

/** Returns text such as `35 reports, 12 complete, 3 signed`, and the number of reports that were sent back, if any. */
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

/** Returns what the person still has to do in a class: reports to sign or to complete; null when there is nothing. */
export function describePendingWork({ signs, writes }: Person, counts: ReportCounts): string | null {
  const { total, complete, toSign } = counts;
  if (signs && toSign > 0) return `${toSign} to sign`;
  return writes && complete < total ? `${total - complete} to complete` : null;
}
