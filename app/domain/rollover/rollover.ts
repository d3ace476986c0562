import { toCalendarDay, formatDate } from "../dates.ts";

/** The words of the term rollover. */

/** The steps of a run in order; the last one only when the year ends. */
export const STEPS = ["advance", "register", "promote"] as const;
export type Step = (typeof STEPS)[number];
export type StepState = "waiting" | "done" | "undone" | "skipped";

/** A rehearsal is ready, refused, stale or failed; a run ends done or undone, never half done. */
export type RolloverState =
  "rehearsing" | "refused" | "ready" | "stale" | "failed" | "running" | "done" | "undoing" | "undone";

/** The outcomes of students; a new student was in no class, and is outside the balance. */
export const OUTCOMES = [
  "staying",
  "unplaced",
  "promoted",
  "repeating",
  "leaving",
  "nowhere",
  "new",
] as const;
export type OutcomeKind = (typeof OUTCOMES)[number];

export type OutcomeReason =
  | "same-class"
  | "no-class"
  | "report-signed"
  | "report-unsigned"
  | "no-decision"
  | "last-level"
  | "decision"
  | "registered-before"
  | "promoted-before"
  | "class-missing"
  | "class-not-mapped";

/** A decision for the rollover alone: `class` is a class of next year, `form-class` the class that the map gives. */
export type DecisionKind = "promote" | "repeat" | "leave" | "class" | "form-class";

/** The parts of a rehearsal's fingerprint, which does not cover marks. */
export const FINGERPRINTED = ["roster", "students", "decisions", "classes"] as const;
export type Fingerprinted = (typeof FINGERPRINTED)[number];
export type Fingerprint = Readonly<Record<Fingerprinted, string>>;

export type Balance = {
  /** Students at the school when the term ends, without newcomers. */
  enrolled: number;
  staying: number;
  /** Students who are in no class, and stay so. */
  unplaced: number;
  promoted: number;
  repeating: number;
  leaving: number;
  nowhere: number;
  /** The number among all these without a decision by anybody. */
  assumed: number;
  newcomers: number;
  /** Students at the school when the new term begins. */
  on_roll: number;
};

/** Tells whether the outcomes add up: no student disappears. */
export function isBalanced(balance: Balance): boolean {
  return balance.nowhere === 0 && countAllOutcomes(balance) === balance.enrolled;
}

/** Adds up the outcomes below the line. */
export function countAllOutcomes({ staying, unplaced, promoted, repeating, leaving }: Balance): number {
  return staying + unplaced + promoted + repeating + leaving;
}

/** Tells whether the school is closed to writes of the term. */
export function isUnderWay(state: RolloverState): boolean {
  return state === "running" || state === "undoing";
}

/** A student's outcome in a rehearsal and in the journal of a run. */
export type DescribedOutcome = {
  what: OutcomeKind;
  why: OutcomeReason;
  assumed: boolean;
  decided_at: Date | string | null;
  decided_by_name: string | null;
  wanted_form_class_id: string | null;
};

const WHATS: Record<OutcomeKind, string> = {
  promoted: "Promoted",
  repeating: "Repeating",
  leaving: "Leaving",
  staying: "Staying",
  unplaced: "Staying, without a class",
  nowhere: "No class to go to",
  new: "Newly registered",
};

export function describeOutcome({ what, assumed }: Pick<DescribedOutcome, "what" | "assumed">): string {
  return WHATS[what] + (assumed ? ", assumed" : "");
}

/** `toYear` is for example `2026-2027`. */
type Of = { toYear: string; timeZone: string };

const WHYS: Record<OutcomeReason, (outcome: DescribedOutcome, of: Of) => string> = {
  "same-class": () => "The same class",
  "no-class": () => "Not in a class",
  "report-signed": (outcome, of) => `Report, signed${dayOfDecision(outcome, of)}`,
  "report-unsigned": () => "Report, not signed",
  "no-decision": () => "No decision in the report",
  "last-level": () => "Graduating from the last level",
  decision: (outcome, of) =>
    `Decided by ${outcome.decided_by_name ?? "the office"}${dayOfDecision(outcome, of)}`,
  "registered-before": () => "Already registered in the new term",
  "promoted-before": () => "Already promoted",
  "class-missing": ({ wanted_form_class_id: wanted }, { toYear }) =>
    `There is no class ${wanted ?? "for this student"} in ${toYear}`,
  "class-not-mapped": ({ wanted_form_class_id: wanted }) =>
    `No class with a teacher has been chosen${wanted === null ? "" : ` for ${wanted}`} yet`,
};

export function describeReason(outcome: DescribedOutcome, of: Of): string {
  return WHYS[outcome.why](outcome, of);
}

/** Formats ` 1 Jul`. */
function dayOfDecision({ decided_at }: DescribedOutcome, { timeZone }: Of): string {
  if (decided_at === null) return "";
  const words = formatDate(toCalendarDay(decided_at, timeZone));
  return ` ${words.slice(0, words.lastIndexOf(" "))}`;
}

/** The parts of a school year, besides the students, that are carried over into the next one. */
export type CarriedKind = "classes" | "lessons" | "formTeachers" | "deans" | "choices";

export type CarriedLine = {
  kind: CarriedKind;
  carried: number;
  /** The number that only the new year has. */
  added: number;
  leftOut: number;
  /** A remark even when nothing is left out; empty for none. */
  note: string;
};

/** Something that is left out, or that a class of the new year lacks. */
export type NotCarried = {
  what: string;
  why: string;
  means: string;
  /** A class or a report card would lack something. */
  isGrave: boolean;
};

export type CarriedOver = { lines: readonly CarriedLine[]; notCarried: readonly NotCarried[] };

const NOUNS: Record<CarriedKind, readonly [one: string, some: string]> = {
  classes: ["class", "classes"],
  lessons: ["lesson", "lessons"],
  formTeachers: ["form teacher or co-teacher", "form teachers and co-teachers"],
  deans: ["dean", "deans"],
  choices: ["subject choice", "subject choices"],
};

export function carriedTitle({ kind }: CarriedLine): string {
  const [, some] = NOUNS[kind];
  return some.charAt(0).toUpperCase() + some.slice(1);
}

/** Formats `146 carried over + 2 new + 1 left out = 149`. */
export function formatEquation({ carried, added, leftOut }: CarriedLine): string {
  const figure = (count: number) => count.toLocaleString("en");
  const sum = figure(carried + added + leftOut);
  return `${figure(carried)} carried over + ${figure(added)} new + ${figure(leftOut)} left out = ${sum}`;
}

/** Formats `1 lesson, 64 subject choices`; empty when everything is carried over. */
export function formatLeftOut({ lines }: CarriedOver): string {
  const left = lines.filter(({ leftOut }) => leftOut > 0);
  const words = left.map(({ kind, leftOut }) => {
    return `${leftOut.toLocaleString("en")} ${NOUNS[kind][leftOut === 1 ? 0 : 1]}`;
  });
  return words.join(", ");
}
