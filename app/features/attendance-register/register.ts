import type { Values } from "#fields/value.ts";
import type { LoadedRow, RowOutcome, Receipt } from "#saving/protocol/protocol.ts";

/** The id of the register's form, for links outside the form that save it first. */
export const REGISTER_FORM_ID = "register";

/** One session of a class on a day: the loader makes the register, and the page and its script read it. */
export type Register = {
  /** The URL of the register without a dialog. */
  url: string;
  saveUrl: string;
  /** The URL of the choice of classes; null for a person who has only this class. */
  classesUrl: string | null;
  /** The URL of the class's month as a document; null for a person who may not print lists. */
  monthUrl: string | null;
  accountId: number;
  timeZone: string;
  classLabel: string;
  classId: number;
  day: string;
  isToday: boolean;
  /** The last day that can be chosen. */
  today: string;
  previousTo: string | null;
  nextTo: string | null;
  /** The sessions of the day; a day with one session shows none. */
  sessions: readonly SessionLink[];
  session: number;
  /** The words 'Marked 8:12 by you'; null for an unmarked register. */
  marked: string | null;
  canEdit: boolean;
  /** The reason why the register cannot be marked, or null. */
  closed: string | null;
  rows: readonly RegisterRow[];
  receipt: Receipt;
  /** Set when this page answers the register's form: each changed row then has its `outcome`. */
  posted?: { leaveTo: string | null };
};

export type SessionLink = { name: string; url: string; isMarked: boolean; isCurrent: boolean };

/** One student; `row` is the student's key. */
export type RegisterRow = LoadedRow & {
  /** The position on the register, counted from 1. */
  position: number;
  /** The name as on the register: `Alexander, Keziah`. */
  name: string;
  picture: string | null;
  /** The entry that is saved unless somebody changes it: present, or absent as in an earlier session of the day. */
  proposed: Values;
  /** The words beside an absence: 'Absent yesterday too', '3rd day running'. */
  before: string | null;
  /** The words about a correction: 'changed from Absent at 8:31'. */
  was: string | null;
};

/** Returns the current register with the outcomes of the form that was just sent. */
export function withOutcomes(
  register: Register,
  { outcomes, leaveTo }: { outcomes: Record<string, RowOutcome>; leaveTo: string | null },
): Register {
  const rows = register.rows.map((row) => {
    const outcome = outcomes[row.row];
    return outcome ? { ...row, outcome } : row;
  });
  return { ...register, rows, posted: { leaveTo } };
}
