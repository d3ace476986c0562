/** One student's row of a sheet through time, newest first, in the words that the screen shows. */
export type MarkHistory = {
  student: string;
  /** The version that 'put back' is a change of. */
  version: number;
  canPutBack: boolean;
  entries: {
    version: number;
    by: string;
    at: string;
    changes: { field: string; from: string; to: string }[];
  }[];
};
