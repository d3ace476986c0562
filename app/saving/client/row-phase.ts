import { hasChanges } from "../protocol/merge.ts";
import { refusedFields, type Receipt } from "../protocol/protocol.ts";
import type { ValueRules } from "../protocol/value-rules.ts";
import { isBeingTyped, sendable, shownValues, type RowState } from "./row-state.ts";

/** What a row says of itself, in the words of screens.md. */
export type Phase = "saved" | "blank" | "typing" | "saving" | "waiting" | "refused" | "changed";

/**
 * Whether requests come through: `failing` is a server that answers but cannot save, `turning` one that saves nothing
 * while the term is turned, `unread` an answer that is not the server's own words, `signed-out` waits until somebody has
 * signed in again.
 */
export type ConnectionState = "open" | "broken" | "failing" | "turning" | "unread" | "signed-out";

type AnsweredWithError = Extract<ConnectionState, "failing" | "turning" | "unread">;

/** There is an answer, and it is not that the row was saved. */
export function isAnsweredWithError(connection: ConnectionState): connection is AnsweredWithError {
  return connection === "failing" || connection === "turning" || connection === "unread";
}

/** On its way to the server: fields that no issue is about. */
export type Progress = Extract<Phase, "typing" | "saving" | "waiting">;

/** `progress` is of what may go out, also of a row that has an issue; null where there is nothing. */
export type RowSnapshot = {
  readonly state: RowState;
  readonly phase: Phase;
  readonly progress: Progress | null;
};

type Surroundings = { connection: ConnectionState } & Pick<ValueRules, "countedAs">;

export function snapshotOf(state: RowState, { connection, countedAs }: Surroundings): RowSnapshot {
  const progress = progressOf(state, connection);
  const resting = countedAs(shownValues(state)) === "blank" ? "blank" : "saved";
  return { state, phase: state.issue?.kind ?? progress ?? resting, progress };
}

function progressOf(state: RowState, connection: ConnectionState): Progress | null {
  if (isBeingTyped(state)) return "typing";
  const isToSend = hasChanges(sendable(state));
  if (!state.sent && !isToSend) return null;
  return connection === "open" ? "saving" : "waiting";
}

/** What a single field is drawn as: only those that are on their way, or that an issue is about or holds back. */
export function fieldPhase({ state, progress }: RowSnapshot, field: string): Phase | undefined {
  const { typed, sent, issue } = state;
  if (issue?.kind === "changed" && issue.fields.some((each) => each.field === field)) return "changed";
  if (issue?.kind === "refused" && refusedFields(issue.refusals).includes(field)) return "refused";
  return field in typed || (sent !== null && field in sent) ? (progress ?? "waiting") : undefined;
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
