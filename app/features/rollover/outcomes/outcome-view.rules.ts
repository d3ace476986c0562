import type { OutcomeKind } from "#domain/rollover/rollover.ts";
import type { IconName } from "#ui/page/icon.tsx";

/** `ink` shows a decision and `pencil` an assumption; an outcome that stops the rollover is `refused`. */
export type OutcomeTone = "ink" | "pencil" | "muted" | "refused";

export type OutcomeView = {
  key: number;
  /** The place in the whole list, counted from 1. */
  place: number;
  name: string;
  was: string;
  next: string;
  what: string;
  why: string;
  icon: IconName;
  tone: OutcomeTone;
};

const ICONS: Record<OutcomeKind, IconName> = {
  promoted: "arrow-up",
  repeating: "repeating",
  leaving: "leaving",
  staying: "dash",
  unplaced: "dash",
  nowhere: "refused",
  new: "plus",
};

export function outcomeAppearance({
  what,
  assumed,
}: {
  what: OutcomeKind;
  assumed: boolean;
}): Pick<OutcomeView, "icon" | "tone"> {
  if (what === "nowhere") return { icon: ICONS[what], tone: "refused" };
  if (assumed) return { icon: "pencil", tone: "pencil" };
  return { icon: ICONS[what], tone: what === "staying" || what === "unplaced" ? "muted" : "ink" };
}

export const INKS: Record<OutcomeTone, string> = {
  ink: "text-ink",
  pencil: "font-semibold text-waiting",
  muted: "text-muted",
  refused: "font-semibold text-refused",
};
