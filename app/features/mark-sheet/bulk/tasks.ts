import type { ComponentType } from "react";
import type { Attendance } from "#domain/attendance.ts";
import type { Values } from "#fields/value.ts";
import type { Phase } from "#saving/client/row-phase.ts";

/** The last position of the cursor: a student's row, and the field of a column. */
export type CursorPosition = { row: string; field: string };

/** A task that opens a dialog. */
export type Task =
  | { kind: "find"; typed: string }
  /** The choice between pasting and filling. */
  | { kind: "choose" }
  /** The text that was pasted into a field; empty when the user has yet to paste. */
  | { kind: "paste"; text: string }
  | { kind: "fill" }
  | { kind: "rest"; attendance: Attendance }
  /** The choice of an action for one row. */
  | { kind: "row"; row: string };

/** A row as the user sees it now, in the order of the screen. */
export type RowNow = {
  row: string;
  name: string;
  /** The student's public number. */
  number: string;
  maxMark: number;
  values: Values;
  phase: Phase;
};

/** One row that an action writes: its values before and after the change, and both in words. */
export type Entry = {
  row: string;
  name: string;
  before: Values;
  after: Values;
  from: string;
  to: string;
  /** The pasted name, if it differs from the register's. */
  said?: string;
};

/** Something that stays unchanged, and the reason. */
export type SkippedValue = { what: string; why: string };

export type Plan = { entries: readonly Entry[]; leftOut: readonly SkippedValue[] };

/** The result of the last action, kept while it can be undone or has something to report. */
export type Notice = {
  words: string;
  undo: Undo | null;
  /** The notice is hidden, but the list of tasks still offers to undo the action. */
  isHidden?: boolean;
};

export type Undo = {
  /** Describes what an undo would restore now; null when nothing of the action is left. */
  words: () => string | null;
  act: () => Notice;
};

/** The commands that rows and buttons give to the whole sheet; the object stays the same while the sheet is open. */
export type SheetCommands = {
  begin: (task: Task) => void;
  standAt: (place: CursorPosition) => void;
  /** The user goes on from the last row. */
  reachEnd: () => void;
};

export type BulkActions = {
  commands: SheetCommands;
  task: Task | null;
  /** The component that shows a task's dialog; null until its script has loaded. */
  TaskDialog: ComponentType<ToolProps> | null;
  /** The script could not be loaded. */
  isMissing: boolean;
  fetchTools: () => void;
  place: () => CursorPosition | null;
  isAtEnd: boolean;
  notice: Notice | null;
  hide: () => void;
  /** Closes the task, done or cancelled. */
  end: (notice?: Notice) => void;
};

export type ToolProps = { bulk: BulkActions };
