/** One row through time, newest first, in the words that its screen shows. */
export type RowHistory = {
  /** Whose row it is. */
  about: string;
  /** What it is the history of: 'Teacher's Comments'; empty where the whole row is shown. */
  title: string;
  closeTo: string;
  /** The version that 'put back' is a change of. */
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
