import { withQuery } from "../paths.ts";

/** Where somebody's record stands: over its list, whose query it keeps, or on a page of its own. */
export type RecordPlace = {
  /** Without what is beside it. */
  record: string;
  /** With it: documents, or the picture that is changed. */
  path: string;
  query: URLSearchParams;
};

/** A tab of a record; on a phone by one word. */
export type RecordTabLink = {
  to: string;
  current: boolean;
  closed?: boolean;
  words: { title: string; short: string };
};

/** The tab of the record. `tab` is the list's, which stays as it is under it. */
const VIEW = "view";

/** The tab that an address asks for, the first without a word. */
export function viewIn<Tab extends string>(
  query: URLSearchParams,
  [first, ...others]: readonly [Tab, ...Tab[]],
): Tab {
  const asked = query.get(VIEW);
  return others.find((tab) => tab === asked) ?? first;
}

/** The tab in a query; null is the first. */
export function viewOf(search: string): string | null {
  return new URLSearchParams(search).get(VIEW);
}

/** That tab of the record, over the list as it is; null is the first. */
export function viewUrl(
  path: string,
  { query, view }: { query: URLSearchParams; view: string | null },
): string {
  const { [VIEW]: _, ...ofList } = Object.fromEntries(query);
  return withQuery(path, { ...ofList, [VIEW]: view });
}

/** What is beside the record, at the same tab; null is nothing. */
export function besideUrl({ record, query }: RecordPlace, beside: string | null): string {
  return viewUrl(beside === null ? record : `${record}/${beside}`, { query, view: query.get(VIEW) });
}

/** The record without what is beside it or over it, from an address that has it. */
export function recordUnder({ pathname, search }: { pathname: string; search: string }): string {
  return pathname.replace(/\/(?:picture|documents|student-id|serial)\/?$/, "") + search;
}
