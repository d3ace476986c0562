import { hasChanges, refusedFields, type SaveReceipt, type SavingRules } from "../protocol/protocol.ts";
import { isBeingTyped, sendableValues, displayedValues, type RowState } from "./row-state.ts";

export type RowPhase = "saved" | "blank" | "typing" | "saving" | "waiting" | "refused" | "changed";

/**
 * The state of the connection. `failing`: the server responds but cannot save. `turning`: a rollover is running, and
 * nothing is saved. `early`: the term of the rows has not started. `unread`: the response is not from our server.
 * `signed-out`: requests wait until somebody signs in again.
 */
export type ConnectionState = "open" | "broken" | "failing" | "turning" | "early" | "unread" | "signed-out";

type AnsweredWithError = Extract<ConnectionState, "failing" | "turning" | "early" | "unread">;

const ANSWERED_WITH_ERROR: readonly AnsweredWithError[] = ["failing", "turning", "early", "unread"];

/** Tells whether a response arrived that does not confirm the save. */
export function isAnsweredWithError(connection: ConnectionState): connection is AnsweredWithError {
  return ANSWERED_WITH_ERROR.some((state) => state === connection);
}

export type UnsavedPhase = Extract<RowPhase, "typing" | "saving" | "waiting">;

/**
 * `progress` is the phase of the fields that can be sent, even beside a field with a problem; null if no field can be
 * sent.
 */
export type RowSnapshot = {
  readonly state: RowState;
  readonly phase: RowPhase;
  readonly progress: UnsavedPhase | null;
};

type Surroundings = { connection: ConnectionState } & Pick<SavingRules, "countedAs">;

export function toRowSnapshot(state: RowState, { connection, countedAs }: Surroundings): RowSnapshot {
  const progress = progressOf(state, connection);
  const resting = countedAs(displayedValues(state)) === "blank" ? "blank" : "saved";
  return { state, phase: state.issue?.kind ?? progress ?? resting, progress };
}

function progressOf(state: RowState, connection: ConnectionState): UnsavedPhase | null {
  if (isBeingTyped(state)) return "typing";
  const isToSend = hasChanges(sendableValues(state));
  if (!state.sent && !isToSend) return null;
  return connection === "open" ? "saving" : "waiting";
}

/** Returns the phase to show beside a field, or undefined if the field has neither unsaved values nor a problem. */
export function getFieldPhase({ state, progress }: RowSnapshot, field: string): RowPhase | undefined {
  const { typed, sent, issue } = state;
  if (issue?.kind === "changed" && issue.fields.some((item) => item.field === field)) return "changed";
  if (issue?.kind === "refused" && refusedFields(issue.refusals).includes(field)) return "refused";
  return field in typed || (sent !== null && field in sent) ? (progress ?? "waiting") : undefined;
}

export type SavingCounts = {
  typing: number;
  saving: number;
  waiting: number;
  /** The number of rows that were refused or have a conflict, and so need a person's attention. */
  needYou: number;
  unsaved: number;
  /** True if no row has a value, neither a stored nor a typed one. */
  isEmpty: boolean;
  /** The number of unsent rows that the page does not show. The other counts do not include them. */
  offSheetRows: number;
  /** The counts of all other rows. Together with `unsaved` they give the total. */
  receipt: SaveReceipt;
};

type Counts = { phases: readonly RowPhase[] } & Pick<SavingCounts, "offSheetRows" | "receipt">;

export function summariseRows({ phases, ...rest }: Counts): SavingCounts {
  const count = (...wanted: RowPhase[]) => phases.filter((phase) => wanted.includes(phase)).length;
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

/** Removes unsaved rows from the counts of stored rows, because they are counted as unsaved. */
export function subtractUnsavedRows(receipt: SaveReceipt, unsaved: readonly string[]): SaveReceipt {
  const rest: Record<string, number> & { total: number } = { ...receipt };
  for (const name of unsaved) rest[name] = (rest[name] ?? 0) - 1;
  return rest;
}

export function recountRowInReceipt(receipt: SaveReceipt, from: string, to: string): SaveReceipt {
  const rest = subtractUnsavedRows(receipt, [from]);
  return { ...rest, [to]: (rest[to] ?? 0) + 1 };
}
