/** A page of a list. Page numbers start at 1. */
export type PageInfo = { page: number; pageSize: number; total: number };

/** Returns the first and last position on a page, counted from 1. A page past the end means the last page. */
export function pageSpan({ page, pageSize, total }: PageInfo) {
  const last = Math.max(1, Math.ceil(total / pageSize));
  const shown = Math.min(Math.max(1, page), last);
  return { shown, from: (shown - 1) * pageSize + 1, to: Math.min(shown * pageSize, total), last };
}

/** Returns the rows of a page. A page past the end means the last page. */
export function rowsOfPage<Row>(rows: readonly Row[], { page, pageSize }: Omit<PageInfo, "total">) {
  const { shown, from, to } = pageSpan({ page, pageSize, total: rows.length });
  return { page: shown, pageSize, total: rows.length, rows: rows.slice(from - 1, to) };
}

/** The rows of a list that an API call asks for, and their order. Columns have the names that the response uses. */
export type ListRequest = {
  /** The requested page; null for the whole list. */
  page: ListPage | null;
  /**
   * The columns to sort by. Each column orders the rows that are equal in the columns before it. The list is empty
   * for the default order.
   */
  sort: readonly { column: string; descending: boolean }[];
  /** Parts of a name, all of which must match, as `splitSearch` returns them. An empty list matches everybody. */
  words: readonly string[];
};

export type ListPage = { number: number; rows: number };

export type RowsWithTotal<Row> = { listed: Row[]; total: number };

export const WHOLE_LIST_REQUEST: ListRequest = { page: null, sort: [], words: [] };
