import type { LateMarkSheetLine, TermMarkCounts } from "#domain/late/sheets.ts";
import type { ReportCounts } from "#domain/report-state.ts";
import type { RolloverOutcomeReason } from "#domain/rollover/rollover.ts";
import type { RehearsalLink } from "../current-term/current-term.rules.ts";

/** A text with a link; `to` is null for a person who may not open the page. */
export type LinkedText = { words: string; to: string | null };

export type ReadinessGroup = "stops" | "better" | "ready";

export type ReadinessItem = {
  name: string;
  why: string;
  /** The places where something is missing. The list is cut to the available space. */
  places: readonly LinkedText[];
  /** The number that is missing; null when nothing is missing or it cannot be counted. */
  figure: { missing: number; of: number } | null;
  mend: LinkedText | null;
};

export type ReadinessBoardView = {
  /** The next term, such as `2026-2027, Term 1`. */
  to: string;
  /** The current term, such as `Term 3 ends Fri 3 Jul, in 2 school days`. */
  now: string;
  rehearse: RehearsalLink;
  groups: Readonly<Record<ReadinessGroup, readonly ReadinessItem[]>>;
};

/** The result of one check. A check that does not apply to this rollover has no finding. */
export type ReadinessFinding = {
  name: string;
  missing: number;
  /** The total number; null if the item cannot be counted. */
  of: number | null;
  /** Whether the finding prevents the rollover. */
  stops?: boolean;
  /** The reason why the item matters. `done` is shown instead if nothing is missing. */
  why: string;
  done: string;
  places: readonly LinkedText[];
  /** The number of further places that are not listed by name. */
  unnamed?: number;
  /** The number of places to list. `others` is the noun and link for the remaining places. */
  most: number;
  others: { noun: string; to: string | null };
  mend: LinkedText | null;
  /** The link shown when nothing is missing. */
  see: LinkedText | null;
};

export type ClassReadiness = {
  label: string;
  reports: ReportCounts;
  isPosted: boolean;
  isLed: boolean;
  reportsUrl: string;
  signUrl: string;
};

/** The students of a class who cannot be placed for the same reason. */
export type UnplacedStudents = {
  why: RolloverOutcomeReason;
  wanted: string | null;
  /** Whether the missing class can be created under Next year's classes. */
  canBeMade: boolean;
  classLabel: string | null;
  students: number;
  /** The first students by name, such as `Baptiste, Jaheim 3C`. */
  named: readonly { key: number; words: string }[];
};

export type YearFindings = {
  toYear: string;
  toPlace: number;
  nowhere: readonly UnplacedStudents[];
  decisions: readonly {
    classId: number;
    label: string;
    needed: number;
    assumed: number;
    reportsUrl: string;
  }[];
  /** The classes of next year. `isLed` says whether the class has a form teacher. */
  coming: readonly { label: string; isLed: boolean }[];
  /** The classes of this year. `isMade` says whether the class already exists next year. */
  here: readonly { label: string; isMade: boolean }[];
  lessons: readonly { words: string; lessons: number; isOpen: boolean }[];
};

export type SchoolFindings = {
  /** The next term. `of` is its name, such as `Term 1`. Its dates are null until somebody enters them. */
  dates: { of: string; words: string | null; begins: string | null };
  marks: TermMarkCounts;
  /** Subjects of classes, including the subjects that lack the most marks. */
  lines: readonly LateMarkSheetLine[];
  classes: readonly ClassReadiness[];
  /** The data of next year; null for a rollover within the same year. */
  year: YearFindings | null;
};

export type BoardLinkAccess = {
  opensSheets: boolean;
  readsReports: boolean;
  signs: boolean;
  opensLateBoard: boolean;
  opensStudents: boolean;
  opensEmployees: boolean;
  /** The current rehearsal, in which students are placed; null when there is none. */
  rehearsal: { id: number } | null;
};

export function formatNumber(count: number): string {
  return count.toLocaleString("en");
}

export function sumBy<Item>(items: readonly Item[], numberOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + numberOf(item), 0);
}

/** Returns the items that lack something, sorted by how much, with the largest number first. */
export function sortByMissing<Item>(items: readonly Item[], missingOf: (item: Item) => number): Item[] {
  return items
    .filter((item) => missingOf(item) > 0)
    .toSorted((one, other) => missingOf(other) - missingOf(one));
}

/** Returns a phrase such as `3 more subjects` or `1 more class`. */
export function formatCountMore(count: number, noun: string): string {
  const many = noun.endsWith("s") ? `${noun}es` : `${noun}s`;
  return `${formatNumber(count)} more ${count === 1 ? noun : many}`;
}
