/** Which rows of a list a call asks for, in which order; the columns are the answer's own. */
export type ListAsked = {
  /** Null for the whole list. */
  page: ListPage | null;
  /** Each sorts among those that are the same by the ones before it; none for the list's own order. */
  sort: readonly { column: string; descending: boolean }[];
  /** Each is a part of a name, as `searchWords` has them; none for all. */
  words: readonly string[];
};

export type ListPage = { number: number; rows: number };

/** What is on a page, and how many there are in all. */
export type Listed<Row> = { listed: Row[]; total: number };

export const WHOLE_LIST: ListAsked = { page: null, sort: [], words: [] };
