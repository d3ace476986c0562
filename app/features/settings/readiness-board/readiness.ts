import type { SheetLine } from "#domain/late/sheets.ts";
import type { ReportCounts } from "#domain/report-state.ts";
import type { OutcomeReason } from "#domain/rollover/rollover.ts";
import type { RehearsalLink } from "../current-term/current-term.rules.ts";

/**
 * The types of the Readiness Board: the missing things before a rollover, each with a link to the page that fixes it.
 */

/** Words with a link; `to` is null for a person who may not go there. */
export type LinkedText = { words: string; to: string | null };

export type Group = "stops" | "better" | "ready";

export type Item = {
  name: string;
  why: string;
  /** The places where something is missing, as far as there is room. */
  places: readonly LinkedText[];
  /** The missing number; null when nothing is missing or there is no count. */
  figure: { missing: number; of: number } | null;
  mend: LinkedText | null;
};

export type Readiness = {
  /** The next term: `2026-2027, Term 1`. */
  to: string;
  /** The current term: `Term 3 ends Fri 3 Jul, in 2 school days`. */
  now: string;
  rehearse: RehearsalLink;
  groups: Readonly<Record<Group, readonly Item[]>>;
};

/** A finding about one need; a need that does not apply to this rollover has no finding. */
export type Finding = {
  name: string;
  missing: number;
  /** Null for a need that cannot be counted. */
  of: number | null;
  /** True when the finding stops the rollover; otherwise the rollover can proceed. */
  stops?: boolean;
  /** The consequence of what is missing; `done` is shown when nothing is. */
  why: string;
  done: string;
  places: readonly LinkedText[];
  /** The number of places besides the listed ones. */
  unnamed?: number;
  /** The number of places that have room; `others` names the remaining ones. */
  most: number;
  others: { noun: string; to: string | null };
  mend: LinkedText | null;
  /** A link for when nothing is missing. */
  see: LinkedText | null;
};

export type ClassOfTerm = {
  label: string;
  reports: ReportCounts;
  isPosted: boolean;
  isLed: boolean;
  reportsUrl: string;
  signUrl: string;
};

/** The students of a class who cannot be placed, for one reason. */
export type Nowhere = {
  why: OutcomeReason;
  wanted: string | null;
  /** True when Next year's classes can make the missing class. */
  canBeMade: boolean;
  classLabel: string | null;
  students: number;
  /** The first students by name: `Baptiste, Jaheim 3C`. */
  named: readonly { key: number; words: string }[];
};

/** The findings for the end of a school year. */
export type YearFindings = {
  toYear: string;
  toPlace: number;
  nowhere: readonly Nowhere[];
  decisions: readonly {
    classId: number;
    label: string;
    needed: number;
    assumed: number;
    reportsUrl: string;
  }[];
  /** The classes of next year. */
  coming: readonly { label: string; isLed: boolean }[];
  /** The classes of this year, and whether next year has theirs. */
  here: readonly { label: string; isMade: boolean }[];
  lessons: readonly { words: string; lessons: number; isOpen: boolean }[];
};

/** The data about the school from which all findings are made. */
export type SchoolFindings = {
  /** The term, such as `Term 1`, and its dates once somebody has given them. */
  dates: { of: string; words: string | null; begins: string | null };
  lines: readonly SheetLine[];
  classes: readonly ClassOfTerm[];
  /** Null in a rollover within the year. */
  year: YearFindings | null;
};

/** The pages that the reader may open. */
export type Ways = {
  opensSheets: boolean;
  readsReports: boolean;
  signs: boolean;
  opensLateBoard: boolean;
  opensStudents: boolean;
  opensEmployees: boolean;
  /** The current rehearsal, in which students are sent elsewhere; null when there is none. */
  rehearsal: { id: number } | null;
};

/** Returns a number such as `14,230`. */
export function formatNumber(count: number): string {
  return count.toLocaleString("en");
}

export function sumOf<Item>(items: readonly Item[], numberOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + numberOf(item), 0);
}

/** Returns the items that lack something, those that lack most first; equal ones stay in the order of the school. */
export function mostFirst<Item>(items: readonly Item[], missingOf: (item: Item) => number): Item[] {
  return items
    .filter((item) => missingOf(item) > 0)
    .toSorted((one, other) => missingOf(other) - missingOf(one));
}

/** Returns words such as `3 more subjects` or `1 more class`. */
export function formatMore(count: number, noun: string): string {
  const many = noun.endsWith("s") ? `${noun}es` : `${noun}s`;
  return `${formatNumber(count)} more ${count === 1 ? noun : many}`;
}
