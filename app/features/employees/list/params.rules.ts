import { ACTIVE } from "#domain/people/employees.ts";
import {
  parseListParams,
  listQuery,
  type ListParams,
  parseSort,
  formatSort,
  type Sort,
} from "#domain/people/list-params.ts";
import { PATHS, withQuery } from "#domain/paths.ts";

export type EmployeesTab = "timetable" | "teachers";

/** Current employees, all former ones, or the former ones with the status of this id. */
export type ChosenStatus = "active" | "left" | number;

const SORT_KEYS = ["id", "last", "first", "user"] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export type EmployeesParams = ListParams & {
  tab: EmployeesTab;
  /** Only admins can choose another status than "active". */
  status: ChosenStatus;
  sort: Sort<SortKey>;
};

const BY_NAME: Sort<SortKey> = { key: "last", direction: "ascending" };

/** Reads the place in the list from an address; dialogs over the list keep the same parameters to lead back to it. */
export function parseEmployeesParams(query: URLSearchParams): EmployeesParams {
  return {
    ...parseListParams(query),
    tab: query.get("tab") === "teachers" ? "teachers" : "timetable",
    status: statusIn(query.get("status")),
    sort: sortedBy(query.get("sort")) ?? BY_NAME,
  };
}

export function employeesUrl(params: EmployeesParams): string {
  return withQuery(PATHS.employees, queryOf(params));
}

/** Returns the address of a dialog over the list, such as `new`, an employee's id, or `17/delete`. */
export function employeeDialogUrl(dialog: string | number, params: EmployeesParams): string {
  return withQuery(`${PATHS.employees}/${dialog}`, queryOf(params));
}

/** Returns the parameters of a place without its page, because a new search or page length starts at the first page. */
export function queryOf({ tab, status, sort, ...place }: EmployeesParams) {
  const input = formatSort([sort]);
  return {
    tab: tab === "teachers" ? tab : null,
    ...listQuery(place),
    status: status === "active" ? null : status,
    sort: input === formatSort([BY_NAME]) ? null : input,
  };
}

function statusIn(text: string | null): ChosenStatus {
  const id = Number(text);
  if (text === "left") return text;
  return Number.isSafeInteger(id) && id > ACTIVE && id < 100 ? id : "active";
}

export function sortedBy(text: string | null): Sort<SortKey> | undefined {
  return parseSort(text, SORT_KEYS)[0];
}
