import { toCalendarDay, formatDate } from "../dates.ts";

/** The types and texts of the term rollover. */

/** The steps of a rollover in order. `promote` is needed only when the school year ends. */
export const STEPS = ["advance", "register", "promote"] as const;
export type RolloverStepName = (typeof STEPS)[number];
export type RolloverStepState = "waiting" | "done" | "undone" | "skipped";

/** A rehearsal is ready, refused, stale or failed. A run ends as done or undone: it never stops halfway. */
export type RolloverState =
  "rehearsing" | "refused" | "ready" | "stale" | "failed" | "running" | "done" | "undoing" | "undone";

/** The possible outcomes for a student. A new student was in no class before and is not part of the balance. */
export const ROLLOVER_OUTCOMES = [
  "staying",
  "unplaced",
  "promoted",
  "repeating",
  "leaving",
  "nowhere",
  "new",
] as const;
export type OutcomeKind = (typeof ROLLOVER_OUTCOMES)[number];

export type OutcomeReason =
  | "same-class"
  | "no-class"
  | "report-signed"
  | "report-unsigned"
  | "no-decision"
  | "last-level"
  | "level-leaves"
  | "decision"
  | "registered-before"
  | "promoted-before"
  | "class-missing"
  | "class-not-mapped";

/** A decision for the rollover only: `class` is a class of next year, `form-class` that of the school's mapping. */
export type DecisionKind = "promote" | "repeat" | "leave" | "class" | "form-class";

/** The outcomes that a level can have at the end of the year for students about whom nobody decides. */
export const DEFAULT_OUTCOMES = ["up", "leave"] as const;
export type DefaultOutcome = (typeof DEFAULT_OUTCOMES)[number];

/** The data whose fingerprint shows whether a rehearsal is out of date. Marks are not part of it. */
export const FINGERPRINTED = ["roster", "students", "decisions", "classes"] as const;
export type FingerprintPart = (typeof FINGERPRINTED)[number];
export type RolloverFingerprint = Readonly<Record<FingerprintPart, string>>;

export type RolloverBalance = {
  /** Students at the school when the term ends, without the newly registered ones. */
  enrolled: number;
  staying: number;
  /** Students who are in no class before and after the rollover. */
  unplaced: number;
  promoted: number;
  repeating: number;
  leaving: number;
  nowhere: number;
  /** The number of the students above whose outcome nobody decided. */
  assumed: number;
  newcomers: number;
  /** Students at the school when the new term begins. */
  on_roll: number;
};

/** Tells whether the outcomes add up to the enrolled students, so that nobody is lost. */
export function isBalanced(balance: RolloverBalance): boolean {
  return balance.nowhere === 0 && countAllOutcomes(balance) === balance.enrolled;
}

/** Adds up the outcomes, whose sum must equal the number of enrolled students. */
export function countAllOutcomes({
  staying,
  unplaced,
  promoted,
  repeating,
  leaving,
}: RolloverBalance): number {
  return staying + unplaced + promoted + repeating + leaving;
}

/** Tells whether a rollover is running or being undone, during which nobody can change data of the term. */
export function isRolloverInProgress(state: RolloverState): boolean {
  return state === "running" || state === "undoing";
}

/** A student's outcome, as a rehearsal and the journal of a run list it. */
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

/** The values that the explanations need; `toYear` is for example `2026-2027`. */
type Of = { toYear: string; timeZone: string };

const WHYS: Record<OutcomeReason, (outcome: DescribedOutcome, of: Of) => string> = {
  "same-class": () => "The same class",
  "no-class": () => "Not in a class",
  "report-signed": (outcome, of) => `Report, signed${dayOfDecision(outcome, of)}`,
  "report-unsigned": () => "Report, not signed",
  "no-decision": () => "No decision in the report",
  "last-level": () => "Graduating from the last level",
  "level-leaves": () => "Leaves at this level unless accepted",
  decision: (outcome, of) =>
    `Decided by ${outcome.decided_by_name ?? "the office"}${dayOfDecision(outcome, of)}`,
  "registered-before": () => "Already registered in the new term",
  "promoted-before": () => "Already promoted",
  "class-missing": ({ wanted_form_class_id: wanted }, { toYear }) =>
    `There is no class ${wanted ?? "for this student"} in ${toYear}`,
  "class-not-mapped": ({ wanted_form_class_id: wanted }) =>
    `No class with a teacher has been chosen${wanted === null ? "" : ` for ${wanted}`} yet`,
};

export function describeOutcomeReason(outcome: DescribedOutcome, of: Of): string {
  return WHYS[outcome.why](outcome, of);
}

/** Formats the day of a decision with a leading space: ` 1 Jul`. Empty without a day. */
function dayOfDecision({ decided_at }: DescribedOutcome, { timeZone }: Of): string {
  if (decided_at === null) return "";
  const words = formatDate(toCalendarDay(decided_at, timeZone));
  return ` ${words.slice(0, words.lastIndexOf(" "))}`;
}

/** The data of a school year, besides the students, that a rollover carries over into the next one. */
export type CarriedOverKind = "classes" | "lessons" | "formTeachers" | "deans" | "choices";

export type CarriedOverLine = {
  kind: CarriedOverKind;
  carried: number;
  /** The number of items that exist only in the new year. */
  added: number;
  leftOut: number;
  /** A remark about this line; empty for none. */
  note: string;
};

/** Something that is not carried over, or that a class of the new year lacks. */
export type NotCarriedItem = {
  what: string;
  why: string;
  means: string;
  /** True when a class or a report card would be incomplete because of it. */
  isGrave: boolean;
};

export type CarriedOver = { lines: readonly CarriedOverLine[]; notCarried: readonly NotCarriedItem[] };

const NOUNS: Record<CarriedOverKind, readonly [one: string, some: string]> = {
  classes: ["class", "classes"],
  lessons: ["lesson", "lessons"],
  formTeachers: ["form teacher or co-teacher", "form teachers and co-teachers"],
  deans: ["dean", "deans"],
  choices: ["subject choice", "subject choices"],
};

export function carriedOverTitle({ kind }: CarriedOverLine): string {
  const [, some] = NOUNS[kind];
  return some.charAt(0).toUpperCase() + some.slice(1);
}

/** Formats `146 carried over + 2 new + 1 left out = 149`. */
export function formatCarriedOverSum({ carried, added, leftOut }: CarriedOverLine): string {
  const figure = (count: number) => count.toLocaleString("en");
  const sum = figure(carried + added + leftOut);
  return `${figure(carried)} carried over + ${figure(added)} new + ${figure(leftOut)} left out = ${sum}`;
}

/** Formats what is not carried over: `1 lesson, 64 subject choices`. Empty when nothing is left out. */
export function formatLeftOutItems({ lines }: CarriedOver): string {
  const left = lines.filter(({ leftOut }) => leftOut > 0);
  const words = left.map(({ kind, leftOut }) => {
    return `${leftOut.toLocaleString("en")} ${NOUNS[kind][leftOut === 1 ? 0 : 1]}`;
  });
  return words.join(", ");
}
