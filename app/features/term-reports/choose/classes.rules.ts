import type { ReportCounts } from "#domain/report-state.ts";
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

/** Returns text such as `35 reports, 12 complete, 3 signed`, followed by the number sent back if there are any. */
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

/** Returns the person's pending work in a class, to sign or to complete; null when there is none. */
export function pendingWork({ signs, writes }: Person, counts: ReportCounts): string | null {
  const { total, complete, toSign } = counts;
  if (signs && toSign > 0) return `${toSign} to sign`;
  return writes && complete < total ? `${total - complete} to complete` : null;
}
