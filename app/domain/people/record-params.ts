import { withQuery } from "../paths.ts";

/** The addresses of a record. A record opens on its own page, or over its list and then with the list's query. */
export type RecordUrls = {
  /** The address of the record without the panel beside it. */
  record: string;
  /** The address of the record with the panel that is open beside it: the documents or the picture editor. */
  path: string;
  query: URLSearchParams;
};

/** A link to a tab of a record, with a short title for phones. */
export type RecordTabLink = {
  to: string;
  current: boolean;
  closed?: boolean;
  words: { title: string; short: string };
};

/** The URL parameter for a record's tab. It is not called `tab`, because the list behind the record uses that name. */
const VIEW = "view";

/** Returns the tab that an address opens. Without the parameter, the first tab opens. */
export function parseRecordTab<Tab extends string>(
  query: URLSearchParams,
  [first, ...others]: readonly [Tab, ...Tab[]],
): Tab {
  const input = query.get(VIEW);
  return others.find((tab) => tab === input) ?? first;
}

/** Returns the tab that a URL's query names, or null for the first tab. */
export function currentRecordTab(search: string): string | null {
  return new URLSearchParams(search).get(VIEW);
}

/** Returns the URL of a tab of the record, keeping the list's parameters. Pass null for the first tab. */
export function recordTabUrl(
  path: string,
  { query, view }: { query: URLSearchParams; view: string | null },
): string {
  const { [VIEW]: _, ...ofList } = Object.fromEntries(query);
  return withQuery(path, { ...ofList, [VIEW]: view });
}

/** Returns the URL of a panel beside the record, with the same tab open. Pass null to close the panel. */
export function recordPanelUrl({ record, query }: RecordUrls, beside: string | null): string {
  return recordTabUrl(beside === null ? record : `${record}/${beside}`, { query, view: query.get(VIEW) });
}

/** Returns the address of the record without any panel or dialog. */
export function recordUrlWithoutPanel({ pathname, search }: { pathname: string; search: string }): string {
  return pathname.replace(/\/(?:picture|documents|student-id|serial|siblings\/\d+)\/?$/, "") + search;
}

export const STUDENT_TABS = ["general", "personal", "medical", "family"] as const;
export type StudentTab = (typeof STUDENT_TABS)[number];

export const STUDENT_TAB_TITLES: Record<StudentTab, { title: string; short: string }> = {
  general: { title: "General Info", short: "General" },
  personal: { title: "Personal Info", short: "Personal" },
  medical: { title: "Medical Info", short: "Medical" },
  family: { title: "Family Info", short: "Family" },
};
