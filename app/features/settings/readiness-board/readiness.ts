import type { SheetLine } from "#domain/late/sheets.ts";
import type { ReportCounts } from "#domain/report-state.ts";
import type { Why } from "#domain/turn/turn.ts";
import type { RehearsalPlace } from "../rehearsal-place.rules.ts";

/** What the board shows: what is missing before the term is turned, each with what mends it (term.md, 24). */

/** Words that lead somewhere; `to` is null for a person who may not go there. */
export type Place = { words: string; to: string | null };

export type Group = "stops" | "better" | "ready";

/** One thing that a new term needs. */
export type Item = {
  name: string;
  why: string;
  /** Where it is missing, as far as there is room. */
  places: readonly Place[];
  /** How much is missing; null where it is not counted, or nothing is missing. */
  figure: { missing: number; of: number } | null;
  mend: Place | null;
};

export type Readiness = {
  /** `2026-2027, Term 1`. */
  to: string;
  /** `Term 3 ends Fri 3 Jul, in 2 school days`. */
  now: string;
  rehearse: RehearsalPlace;
  groups: Readonly<Record<Group, readonly Item[]>>;
};

/** What was found of one thing; what nobody asks in this turn is no finding. */
export type Finding = {
  name: string;
  missing: number;
  /** Null where it is there or not. */
  of: number | null;
  /** It holds the turn up; else the turn goes on without. */
  stops?: boolean;
  /** What it means that it is missing, and what is there when it is not. */
  why: string;
  done: string;
  places: readonly Place[];
  /** How many there are besides these. */
  unnamed?: number;
  /** How many places have room, and what those are called that have none. */
  most: number;
  others: { noun: string; to: string | null };
  mend: Place | null;
  /** Where it can be looked at when nothing is missing. */
  see: Place | null;
};

export type ClassOfTerm = {
  label: string;
  reports: ReportCounts;
  isPosted: boolean;
  isLed: boolean;
  reportsUrl: string;
  signUrl: string;
};

/** Who of a class cannot be placed, for one reason. */
export type Nowhere = {
  why: Why;
  wanted: string | null;
  /** Next Year's Classes can make the class that is wanted. */
  canBeMade: boolean;
  classLabel: string | null;
  students: number;
  /** The first by name: `Baptiste, Jaheim 3C`. */
  named: readonly { key: number; words: string }[];
};

/** What is asked when the school year turns. */
export type YearFound = {
  toYear: string;
  toPlace: number;
  nowhere: readonly Nowhere[];
  decisions: readonly {
    classId: number;
    label: string;
    asked: number;
    assumed: number;
    reportsUrl: string;
  }[];
  /** Classes of next year. */
  coming: readonly { label: string; isLed: boolean }[];
  /** Classes of this year, and whether next year has theirs. */
  here: readonly { label: string; isMade: boolean }[];
  lessons: readonly { words: string; lessons: number; isOpen: boolean }[];
};

/** All that is known of the school. */
export type SchoolFound = {
  /** `Term 1`, and its dates once somebody gave them. */
  dates: { of: string; words: string | null; begins: string | null };
  lines: readonly SheetLine[];
  classes: readonly ClassOfTerm[];
  /** Null in a turn within the year. */
  year: YearFound | null;
};

/** Where the reader may go. */
export type Ways = {
  opensSheets: boolean;
  readsReports: boolean;
  signs: boolean;
  opensLateBoard: boolean;
  opensStudents: boolean;
  opensEmployees: boolean;
  /** The rehearsal that stands, where children are sent elsewhere; else where one begins. */
  rehearsal: { id: number } | null;
};
