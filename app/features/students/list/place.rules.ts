import { listPlaceIn, listQuery, type ListPlace, type RowsOffered } from "#domain/people/list-place.ts";
import { sortIn, sortQuery, sortWith, type Sort } from "#domain/people/list-sort.ts";
import { MERGED, REGISTERED } from "#domain/people/students.ts";
import { PATHS, withQuery } from "#domain/paths.ts";

/** Current and registered, all who left, or those who left in one way, by the id of their status. */
export type ChosenStatus = "here" | "left" | number;

const SORT_KEYS = ["id", "name", "class", "teacher", "gender", "pin", "status", "since"] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export type StudentsPlace = ListPlace & {
  /** Others than those who are here are for admins to see. */
  status: ChosenStatus;
  /** By name where nothing is said. */
  sort: readonly Sort<SortKey>[];
};

/** Five rows a page (A9), more by choice. */
export const STUDENT_ROWS: RowsOffered = [5, 10, 25, 50, 100];

export const BY_NAME: readonly Sort<SortKey>[] = [{ key: "name", direction: "ascending" }];

/** Which list an address asks for; a dialog over it says the same, and leads back to it. */
export function studentsPlaceIn(query: URLSearchParams): StudentsPlace {
  const sort = sortIn(query.get("sort"), SORT_KEYS);
  return {
    ...listPlaceIn(query, STUDENT_ROWS),
    status: statusIn(query.get("status")),
    sort: sort.length === 0 ? BY_NAME : sort,
  };
}

export function studentsUrl(place: StudentsPlace): string {
  return withQuery(PATHS.students, queryOf(place));
}

/** Over the list: `new`, a student's key, or `17/delete`. */
export function studentDialogUrl(dialog: string | number, place: StudentsPlace): string {
  return withQuery(`${PATHS.students}/${dialog}`, queryOf(place));
}

/** What the address says besides the page; a search or a longer page begins at the first. */
export function queryOf({ status, sort, ...place }: StudentsPlace) {
  return {
    ...listQuery(place, STUDENT_ROWS),
    status: status === "here" ? null : status,
    sort: isByName(sort) ? null : sortQuery(sort),
  };
}

/** The head of that column is pressed: where nothing was chosen, by name is no key yet. */
export function sortedBy(place: StudentsPlace, key: string): StudentsPlace {
  const [pressed] = sortIn(key, SORT_KEYS);
  if (!pressed) return place;
  const chosen = isByName(place.sort) && pressed.key !== "name" ? [] : place.sort;
  const sort = sortWith(chosen, pressed.key);
  return { ...place, page: 1, sort: sort.length === 0 ? BY_NAME : sort };
}

export function isByName(sort: StudentsPlace["sort"]): boolean {
  return sortQuery(sort) === sortQuery(BY_NAME);
}

function statusIn(text: string | null): ChosenStatus {
  const id = Number(text);
  if (text === "left") return text;
  return Number.isSafeInteger(id) && id > REGISTERED && id !== MERGED && id < 100 ? id : "here";
}
