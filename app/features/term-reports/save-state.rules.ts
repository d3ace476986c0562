import { MESSAGES } from "#domain/messages.ts";
import type { Phase } from "#saving/row-phase.ts";
import type { Trouble } from "#saving/row-state.ts";

type State = { phase: Phase; trouble: Trouble | null; justSaved: boolean };

export type StateWords = { kind: Phase; words: string };

/** What is said of the record at the right of the back link, in the specification's words (T4); null at rest. */
export function stateWords({ phase, trouble, justSaved }: State): StateWords | null {
  switch (phase) {
    case "typing":
      return { kind: phase, words: "Not saved yet" };
    case "saving":
      return { kind: phase, words: MESSAGES.recordSaving };
    case "waiting":
      return { kind: phase, words: `${MESSAGES.recordError}: waiting on this device` };
    case "refused":
      return {
        kind: phase,
        words: trouble?.kind === "refused" ? refusedWords(trouble.reason) : MESSAGES.recordError,
      };
    case "changed":
      return { kind: phase, words: trouble?.kind === "changed" ? `Changed by ${trouble.by}` : "Changed" };
    case "saved":
    case "blank":
      return justSaved ? { kind: "saved", words: MESSAGES.recordSaved } : null;
  }
}

export function refusedWords(reason: string): string {
  return `${MESSAGES.recordError}: ${reason}`;
}

/** Only what was on its way can have arrived. */
export function hasArrived(before: Phase, now: Phase): boolean {
  const wasOnItsWay = before === "saving" || before === "waiting";
  return wasOnItsWay && (now === "saved" || now === "blank");
}
