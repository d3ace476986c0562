import {
  parseListParams,
  listQuery,
  type ListParams,
  type RowsOffered,
  parseSort,
  formatSort,
  addSort,
  type Sort,
} from "#domain/people/list-params.ts";
import { MERGED, REGISTERED } from "#domain/people/students.ts";
import { PATHS, withQuery } from "#domain/paths.ts";

/** Current and registered students, all who left, or those who left with one status, by its ID. */
export type ChosenStatus = "here" | "left" | number;

const SORT_KEYS = ["id", "name", "class", "teacher", "gender", "pin", "status", "since"] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export type StudentsParams = ListParams & {
  /** Only administrators see students who left. */
  status: ChosenStatus;
  /** The order, which is by name unless the address says otherwise. */
  sort: readonly Sort<SortKey>[];
};

/** Five rows a page by default, and more by choice. */
export const STUDENT_ROWS: RowsOffered = [5, 10, 25, 50, 100];

export const BY_NAME: readonly Sort<SortKey>[] = [{ key: "name", direction: "ascending" }];

/** Reads the list from the query; a dialog over the list has the same query, and leads back to the list. */
export function parseStudentsParams(query: URLSearchParams): StudentsParams {
  const sort = parseSort(query.get("sort"), SORT_KEYS);
  return {
    ...parseListParams(query, STUDENT_ROWS),
    status: statusIn(query.get("status")),
    sort: sort.length === 0 ? BY_NAME : sort,
  };
}

export function studentsUrl(params: StudentsParams): string {
  return withQuery(PATHS.students, queryOf(params));
}

/** Returns the address of a dialog over the list: `new`, a student's key, or something like `17/delete`. */
export function studentDialogUrl(dialog: string | number, params: StudentsParams): string {
  return withQuery(`${PATHS.students}/${dialog}`, queryOf(params));
}

/** Returns the query without the page number, so that a search or a longer page starts at the first page. */
export function queryOf({ status, sort, ...place }: StudentsParams) {
  return {
    ...listQuery(place, STUDENT_ROWS),
    status: status === "here" ? null : status,
    sort: isByName(sort) ? null : formatSort(sort),
  };
}

/** Sorts by a column whose heading was pressed. The default order by name does not count as a chosen key. */
export function sortedBy(params: StudentsParams, key: string): StudentsParams {
  const [pressed] = parseSort(key, SORT_KEYS);
  if (!pressed) return params;
  const chosen = isByName(params.sort) && pressed.key !== "name" ? [] : params.sort;
  const sort = addSort(chosen, pressed.key);
  return { ...params, page: 1, sort: sort.length === 0 ? BY_NAME : sort };
}

export function isByName(sort: StudentsParams["sort"]): boolean {
  return formatSort(sort) === formatSort(BY_NAME);
}

function statusIn(text: string | null): ChosenStatus {
  const id = Number(text);
  if (text === "left") return text;
  return Number.isSafeInteger(id) && id > REGISTERED && id !== MERGED && id < 100 ? id : "here";
}
