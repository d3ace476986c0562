import type { What } from "#domain/turn/turn.ts";
import type { IconName } from "#ui/page/icon.tsx";

/** In ink what somebody decided, in pencil what nobody did; what stops the turn is refused (term.md). */
export type FateTone = "ink" | "pencil" | "muted" | "refused";

export type ShownFate = {
  key: number;
  /** In the whole list, from 1. */
  place: number;
  name: string;
  was: string;
  next: string;
  what: string;
  why: string;
  icon: IconName;
  tone: FateTone;
};

const ICONS: Record<What, IconName> = {
  promoted: "arrow-up",
  repeating: "repeating",
  leaving: "leaving",
  staying: "dash",
  unplaced: "dash",
  nowhere: "refused",
  new: "plus",
};

export function faceOf({
  what,
  assumed,
}: {
  what: What;
  assumed: boolean;
}): Pick<ShownFate, "icon" | "tone"> {
  if (what === "nowhere") return { icon: ICONS[what], tone: "refused" };
  if (assumed) return { icon: "pencil", tone: "pencil" };
  return { icon: ICONS[what], tone: what === "staying" || what === "unplaced" ? "muted" : "ink" };
}

export const INKS: Record<FateTone, string> = {
  ink: "text-ink",
  pencil: "font-semibold text-waiting",
  muted: "text-muted",
  refused: "font-semibold text-refused",
};
