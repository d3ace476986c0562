import { PATHS, withQuery } from "#domain/paths.ts";
import {
  parseListParams,
  listQuery,
  type ListParams,
  parseSort,
  formatSort,
  toggleSort,
  type Sort,
} from "#domain/people/list-params.ts";

const SORT_KEYS = ["name", "id", "gender", "class"] as const;
type SortKey = (typeof SORT_KEYS)[number];

export type ArchiveListParams = ListParams & { sort: Sort<SortKey> };

type ArchiveListLine = {
  id: number;
  studentId: string;
  firstName: string;
  lastName: string;
  gender: "F" | "M" | null;
  classLabel: string | null;
};

export type ArchiveList = {
  params: ArchiveListParams;
  students: ArchiveListLine[];
  found: number;
  total: number;
};

const BY_NAME: Sort<SortKey> = { key: "name", direction: "ascending" };

/**
 * Reads the list's place from the address. The dialog over the list carries the same query, so that closing it leads
 * back.
 */
export function parseArchiveListParams(query: URLSearchParams): ArchiveListParams {
  const [sort = BY_NAME] = parseSort(query.get("sort"), SORT_KEYS);
  return { ...parseListParams(query), sort };
}

export function archiveQuery({ sort, ...place }: ArchiveListParams) {
  const isUsual = formatSort([sort]) === formatSort([BY_NAME]);
  return { ...listQuery(place), sort: isUsual ? null : formatSort([sort]) };
}

export function archiveListUrl(params: ArchiveListParams): string {
  return withQuery(PATHS.marksArchive, archiveQuery(params));
}

/**
 * Returns the address of a dialog over the list. `dialog` is a student's key, or a history such as `17/history/101`.
 */
export function archiveUrl(dialog: number | string, params: ArchiveListParams): string {
  return withQuery(`${PATHS.marksArchive}/${dialog}`, archiveQuery(params));
}

/** Returns the address of the list after a click on the head of the column `key`. */
export function archiveSortedBy(params: ArchiveListParams, key: string): string {
  const [pressed] = parseSort(key, SORT_KEYS);
  return archiveListUrl(
    pressed ? { ...params, page: 1, sort: toggleSort(params.sort, pressed.key) } : params,
  );
}
