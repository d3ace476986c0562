import { MESSAGES } from "#domain/messages.ts";
import { getReportState, type MissingReportPart } from "#domain/report-state.ts";
import { isAnsweredWithError, type ConnectionState, type RowPhase } from "#saving/client/row-phase.ts";
import type { RowIssue, RowState } from "#saving/client/row-state.ts";
import { joinReasons, type RefusedFields } from "#saving/protocol/protocol.ts";
import type { SaveStatusKind } from "#ui/page/save-status.tsx";
import type { Report, ReportSignature } from "../report.ts";

type State = { phase: RowPhase; issue: RowIssue | null; justSaved: boolean; connection: ConnectionState };

export type SaveStateText = {
  kind: RowPhase;
  words: string;
  /** The text for places with little room. */
  short: string;
};

/** The status while the values wait on the device until the server can be reached again. */
const WAITING = "Waiting on this device";
const TRIED_AGAIN = "kept on this device, and Termbook will try again";

/** Returns the save status in the wording of the specification, or null if there is nothing to say. */
export function describeSaveState({ phase, issue, justSaved, connection }: State): SaveStateText | null {
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
        ? said(phase, describeRefusedFields(issue.refusals), MESSAGES.recordError)
        : said(phase, MESSAGES.recordError);
    case "changed":
      return said(phase, issue?.kind === "changed" ? `Changed by ${issue.by}` : "Changed");
    case "saved":
    case "blank":
      return justSaved ? said("saved", MESSAGES.recordSaved) : null;
  }
}

function said(kind: RowPhase, words: string, short = words): SaveStateText {
  return { kind, words, short };
}

export function describeRefusedFields(refusals: readonly RefusedFields[]): string {
  return `${MESSAGES.recordError}: ${joinReasons(refusals)}`;
}

/** Names the fields that were not saved. `titles` is a list such as 'Total Sessions, Sessions Absent'. */
export function describeUnsaved(titles: string): string {
  return `Not saved: ${titles}. What you typed is kept on this device. Press the button again to go on without saving.`;
}

/** Lists the fields that need attention. If the whole record was refused, these are all changed fields. */
export function listFieldsNeedingAttention(state: Pick<RowState, "issue" | "typed"> | undefined): string[] {
  const issue = state?.issue;
  if (!issue) return [];
  if (issue.kind === "changed") return issue.fields.map(({ field }) => field);
  return issue.refusals.flatMap(({ field, fields }) => field ?? fields);
}

/** Returns whether a save has arrived. Only a value that was being sent can have arrived. */
export function hasSaveArrived(before: RowPhase, now: RowPhase): boolean {
  const wasOnItsWay = before === "saving" || before === "waiting";
  return wasOnItsWay && (now === "saved" || now === "blank");
}

/** `short` is for places with room for one word. Both texts are null if only the missing parts are shown. */
type ReportStatus = { kind: SaveStatusKind; words: string | null; short: string | null };

export function isReportSigned(signature: ReportSignature | null): boolean {
  return signature !== null && !signature.changed;
}

/** Returns the most important fact about a report. The missing parts are listed next to it. */
export function describeReportStatus(
  { signature, returned }: Pick<Report, "signature" | "returned">,
  missing: readonly MissingReportPart[],
): ReportStatus {
  switch (getReportState({ signature, returned, missing })) {
    case "returned":
      return { kind: "refused", words: "Sent back", short: "Sent back" };
    case "changed":
      return { kind: "changed", words: "Changed since signed", short: "Changed" };
    case "signed":
      return { kind: "saved", words: `Signed ${signature?.on}`, short: "Signed" };
    case "complete":
      return { kind: "saved", words: "Complete", short: "Complete" };
    case "incomplete":
      return { kind: "blank", words: null, short: null };
  }
}
