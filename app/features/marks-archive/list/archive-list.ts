import { PATHS, withQuery } from "#domain/paths.ts";
import {
  parseListParams,
  toListQuery,
  type ListParams,
  parseSort,
  formatSort,
  toggleSort,
  type SortOrder,
} from "#domain/people/list-params.ts";

const SORT_KEYS = ["name", "id", "gender", "class"] as const;
type SortKey = (typeof SORT_KEYS)[number];

export type ArchiveListParams = ListParams & { sort: SortOrder<SortKey> };

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

const BY_NAME: SortOrder<SortKey> = { key: "name", direction: "ascending" };

/** Reads the search, order and page of the list from a URL. Dialogs over the list have the same parameters. */
export function parseArchiveListParams(query: URLSearchParams): ArchiveListParams {
  const [sort = BY_NAME] = parseSort(query.get("sort"), SORT_KEYS);
  return { ...parseListParams(query), sort };
}

export function archiveListQuery({ sort, ...place }: ArchiveListParams) {
  const isUsual = formatSort([sort]) === formatSort([BY_NAME]);
  return { ...toListQuery(place), sort: isUsual ? null : formatSort([sort]) };
}

export function archiveListUrl(params: ArchiveListParams): string {
  return withQuery(PATHS.marksArchive, archiveListQuery(params));
}

/** Returns the URL of a dialog over the list. `dialog` is a student's key, or a history such as `17/history/101`. */
export function archiveDialogUrl(dialog: number | string, params: ArchiveListParams): string {
  return withQuery(`${PATHS.marksArchive}/${dialog}`, archiveListQuery(params));
}

export function archiveSortUrl(params: ArchiveListParams, key: string): string {
  const [pressed] = parseSort(key, SORT_KEYS);
  return archiveListUrl(
    pressed ? { ...params, page: 1, sort: toggleSort(params.sort, pressed.key) } : params,
  );
}
