import { signAllUrl, withQuery, type ClassKey } from "#domain/paths.ts";
import type { OverviewFilter } from "./overview.ts";

type Place = {
  filter?: OverviewFilter;
  /** The viewer over it, of all cards or of one student's. */
  cards?: boolean;
  studentKey?: number | null;
};

/** The overview of a class as somebody sees it: filtered, or with report cards over it. */
export function overviewUrl(
  key: ClassKey,
  { filter = "all", cards = false, studentKey = null }: Place = {},
): string {
  const path = cards ? `${signAllUrl(key)}/cards` : signAllUrl(key);
  return withQuery(path, { show: filter === "all" ? null : filter, student: studentKey });
}
