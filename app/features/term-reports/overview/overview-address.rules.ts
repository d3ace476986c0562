import type { OverviewFilter } from "./overview.ts";
import { signAllUrl } from "../report-key.rules.ts";
import type { ClassKey } from "../report-key.rules.ts";

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
  const query = new URLSearchParams();
  if (filter !== "all") query.set("show", filter);
  if (studentKey !== null) query.set("student", String(studentKey));
  const path = cards ? `${signAllUrl(key)}/cards` : signAllUrl(key);
  return query.size === 0 ? path : `${path}?${query}`;
}
