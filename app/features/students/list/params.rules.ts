import {
  parseListParams,
  toListQuery,
  type ListParams,
  type PageSizes,
  parseSort,
  formatSort,
  addSort,
  type SortOrder,
} from "#domain/people/list-params.ts";
import {
  STUDENT_DOCUMENT_SLUGS,
  STUDENT_MERGED,
  STUDENT_REGISTERED,
  type StudentDocumentKind,
} from "#domain/people/students.ts";
import { parseId, PATHS, withQuery } from "#domain/paths.ts";

/** Current and registered students, all former students, or the former students with one status, by its ID. */
export type StudentStatusFilter = "here" | "left" | number;

const SORT_KEYS = ["id", "name", "class", "teacher", "gender", "pin", "status", "since"] as const;
export type StudentListSortKey = (typeof SORT_KEYS)[number];

/** The parts that a registration may lack, in the order of the filter. */
export const MISSING_REGISTRATION_PARTS = ["certificate", "card", "phone", "picture", "pin"] as const;
export type MissingRegistrationPart = (typeof MISSING_REGISTRATION_PARTS)[number];

/** The filters of the list, which narrow the students with the chosen status. */
export type StudentFilters = {
  classId: number | null;
  formLevel: number | null;
  houseId: number | null;
  missing: MissingRegistrationPart | null;
  /** True to show only the students whom the person has selected. */
  isSelectedOnly: boolean;
};

export const NO_STUDENT_FILTERS: StudentFilters = {
  classId: null,
  formLevel: null,
  houseId: null,
  missing: null,
  isSelectedOnly: false,
};

export type StudentsParams = ListParams & {
  /** Only administrators see former students. */
  status: StudentStatusFilter;
  filters: StudentFilters;
  /** The sort order, which is by name unless the query has another. */
  sort: readonly SortOrder<StudentListSortKey>[];
};

/** The parameters of the list's address. */
export const STUDENTS_LIST_PARAMS = [
  "search",
  "class",
  "level",
  "house",
  "missing",
  "only",
  "status",
  "sort",
  "rows",
  "page",
] as const;

/** The first number is the default. */
export const STUDENT_PAGE_SIZES: PageSizes = [5, 10, 25, 50, 100];

export const SORTED_BY_NAME: readonly SortOrder<StudentListSortKey>[] = [
  { key: "name", direction: "ascending" },
];

/**
 * Parses the query of the list. A dialog over the list has the same query, so that closing it returns to the same list.
 */
export function parseStudentsParams(query: URLSearchParams): StudentsParams {
  const sort = parseSort(query.get("sort"), SORT_KEYS);
  return {
    ...parseListParams(query, STUDENT_PAGE_SIZES),
    status: statusIn(query.get("status")),
    filters: {
      classId: parseId(query.get("class")),
      formLevel: parseId(query.get("level")),
      houseId: parseId(query.get("house")),
      missing: MISSING_REGISTRATION_PARTS.find((part) => part === query.get("missing")) ?? null,
      isSelectedOnly: query.get("only") === "selected",
    },
    sort: sort.length === 0 ? SORTED_BY_NAME : sort,
  };
}

export function studentsUrl(params: StudentsParams): string {
  return withQuery(PATHS.students, studentsQuery(params));
}

/** Returns the URL of a dialog over the list. `dialog` is `new`, a student's key, or a path such as `17/delete`. */
export function studentDialogUrl(dialog: string | number, params: StudentsParams): string {
  return studentDialogUrls(params)(dialog);
}

/** Returns a function for the URLs of many dialogs over the same list. It builds their query once. */
export function studentDialogUrls(params: StudentsParams): (dialog: string | number) => string {
  const query = withQuery("", studentsQuery(params));
  return (dialog) => `${PATHS.students}/${dialog}${query}`;
}

/** Returns the URL of the viewer of a document. Next leads to the same document of the list's next student. */
export function studentDocumentUrl(
  kind: StudentDocumentKind,
  studentKey: number,
  params: StudentsParams,
): string {
  return studentDialogUrl(studentDocumentPath(kind, studentKey), params);
}

/** Returns the path of a document's viewer, relative to the list. */
export function studentDocumentPath(kind: StudentDocumentKind, studentKey: number): string {
  return `papers/${STUDENT_DOCUMENT_SLUGS[kind]}/${studentKey}`;
}

/** Returns the query without the page number, because a new search or page size starts at the first page. */
export function studentsQuery({ status, sort, filters, ...place }: StudentsParams) {
  return {
    ...toListQuery(place, STUDENT_PAGE_SIZES),
    class: filters.classId,
    level: filters.formLevel,
    house: filters.houseId,
    missing: filters.missing,
    only: filters.isSelectedOnly ? "selected" : null,
    status: status === "here" ? null : status,
    sort: isSortedByName(sort) ? null : formatSort(sort),
  };
}

/** Adds a column to the sort order after a click on its heading. The default order by name is replaced. */
export function sortByColumn(params: StudentsParams, key: string): StudentsParams {
  const [pressed] = parseSort(key, SORT_KEYS);
  if (!pressed) return params;
  const chosen = isSortedByName(params.sort) && pressed.key !== "name" ? [] : params.sort;
  const sort = addSort(chosen, pressed.key);
  return { ...params, page: 1, sort: sort.length === 0 ? SORTED_BY_NAME : sort };
}

export function isSortedByName(sort: StudentsParams["sort"]): boolean {
  return formatSort(sort) === formatSort(SORTED_BY_NAME);
}

/** Returns whether a filter narrows the list. */
export function hasFilters({ filters }: Pick<StudentsParams, "filters">): boolean {
  return Object.values(filters).some((value) => value !== null && value !== false);
}

function statusIn(text: string | null): StudentStatusFilter {
  const id = Number(text);
  if (text === "left") return text;
  return Number.isSafeInteger(id) && id > STUDENT_REGISTERED && id !== STUDENT_MERGED && id < 100
    ? id
    : "here";
}
