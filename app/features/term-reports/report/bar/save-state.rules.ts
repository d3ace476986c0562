import { MESSAGES } from "#domain/messages.ts";
import { isAnsweredWithError, type ConnectionState, type Phase } from "#saving/client/row-phase.ts";
import type { Issue, RowState } from "#saving/client/row-state.ts";
import { reasonsOf, type RefusedFields } from "#saving/protocol/protocol.ts";

type State = { phase: Phase; issue: Issue | null; justSaved: boolean; connection: ConnectionState };

export type StateWords = {
  kind: Phase;
  words: string;
  /** Where there is little room. */
  short: string;
};

/** Nothing is lost: it goes out when the school's server is reached again. */
const WAITING = "Waiting on this device";
const TRIED_AGAIN = "kept on this device and tried again by itself";

/** What is said of the record at the right of the back link, in the specification's words (T4); null at rest. */
export function stateWords({ phase, issue, justSaved, connection }: State): StateWords | null {
  switch (phase) {
    case "typing":
      return said(phase, "Not saved yet");
    case "saving":
      return said(phase, MESSAGES.recordSaving);
    case "waiting":
      return isAnsweredWithError(connection)
        ? said("refused", `${MESSAGES.recordError}: ${TRIED_AGAIN}`, MESSAGES.recordError)
        : said(phase, WAITING);
    case "refused":
      return issue?.kind === "refused"
        ? said(phase, refusedWords(issue.refusals), MESSAGES.recordError)
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

export function refusedWords(refusals: readonly RefusedFields[]): string {
  return `${MESSAGES.recordError}: ${reasonsOf(refusals)}`;
}

/** @param titles of what is refused: 'Total Sessions, Sessions Absent' */
export function notSavedWords(titles: string): string {
  const end = titles.includes(", ") ? "them; they are" : "it; it is";
  return `Not saved: ${titles}. Press again to go on without ${end} kept on this device.`;
}

/** The fields in which the person has to do something: all that is typed, where it is the record that is refused. */
export function fieldsAtIssue(state: Pick<RowState, "issue" | "typed"> | undefined): string[] {
  const issue = state?.issue;
  if (!issue) return [];
  if (issue.kind === "changed") return issue.fields.map(({ field }) => field);
  return issue.refusals.flatMap(({ field, fields }) => field ?? fields);
}

/** Only what was on its way can have arrived. */
export function hasArrived(before: Phase, now: Phase): boolean {
  const wasOnItsWay = before === "saving" || before === "waiting";
  return wasOnItsWay && (now === "saved" || now === "blank");
}
