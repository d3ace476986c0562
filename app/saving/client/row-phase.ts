import { hasChanges } from "../protocol/merge.ts";
import { shownValues } from "./row-state.ts";
import type { RowState } from "./row-state.ts";
import type { Values } from "#fields/value.ts";
import type { Receipt } from "../protocol/protocol.ts";

/** What a row says of itself, in the words of screens.md. */
export type Phase = "saved" | "blank" | "typing" | "saving" | "waiting" | "refused" | "changed";

/**
 * Whether requests come through: `failing` is a server that answers but cannot save, `signed-out` waits until somebody
 * has signed in again.
 */
export type ConnectionState = "open" | "broken" | "failing" | "signed-out";

/** How a stored row counts in the receipt. */
export type Counted = "saved" | "absent" | "noWork" | "blank";

export type RowSnapshot = { readonly state: RowState; readonly phase: Phase };

export function phaseOf(
  state: RowState,
  { link, count }: { link: ConnectionState; count: (values: Values) => Counted },
): Phase {
  if (state.issue) return state.issue.kind;
  if (hasChanges(state.typed) && !state.committed) return "typing";
  if (state.sent || hasChanges(state.typed)) return link === "open" ? "saving" : "waiting";
  return count(shownValues(state)) === "blank" ? "blank" : "saved";
}

/** What a single field is drawn as: only those that are on their way, or that the issue is about. */
export function fieldPhase({ state, phase }: RowSnapshot, field: string): Phase | undefined {
  const { typed, sent, issue } = state;
  if (issue?.kind === "changed") return issue.fields.some((each) => each.field === field) ? phase : undefined;
  if (issue?.kind === "refused" && issue.field !== null) return issue.field === field ? phase : undefined;
  return field in typed || (sent !== null && field in sent) ? phase : undefined;
}

export type Summary = {
  typing: number;
  saving: number;
  waiting: number;
  /** Refused and changed: they wait for the person. */
  needYou: number;
  unsaved: number;
  /** Unsent rows that the sheet does not list (any more): they are not among the others. */
  offSheetRows: number;
  connection: ConnectionState;
  connectionSince: Date;
  /** The rest of the class: with `unsaved` it makes the total. */
  receipt: Receipt;
};

type Counts = { phases: readonly Phase[] } & Pick<
  Summary,
  "offSheetRows" | "connection" | "connectionSince" | "receipt"
>;

export function summaryOf({ phases, ...rest }: Counts): Summary {
  const count = (...wanted: Phase[]) => phases.filter((phase) => wanted.includes(phase)).length;
  const typing = count("typing");
  const saving = count("saving");
  const waiting = count("waiting");
  const needYou = count("refused", "changed");
  return { typing, saving, waiting, needYou, unsaved: typing + saving + waiting + needYou, ...rest };
}

/** The server counts what is stored; a row with something unsaved is counted as unsaved instead. */
export function receiptWithout(receipt: Receipt, unsaved: readonly Counted[]): Receipt {
  const rest = { ...receipt };
  for (const counted of unsaved) rest[counted] -= 1;
  return rest;
}

/** One row turned out to count otherwise. */
export function receiptMoved(receipt: Receipt, from: Counted, to: Counted): Receipt {
  const rest = receiptWithout(receipt, [from]);
  return { ...rest, [to]: rest[to] + 1 };
}

/** '27 of 30 saved, 2 absent, 1 blank' (design section 5). */
export function receiptWords({ total, saved, absent, noWork, blank }: Receipt): string {
  const parts = [`${saved} of ${total} saved`];
  if (absent > 0) parts.push(`${absent} absent`);
  if (noWork > 0) parts.push(`${noWork} no work`);
  if (blank > 0) parts.push(`${blank} blank`);
  return parts.join(", ");
}
