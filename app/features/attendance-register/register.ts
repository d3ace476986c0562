import type { Values } from "#fields/value.ts";
import type { LoadedRow, RowOutcome } from "#saving/protocol/loaded-row.ts";
import type { Receipt } from "#saving/protocol/protocol.ts";

/** The id of the register's form: links away from it stand outside of it. */
export const REGISTER_FORM_ID = "register";

/** A session of a day of a class; the loader makes it, the page and its script read it. */
export type Register = {
  /** Of the register without a dialog: where its form posts to. */
  url: string;
  saveUrl: string;
  /** The classes to choose from; null for who has but this one. */
  classesUrl: string | null;
  /** The class's month as a document; null for who prints no lists. */
  monthUrl: string | null;
  /** The signed-in account: who marks here. */
  accountId: number;
  timeZone: string;
  classLabel: string;
  classId: number;
  day: string;
  isToday: boolean;
  /** The last day that can be chosen, and the school days beside this one. */
  today: string;
  previousTo: string | null;
  nextTo: string | null;
  /** The sessions of the day; one alone is not shown. */
  sessions: readonly SessionLink[];
  session: number;
  /** 'Marked 8:12 by you'; null while it is not. */
  marked: string | null;
  canEdit: boolean;
  /** Why nothing can be marked. */
  closed: string | null;
  rows: readonly RegisterRow[];
  receipt: Receipt;
  /** This page answers the register's form: each row that was changed has its `outcome`. */
  posted?: { leaveTo: string | null };
};

export type SessionLink = { name: string; url: string; isMarked: boolean; isCurrent: boolean };

/** One student. `row` is the student's key. */
export type RegisterRow = LoadedRow & {
  /** From 1. */
  position: number;
  /** As the register has it: `Alexander, Keziah`. */
  name: string;
  picture: string | null;
  /** What is marked unless it is changed: present, or absent as in an earlier session of the day. */
  proposed: Values;
  /** 'Absent yesterday too', '3rd day running': said beside an absence. */
  before: string | null;
  /** 'was Absent until 8:31', of what was corrected. */
  was: string | null;
};

/** The register as it is now, with what became of the form that was just sent. */
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
