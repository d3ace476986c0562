import type { ComponentType } from "react";
import type { TestAttendance } from "#domain/attendance.ts";
import type { FieldValues } from "#fields/value.ts";
import type { RowPhase } from "#saving/client/row-phase.ts";

/** The last position of the cursor: a student's row, and the field of a column. */
export type CursorPosition = { row: string; field: string };

export type BulkTask =
  | { kind: "find"; typed: string }
  /** The choice between pasting and filling. */
  | { kind: "choose" }
  /** The text pasted into a field; empty if the user opened the task from a button. */
  | { kind: "paste"; text: string }
  | { kind: "fill" }
  | { kind: "rest"; attendance: TestAttendance }
  | { kind: "row"; row: string };

/** A row with the values that the user sees now. Rows are in screen order. */
export type CurrentMarkSheetRow = {
  row: string;
  name: string;
  /** The student's public number. */
  number: string;
  maxMark: number;
  values: FieldValues;
  phase: RowPhase;
};

/** A change to one row: its values before and after, with both as text. */
export type PlannedEntry = {
  row: string;
  name: string;
  before: FieldValues;
  after: FieldValues;
  from: string;
  to: string;
  /** The name as it was pasted, if it differs from the name in the register. */
  said?: string;
};

export type SkippedValue = { what: string; why: string };

export type BulkPlan = { entries: readonly PlannedEntry[]; leftOut: readonly SkippedValue[] };

/** The result of the last action, kept for as long as it can be undone or has something to report. */
export type BulkActionNotice = {
  words: string;
  undo: BulkUndo | null;
  /** Whether the notice is hidden. The list of tasks offers the undo even then. */
  isHidden?: boolean;
};

export type BulkUndo = {
  /** Returns text for what an undo would restore now, or null if there is nothing to undo any longer. */
  words: () => string | null;
  act: () => BulkActionNotice;
};

/** The commands that rows and buttons send to the sheet. The object stays the same while the sheet is open. */
export type MarkSheetCommands = {
  begin: (task: BulkTask) => void;
  standAt: (place: CursorPosition) => void;
  /** Called when the user moves on from the last row. */
  reachEnd: () => void;
};

export type BulkActions = {
  commands: MarkSheetCommands;
  task: BulkTask | null;
  /** The component for the dialog of a task; null until its script has loaded. */
  TaskDialog: ComponentType<BulkTaskProps> | null;
  /** Whether the script could not be loaded. */
  isMissing: boolean;
  fetchTools: () => void;
  place: () => CursorPosition | null;
  isAtEnd: boolean;
  notice: BulkActionNotice | null;
  hide: () => void;
  /** Closes the task, whether it is done or was cancelled. */
  end: (notice?: BulkActionNotice) => void;
};

export type BulkTaskProps = { bulk: BulkActions };
