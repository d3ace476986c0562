import type { ComponentType } from "react";

import type { Attendance } from "#domain/attendance.ts";
import type { Values } from "#fields/value.ts";
import type { Phase } from "#saving/client/row-phase.ts";

/** Where the cursor was last: the column of a field, and the student's row. */
export type Place = { row: string; field: string };

/** What somebody asks of the whole sheet instead of one row. */
export type Task =
  | { kind: "find"; typed: string }
  /** The choice between pasting and filling. */
  | { kind: "choose" }
  /** `text` is what was pasted into a field; empty when it is still to be pasted. */
  | { kind: "paste"; text: string }
  | { kind: "fill" }
  | { kind: "rest"; attendance: Attendance }
  /** The choice of what to do with one row. */
  | { kind: "row"; row: string };

/** A row as it stands in front of the person, in the order of the screen. */
export type RowNow = {
  row: string;
  name: string;
  /** The student's number in the school's books. */
  number: string;
  maxMark: number;
  values: Values;
  phase: Phase;
};

/** One row that an act writes: what it changes, before and after, and both in words. */
export type Entry = {
  row: string;
  name: string;
  before: Values;
  after: Values;
  from: string;
  to: string;
  /** The name that was pasted, where it is not quite the register's. */
  said?: string;
};

/** What stays as it is, and why. */
export type LeftOut = { what: string; why: string };

export type Plan = { entries: readonly Entry[]; leftOut: readonly LeftOut[] };

/** What the last act did, as long as it can be taken back or has something to say. */
export type Notice = {
  words: string;
  undo: Undo | null;
  /** Out of the way; the last act can still be taken back where tasks are chosen. */
  isHidden?: boolean;
};

export type Undo = {
  /** What it would take back as the rows stand now; null when nothing is left of the act. */
  words: () => string | null;
  act: () => Notice;
};

/** What is asked in a row, or by a button, about the whole sheet; the same object as long as the sheet is open. */
export type SheetCommands = {
  begin: (task: Task) => void;
  standAt: (place: Place) => void;
  /** Somebody goes on from the last row. */
  reachEnd: () => void;
};

export type BulkActions = {
  commands: SheetCommands;
  task: Task | null;
  /** What shows a task's dialog, once its script is there. */
  TaskDialog: ComponentType<ToolProps> | null;
  /** It cannot be had. */
  isMissing: boolean;
  fetchTools: () => void;
  place: () => Place | null;
  isAtEnd: boolean;
  notice: Notice | null;
  hide: () => void;
  /** The task is done, or given up. */
  end: (notice?: Notice) => void;
};

export type ToolProps = { bulk: BulkActions };
