import type { FieldValues } from "#fields/value.ts";
import type { LoadedRow, RowSaveOutcome, SaveReceipt } from "#saving/protocol/protocol.ts";

/** The id of the register's form. Links outside the form use it to save before they leave the page. */
export const REGISTER_FORM_ID = "register";

/** The register of a class for one session of one day, as the loader sends it to the page. */
export type RegisterView = {
  /** The URL of the register's page, with no dialog open. */
  url: string;
  saveUrl: string;
  /** The URL of the choice of classes; null for a person who has only this class. */
  classesUrl: string | null;
  /** The URL of the class's monthly register as a PDF; null for a person who may not print lists. */
  monthUrl: string | null;
  accountId: number;
  timeZone: string;
  classLabel: string;
  classId: number;
  day: string;
  isToday: boolean;
  /** The latest day that can be chosen. */
  today: string;
  previousTo: string | null;
  nextTo: string | null;
  /** The sessions of the day; empty if the day has only one. */
  sessions: readonly SessionLink[];
  session: number;
  /** The text 'Marked 8:12 by you', or null for an unmarked register. */
  marked: string | null;
  canEdit: boolean;
  /** The reason why the register cannot be marked, or null. */
  closed: string | null;
  /** The reasons that a row can have: the reasons that the school offers, and the reasons that rows have already. */
  reasons: readonly { reason: string; title: string }[];
  rows: readonly RegisterRow[];
  receipt: SaveReceipt;
  /** Set when the page answers a form sent without JavaScript. Each row that was changed then has its `outcome`. */
  posted?: { leaveTo: string | null };
};

export type SessionLink = { name: string; url: string; isMarked: boolean; isCurrent: boolean };

/** A student's row on the register; `row` is the student's key. */
export type RegisterRow = LoadedRow & {
  position: number;
  /** The name as on the register: `Alexander, Keziah`. */
  name: string;
  picture: string | null;
  /** The suggested entry: present, or absent if the student was absent in an earlier session of the day. */
  proposed: FieldValues;
  /** Text about earlier absences, such as 'Absent yesterday too' or '3rd day running'. */
  before: string | null;
  /** Text about the latest correction, such as 'changed from Absent at 8:31'. */
  was: string | null;
};

/** Returns the current register, with the outcomes of the submitted form in its rows. */
export function addSaveOutcomesToRegister(
  register: RegisterView,
  { outcomes, leaveTo }: { outcomes: Record<string, RowSaveOutcome>; leaveTo: string | null },
): RegisterView {
  const rows = register.rows.map((row) => {
    const outcome = outcomes[row.row];
    return outcome ? { ...row, outcome } : row;
  });
  return { ...register, rows, posted: { leaveTo } };
}
