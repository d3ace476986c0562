import { ACTIVE_EMPLOYEE } from "#domain/people/employees.ts";
import {
  parseListParams,
  toListQuery,
  type ListParams,
  parseSort,
  formatSort,
  type SortOrder,
  type ListedPerson,
} from "#domain/people/list-params.ts";
import { PATHS, withQuery } from "#domain/paths.ts";

export type EmployeesTab = "timetable" | "teachers";

/** Selects current employees, all former employees, or the former employees whose status has this id. */
export type EmployeeStatusFilter = "active" | "left" | number;

const SORT_KEYS = ["id", "last", "first", "user"] as const;
export type EmployeeSortKey = (typeof SORT_KEYS)[number];

export type EmployeesParams = ListParams & {
  tab: EmployeesTab;
  /** Only administrators may choose a status other than "active". */
  status: EmployeeStatusFilter;
  sort: SortOrder<EmployeeSortKey>;
};

const BY_NAME: SortOrder<EmployeeSortKey> = { key: "last", direction: "ascending" };

/** Reads the tab, filters and page of the list from a URL. Dialogs over the list have the same parameters. */
export function parseEmployeesParams(query: URLSearchParams): EmployeesParams {
  return {
    ...parseListParams(query),
    tab: query.get("tab") === "teachers" ? "teachers" : "timetable",
    status: statusIn(query.get("status")),
    sort: parseEmployeeSort(query.get("sort")) ?? BY_NAME,
  };
}

export function employeesUrl(params: EmployeesParams): string {
  return withQuery(PATHS.employees, queryWithoutPage(params));
}

/** Returns the URL of a dialog over the list. The dialog is `new`, an employee's id, or a path such as `17/delete`. */
export function employeeDialogUrl(dialog: string | number, params: EmployeesParams): string {
  return withQuery(`${PATHS.employees}/${dialog}`, queryWithoutPage(params));
}

/** Returns the parameters without the page, because a new search or page length starts at the first page. */
export function queryWithoutPage({ tab, status, sort, ...place }: EmployeesParams) {
  const input = formatSort([sort]);
  return {
    tab: tab === "teachers" ? tab : null,
    ...toListQuery(place),
    status: status === "active" ? null : status,
    sort: input === formatSort([BY_NAME]) ? null : input,
  };
}

function statusIn(text: string | null): EmployeeStatusFilter {
  const id = Number(text);
  if (text === "left") return text;
  return Number.isSafeInteger(id) && id > ACTIVE_EMPLOYEE && id < 100 ? id : "active";
}

export function parseEmployeeSort(text: string | null): SortOrder<EmployeeSortKey> | undefined {
  return parseSort(text, SORT_KEYS)[0];
}

export type EmployeeView = ListedPerson & {
  /** The status of a former employee; null for a current one. */
  status: string | null;
  /** Text such as `Std 2 R, co-teacher`, and the number of lessons, or null in the tab of records. */
  teaches: { what: string; lessons: number } | null;
};

export type EmployeesList = {
  params: EmployeesParams;
  employees: EmployeeView[];
  found: number;
  total: number;
  /** Employees with a similar name, such as `Baptiste, Jaheim`, when the search finds nobody. */
  alike: { id: number; name: string }[];
  /** The options of the status filter; null for a person who sees only current employees. */
  statuses: { value: string; label: string }[] | null;
};

type TeachingSummary = {
  classes: readonly { label: string; is_lead: boolean }[];
  lesson_classes: number;
  subjects: readonly string[];
};

/** Names the employee's classes or, failing that, subjects, such as `Spanish in 6 classes`. May be empty. */
export function formatTeachingSummary({ classes, lesson_classes, subjects }: TeachingSummary): string {
  if (classes.length > 0)
    return classes.map(({ label, is_lead }) => (is_lead ? label : `${label}, co-teacher`)).join("; ");
  const [only, ...others] = subjects;
  if (only === undefined) return "";
  const what = others.length === 0 ? only : `${subjects.length} subjects`;
  return `${what} in ${lesson_classes === 1 ? "1 class" : `${lesson_classes} classes`}`;
}
