import { toCalendarDay, formatDate } from "../dates.ts";

/** The steps of a rollover, in order. The step `promote` takes place only at the end of a school year. */
export const ROLLOVER_STEPS = ["advance", "register", "promote"] as const;
export type RolloverStepName = (typeof ROLLOVER_STEPS)[number];
export type RolloverStepState = "waiting" | "done" | "undone" | "skipped";

/** A rehearsal ends as ready, refused, stale or failed. A run ends as done or undone, and never stops halfway. */
export type RolloverState =
  "rehearsing" | "refused" | "ready" | "stale" | "failed" | "running" | "done" | "undoing" | "undone";

/** The possible outcomes for a student. A new student was in no class before, so the balance ignores new students. */
export const ROLLOVER_OUTCOMES = [
  "staying",
  "unplaced",
  "promoted",
  "repeating",
  "leaving",
  "nowhere",
  "new",
] as const;
export type RolloverOutcomeKind = (typeof ROLLOVER_OUTCOMES)[number];

export type RolloverOutcomeReason =
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

/** A decision for one rollover: `class` means a certain class of next year, `form-class` a certain form class. */
export type DecisionKind = "promote" | "repeat" | "leave" | "class" | "form-class";

/** The outcomes that a level can have at the end of the year for students about whom nobody decides. */
export const DEFAULT_OUTCOME_KINDS = ["up", "leave"] as const;
export type DefaultOutcomeKind = (typeof DEFAULT_OUTCOME_KINDS)[number];

/** The data whose fingerprint shows whether a rehearsal is out of date. Marks are not part of it. */
export const FINGERPRINT_PARTS = ["roster", "students", "decisions", "classes"] as const;
export type FingerprintPart = (typeof FINGERPRINT_PARTS)[number];
export type RolloverFingerprint = Readonly<Record<FingerprintPart, string>>;

export type RolloverBalance = {
  /** The number of students at the school when the term ends, without newly registered students. */
  enrolled: number;
  staying: number;
  /** The number of students who have no class before and after the rollover. */
  unplaced: number;
  promoted: number;
  repeating: number;
  leaving: number;
  nowhere: number;
  /** The number of the students counted above whose outcome nobody decided. */
  assumed: number;
  newcomers: number;
  /** The number of students at the school when the new term begins. */
  on_roll: number;
};

/** Tells whether the outcomes add up to the number of enrolled students, which means that no student is lost. */
export function isBalanced(balance: RolloverBalance): boolean {
  return balance.nowhere === 0 && countAllRolloverOutcomes(balance) === balance.enrolled;
}

export function countAllRolloverOutcomes({
  staying,
  unplaced,
  promoted,
  repeating,
  leaving,
}: RolloverBalance): number {
  return staying + unplaced + promoted + repeating + leaving;
}

/** Tells whether a rollover is running or being undone. Nobody can change data of the term in the meantime. */
export function isRolloverInProgress(state: RolloverState): boolean {
  return state === "running" || state === "undoing";
}

/** The outcome for a student, as a rehearsal and the journal of a run list it. */
export type DescribedRolloverOutcome = {
  what: RolloverOutcomeKind;
  why: RolloverOutcomeReason;
  assumed: boolean;
  decided_at: Date | string | null;
  decided_by_name: string | null;
  wanted_form_class_id: string | null;
};

const WHATS: Record<RolloverOutcomeKind, string> = {
  promoted: "Promoted",
  repeating: "Repeating",
  leaving: "Leaving",
  staying: "Staying",
  unplaced: "Staying, without a class",
  nowhere: "No class to go to",
  new: "Newly registered",
};

export function describeRolloverOutcome({
  what,
  assumed,
}: Pick<DescribedRolloverOutcome, "what" | "assumed">): string {
  return WHATS[what] + (assumed ? ", assumed" : "");
}

/** The values that the explanations of outcomes need. `toYear` is for example `2026-2027`. */
type Of = { toYear: string; timeZone: string };

const WHYS: Record<RolloverOutcomeReason, (outcome: DescribedRolloverOutcome, of: Of) => string> = {
  "same-class": () => "The same class",
  "no-class": () => "Not in a class",
  "report-signed": (outcome, of) => `Report signed${dayOfDecision(outcome, of)}`,
  "report-unsigned": () => "Report not signed",
  "no-decision": () => "No decision in the report",
  "last-level": () => "Graduating from the last level",
  "level-leaves": () => "Leaves the school after this level unless accepted for the next level",
  decision: (outcome, of) =>
    `Decided by ${outcome.decided_by_name ?? "the office"}${dayOfDecision(outcome, of)}`,
  "registered-before": () => "Already registered in the new term",
  "promoted-before": () => "Already promoted",
  "class-missing": ({ wanted_form_class_id: wanted }, { toYear }) =>
    `There is no class ${wanted ?? "for this student"} in ${toYear}`,
  "class-not-mapped": ({ wanted_form_class_id: wanted }) =>
    `No class with a teacher has been chosen${wanted === null ? "" : ` for ${wanted}`} yet`,
};

export function describeRolloverOutcomeReason(outcome: DescribedRolloverOutcome, of: Of): string {
  return WHYS[outcome.why](outcome, of);
}

/** Formats the day of a decision with a space before it, such as ` 1 Jul`. Returns an empty text without a day. */
function dayOfDecision({ decided_at }: DescribedRolloverOutcome, { timeZone }: Of): string {
  if (decided_at === null) return "";
  const words = formatDate(toCalendarDay(decided_at, timeZone));
  return ` ${words.slice(0, words.lastIndexOf(" "))}`;
}

/** The data of a school year, apart from the students, that a rollover copies to the next year. */
export type CarriedOverKind = "classes" | "lessons" | "formTeachers" | "deans" | "choices";

export type CarriedOverLine = {
  kind: CarriedOverKind;
  carried: number;
  /** The number of items that exist only in the new year. */
  added: number;
  leftOut: number;
  /** A remark about this line; may be empty. */
  note: string;
};

/** An item that the rollover does not copy, or that a class of the new year lacks. */
export type NotCarriedItem = {
  what: string;
  why: string;
  means: string;
  /** True when the missing item would leave a class or a report card incomplete. */
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

export function formatCarriedOverTitle({ kind }: CarriedOverLine): string {
  const [, some] = NOUNS[kind];
  return some.charAt(0).toUpperCase() + some.slice(1);
}

/** Formats the sum of a line: `146 carried over + 2 new + 1 left out = 149`. */
export function formatCarriedOverSum({ carried, added, leftOut }: CarriedOverLine): string {
  const figure = (count: number) => count.toLocaleString("en");
  const sum = figure(carried + added + leftOut);
  return `${figure(carried)} carried over + ${figure(added)} new + ${figure(leftOut)} left out = ${sum}`;
}

/**
 * Formats the items that are not carried over: `1 lesson, 64 subject choices`. The result is empty if there are none.
 */
export function formatLeftOutItems({ lines }: CarriedOver): string {
  const left = lines.filter(({ leftOut }) => leftOut > 0);
  const words = left.map(({ kind, leftOut }) => {
    return `${leftOut.toLocaleString("en")} ${NOUNS[kind][leftOut === 1 ? 0 : 1]}`;
  });
  return words.join(", ");
}
