import { toCalendarDay, formatDate } from "../dates.ts";
import type { OutcomeKind, OutcomeReason } from "./rollover.ts";

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
