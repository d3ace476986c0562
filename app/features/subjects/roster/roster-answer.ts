import { isFailure, type RequestFailure } from "#ui/form/form-result.ts";

/** `lesson`: the teacher has none for this student; `changed` and `gone`: a colleague was there first. */
export type RowRefused = {
  state: "refused";
  cause: "lesson" | "changed" | "gone";
  /** The student's name, for whom the page has no row of any more. */
  who: string;
  reason: string;
};

/** What became of a row. */
export type RowAnswer = { state: "saved" } | RowRefused;

/** The roster's form as it was answered where it was not taken whole. */
export type RosterAnswer = {
  /** By the student's key as text. */
  rows: Readonly<Record<string, RowAnswer>>;
  /** The teacher that each row was sent with, to be shown again. */
  wanted: Readonly<Record<string, number>>;
  /** Of all that was ticked, or null. */
  fault: string | null;
  /** What is said of marks that stay; empty where none were given. */
  said: string;
};

/** An answer, or none that came (`ui/form/form-result.ts`). */
export type RosterCame = RosterAnswer | RequestFailure;

/** A row that is gone stays with the words that say so, if it was sent alone: else they are said over the table. */
export function needsReload(came: unknown, { isAlone }: { isAlone: boolean }): boolean {
  if (isFailure(came)) return false;
  return !isAlone || !isRosterAnswer(came) || !Object.values(came.rows).some(isGone);
}

function isRosterAnswer(came: unknown): came is RosterAnswer {
  return typeof came === "object" && came !== null && "rows" in came;
}

function isGone(row: RowAnswer): boolean {
  return row.state === "refused" && row.cause === "gone";
}

export const NO_ANSWER = "No answer came, so it may not be done. Look at the list, and try again.";
