import { withQuery } from "../paths.ts";

/** The place of a person's record: over its list, whose query it keeps, or on a page of its own. */
export type RecordParams = {
  /** The address without the panel beside the record. */
  record: string;
  /** The address with the panel: documents, or the picture editor. */
  path: string;
  query: URLSearchParams;
};

/** A tab of a record, with a one-word name for phones. */
export type RecordTabLink = {
  to: string;
  current: boolean;
  closed?: boolean;
  words: { title: string; short: string };
};

/** The parameter for the record's tab, because `tab` is the parameter of the list underneath. */
const VIEW = "view";

/** Returns the tab of an address; the first tab has no parameter. */
export function parseView<Tab extends string>(
  query: URLSearchParams,
  [first, ...others]: readonly [Tab, ...Tab[]],
): Tab {
  const input = query.get(VIEW);
  return others.find((tab) => tab === input) ?? first;
}

/** Returns the tab in a query; null is the first. */
export function currentView(search: string): string | null {
  return new URLSearchParams(search).get(VIEW);
}

/** Returns the address of that tab of the record, with the list unchanged; null is the first tab. */
export function viewUrl(
  path: string,
  { query, view }: { query: URLSearchParams; view: string | null },
): string {
  const { [VIEW]: _, ...ofList } = Object.fromEntries(query);
  return withQuery(path, { ...ofList, [VIEW]: view });
}

/** Returns the address of a panel beside the record, at the same tab; null closes the panel. */
export function panelUrl({ record, query }: RecordParams, beside: string | null): string {
  return viewUrl(beside === null ? record : `${record}/${beside}`, { query, view: query.get(VIEW) });
}

/** Returns the address of the record without any panel or dialog. */
export function recordUrl({ pathname, search }: { pathname: string; search: string }): string {
  return pathname.replace(/\/(?:picture|documents|student-id|serial)\/?$/, "") + search;
}

export const STUDENT_TABS = ["general", "personal", "medical", "family"] as const;
export type StudentTab = (typeof STUDENT_TABS)[number];

export const STUDENT_TAB_TITLES: Record<StudentTab, { title: string; short: string }> = {
  general: { title: "General Info", short: "General" },
  personal: { title: "Personal Info", short: "Personal" },
  medical: { title: "Medical Info", short: "Medical" },
  family: { title: "Family Info", short: "Family" },
};
