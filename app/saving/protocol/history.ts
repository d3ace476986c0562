/** The history of one row, newest first, in the words that its screen shows. */
export type RowHistory = {
  /** The name of the row, such as the student's. */
  about: string;
  /** The title of the field, such as 'Teacher's Comments'; empty if the whole row is shown. */
  title: string;
  closeTo: string;
  /** The version that 'Put back' is judged by. */
  version: number;
  canPutBack: boolean;
  entries: readonly HistoryEntry[];
};

export type HistoryEntry = {
  version: number;
  by: string;
  at: string;
  changes: readonly { title: string; from: string; to: string }[];
};
