import { hasChanges } from "../protocol/merge.ts";
import { shownValues, type RowState } from "./row-state.ts";
import type { Values } from "#fields/value.ts";
import type { Receipt } from "../protocol/protocol.ts";

/** What a row says of itself, in the words of screens.md. */
export type Phase = "saved" | "blank" | "typing" | "saving" | "waiting" | "refused" | "changed";

/**
 * Whether requests come through: `failing` is a server that answers but cannot save, `signed-out` waits until somebody
 * has signed in again.
 */
export type ConnectionState = "open" | "broken" | "failing" | "signed-out";

export type RowSnapshot = { readonly state: RowState; readonly phase: Phase };

export function phaseOf(
  state: RowState,
  { connection, isBlank }: { connection: ConnectionState; isBlank: (values: Values) => boolean },
): Phase {
  if (state.issue) return state.issue.kind;
  if (hasChanges(state.typed) && !state.committed) return "typing";
  if (state.sent || hasChanges(state.typed)) return connection === "open" ? "saving" : "waiting";
  return isBlank(shownValues(state)) ? "blank" : "saved";
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
  /** No row has anything in it, stored or typed. */
  isEmpty: boolean;
  /** Unsent rows that the page does not list (any more): they are not among the others. */
  offSheetRows: number;
  /** The rest of the class: with `unsaved` it makes the total. */
  receipt: Receipt;
};

type Counts = { phases: readonly Phase[] } & Pick<Summary, "offSheetRows" | "receipt">;

export function summaryOf({ phases, ...rest }: Counts): Summary {
  const count = (...wanted: Phase[]) => phases.filter((phase) => wanted.includes(phase)).length;
  const [typing, saving, waiting] = [count("typing"), count("saving"), count("waiting")];
  const needYou = count("refused", "changed");
  const isEmpty = count("blank") === phases.length;
  return {
    typing,
    saving,
    waiting,
    needYou,
    isEmpty,
    unsaved: typing + saving + waiting + needYou,
    ...rest,
  };
}

/** The server counts what is stored; a row with something unsaved is counted as unsaved instead. */
export function receiptWithout(receipt: Receipt, unsaved: readonly string[]): Receipt {
  const rest: Record<string, number> & { total: number } = { ...receipt };
  for (const name of unsaved) rest[name] = (rest[name] ?? 0) - 1;
  return rest;
}

/** One row turned out to count otherwise. */
export function receiptMoved(receipt: Receipt, from: string, to: string): Receipt {
  const rest = receiptWithout(receipt, [from]);
  return { ...rest, [to]: (rest[to] ?? 0) + 1 };
}
