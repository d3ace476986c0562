/** A page of a list; pages are counted from 1. */
export type PageInfo = { page: number; pageSize: number; total: number };

/** Returns the positions that a page shows, counted from 1; a page past the end becomes the last. */
export function pageSpan({ page, pageSize, total }: PageInfo) {
  const last = Math.max(1, Math.ceil(total / pageSize));
  const shown = Math.min(Math.max(1, page), last);
  return { shown, from: (shown - 1) * pageSize + 1, to: Math.min(shown * pageSize, total), last };
}

/** The rows of a list that a call requests, with their order; columns have the names of the reply. */
export type ListRequest = {
  /** Null for the whole list. */
  page: ListPage | null;
  /** Each column sorts rows that are equal by those before it; an empty list keeps the list's own order. */
  sort: readonly { column: string; descending: boolean }[];
  /** Each word is a part of a name, as `splitSearch` splits them; no words find all. */
  words: readonly string[];
};

export type ListPage = { number: number; rows: number };

/** The rows on a page, and the total number. */
export type Listed<Row> = { listed: Row[]; total: number };

export const WHOLE_LIST: ListRequest = { page: null, sort: [], words: [] };
