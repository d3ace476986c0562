/** The words of the turn of the term (design section 6). */

/** What is done in a run, in that order; the last one only when the year turns. */
export const STEPS = ["advance", "register", "promote"] as const;
export type Step = (typeof STEPS)[number];
export type StepState = "waiting" | "done" | "undone" | "skipped";

/** A rehearsal is ready, refused, stale or failed; a run ends done or undone, never half. */
export type RolloverState =
  "rehearsing" | "refused" | "ready" | "stale" | "failed" | "running" | "done" | "undoing" | "undone";

/** What becomes of a student; who is new was in no class, and is beside the balance. */
export const WHATS = ["staying", "unplaced", "promoted", "repeating", "leaving", "nowhere", "new"] as const;
export type What = (typeof WHATS)[number];

export type Why =
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

/** Where a child goes, said for the turn alone (`class`: one of next year's; `form-class`: the one that the map gives). */
export type DecisionKind = "promote" | "repeat" | "leave" | "class" | "form-class";

/** What the fingerprint of a rehearsal covers: not the marks. */
export const FINGERPRINTED = ["roster", "students", "decisions", "classes"] as const;
export type Fingerprinted = (typeof FINGERPRINTED)[number];
export type Fingerprint = Readonly<Record<Fingerprinted, string>>;

export type Balance = {
  /** In the school when the term ends, newcomers left out. */
  enrolled: number;
  staying: number;
  /** In no class, and stay so. */
  unplaced: number;
  promoted: number;
  repeating: number;
  leaving: number;
  nowhere: number;
  /** Of all these: nobody decided it. */
  assumed: number;
  newcomers: number;
  /** In the school when the new term begins. */
  on_roll: number;
};

/** Of everybody it is known what becomes of them: nobody disappears. */
export function closes(balance: Balance): boolean {
  return balance.nowhere === 0 && together(balance) === balance.enrolled;
}

/** The sum under the ledger's line. */
export function together({ staying, unplaced, promoted, repeating, leaving }: Balance): number {
  return staying + unplaced + promoted + repeating + leaving;
}

/** Whether the school is closed to writes of the term. */
export function isUnderWay(state: RolloverState): boolean {
  return state === "running" || state === "undoing";
}
