import { MESSAGES } from "#domain/messages.ts";
import type { Phase } from "#saving/client/row-phase.ts";
import type { Issue } from "#saving/client/row-state.ts";

type State = { phase: Phase; issue: Issue | null; justSaved: boolean };

export type StateWords = {
  kind: Phase;
  words: string;
  /** Where there is little room. */
  short: string;
};

/** Nothing is lost: it goes out when the school's server is reached again. */
const WAITING = "Waiting on this device";

/** What is said of the record at the right of the back link, in the specification's words (T4); null at rest. */
export function stateWords({ phase, issue, justSaved }: State): StateWords | null {
  switch (phase) {
    case "typing":
      return said(phase, "Not saved yet");
    case "saving":
      return said(phase, MESSAGES.recordSaving);
    case "waiting":
      return said(phase, WAITING);
    case "refused":
      return issue?.kind === "refused"
        ? said(phase, refusedWords(issue.reason), MESSAGES.recordError)
        : said(phase, MESSAGES.recordError);
    case "changed":
      return said(phase, issue?.kind === "changed" ? `Changed by ${issue.by}` : "Changed");
    case "saved":
    case "blank":
      return justSaved ? said("saved", MESSAGES.recordSaved) : null;
  }
}

function said(kind: Phase, words: string, short = words): StateWords {
  return { kind, words, short };
}

export function refusedWords(reason: string): string {
  return `${MESSAGES.recordError}: ${reason}`;
}

/** Only what was on its way can have arrived. */
export function hasArrived(before: Phase, now: Phase): boolean {
  const wasOnItsWay = before === "saving" || before === "waiting";
  return wasOnItsWay && (now === "saved" || now === "blank");
}
