/** A page of a list; pages are counted from 1. */
export type PageInfo = { page: number; pageSize: number; total: number };

/** Returns the positions that a page shows, counted from 1; a page past the end becomes the last. */
export function pageSpan({ page, pageSize, total }: PageInfo) {
  const last = Math.max(1, Math.ceil(total / pageSize));
  const shown = Math.min(Math.max(1, page), last);
  return { shown, from: (shown - 1) * pageSize + 1, to: Math.min(shown * pageSize, total), last };
}
