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
