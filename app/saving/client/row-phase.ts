import { hasChanges } from "../protocol/merge.ts";
import { refusedFields, type Receipt, type ValueRules } from "../protocol/protocol.ts";
import { isBeingTyped, sendable, displayedValues, type RowState } from "./row-state.ts";

export type Phase = "saved" | "blank" | "typing" | "saving" | "waiting" | "refused" | "changed";

/**
 * The state of the connection. `failing`: the server answers but cannot save. `turning`: the rollover is running, and
 * nothing is saved. `unread`: the answer is not our server's. `signed-out`: requests wait until somebody signs in
 * again.
 */
export type ConnectionState = "open" | "broken" | "failing" | "turning" | "unread" | "signed-out";

type AnsweredWithError = Extract<ConnectionState, "failing" | "turning" | "unread">;

/** Tells whether an answer came, but not that the row was saved. */
export function isAnsweredWithError(connection: ConnectionState): connection is AnsweredWithError {
  return connection === "failing" || connection === "turning" || connection === "unread";
}

/** The phase of fields that are on their way and have no issue. */
export type Progress = Extract<Phase, "typing" | "saving" | "waiting">;

/** `progress` covers the fields that may go out, even in a row with an issue; null if there are none. */
export type RowSnapshot = {
  readonly state: RowState;
  readonly phase: Phase;
  readonly progress: Progress | null;
};

type Surroundings = { connection: ConnectionState } & Pick<ValueRules, "countedAs">;

export function rowSnapshot(state: RowState, { connection, countedAs }: Surroundings): RowSnapshot {
  const progress = progressOf(state, connection);
  const resting = countedAs(displayedValues(state)) === "blank" ? "blank" : "saved";
  return { state, phase: state.issue?.kind ?? progress ?? resting, progress };
}

function progressOf(state: RowState, connection: ConnectionState): Progress | null {
  if (isBeingTyped(state)) return "typing";
  const isToSend = hasChanges(sendable(state));
  if (!state.sent && !isToSend) return null;
  return connection === "open" ? "saving" : "waiting";
}

/** Returns the phase that a field shows; undefined unless the field is on its way or an issue concerns it. */
export function fieldPhase({ state, progress }: RowSnapshot, field: string): Phase | undefined {
  const { typed, sent, issue } = state;
  if (issue?.kind === "changed" && issue.fields.some((item) => item.field === field)) return "changed";
  if (issue?.kind === "refused" && refusedFields(issue.refusals).includes(field)) return "refused";
  return field in typed || (sent !== null && field in sent) ? (progress ?? "waiting") : undefined;
}

export type Summary = {
  typing: number;
  saving: number;
  waiting: number;
  /** Rows that were refused or are in conflict, and wait for the person. */
  needYou: number;
  unsaved: number;
  /** True if no row has any value, stored or typed. */
  isEmpty: boolean;
  /** Unsent rows that the page does not list (any longer). The other counts leave them out. */
  offSheetRows: number;
  /** The counts of the other rows, which make the total with `unsaved`. */
  receipt: Receipt;
};

type Counts = { phases: readonly Phase[] } & Pick<Summary, "offSheetRows" | "receipt">;

export function summariseRows({ phases, ...rest }: Counts): Summary {
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

/** Takes unsaved rows out of the server's counts of stored rows, because they are counted as unsaved. */
export function receiptWithout(receipt: Receipt, unsaved: readonly string[]): Receipt {
  const rest: Record<string, number> & { total: number } = { ...receipt };
  for (const name of unsaved) rest[name] = (rest[name] ?? 0) - 1;
  return rest;
}

/** Moves one row from one count to another. */
export function receiptMoved(receipt: Receipt, from: string, to: string): Receipt {
  const rest = receiptWithout(receipt, [from]);
  return { ...rest, [to]: (rest[to] ?? 0) + 1 };
}
