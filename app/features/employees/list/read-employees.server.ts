import { hasPermission } from "#access/permissions.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction, type ReadTransaction } from "#db/index.ts";
import {
  listEmployeesPage,
  listEmployeeStatuses,
  findEmployeesPage,
  listTimetableSummaries,
  type EmployeeOrder,
  type EmployeeStatusRow,
  type ListedEmployee,
} from "#db/queries/people/employee-list.ts";
import { ACTIVE_EMPLOYEE } from "#domain/people/employees.ts";
import { toListedPerson, splitSearch } from "#domain/people/list-params.ts";
import { findSimilarNames } from "#domain/people/alike.ts";
import type { Person } from "#domain/person.ts";
import {
  parseEmployeesParams,
  type EmployeeStatusFilter,
  type EmployeesParams,
  formatTeachingSummary,
  type EmployeesList,
  type EmployeeView,
} from "./params.rules.ts";

/** Loads one page of the list of employees. Only admins see former employees. */
export async function readEmployees({ person, term }: Visit, query: URLSearchParams): Promise<EmployeesList> {
  const t = noTransaction;
  const isAdmin = hasPermission(person, "admin");
  const statuses = isAdmin ? await listEmployeeStatuses(t) : [];
  const params = placeFor(person, parseEmployeesParams(query));
  const statusIds = idsOf(params.status, statuses);
  const input = { params, statusIds, order: orderOf(params) };
  const { page, listed, found, total } = await findEmployeesPage(input, t);
  const taught = await teachingOf(params, { listed, academicYearId: term?.academicYearId ?? null }, t);
  return {
    params: { ...params, page },
    employees: listed.map((employee) => shown(employee, taught)),
    found,
    total,
    alike: found === 0 ? await employeesWrittenLike(params.search, statusIds) : [],
    statuses: isAdmin ? choicesOf(statuses) : null,
  };
}

export async function listEmployeeIds(person: Person, input: EmployeesParams): Promise<number[]> {
  const params = placeFor(person, input);
  const statuses = params.status === "left" ? await listEmployeeStatuses(noTransaction) : [];
  const all = {
    statusIds: idsOf(params.status, statuses),
    words: splitSearch(params.search),
    ...orderOf(params),
  };
  const found = await listEmployeesPage({ ...all, limit: MOST_EMPLOYEES, offset: 0 }, noTransaction);
  return found.map(({ employee_id }) => employee_id);
}

/** A limit for one query, higher than the number of employees of any school. */
const MOST_EMPLOYEES = 2000;

/** Finds employees with similar names when nobody matches the search. */
async function employeesWrittenLike(
  search: string,
  statusIds: readonly number[],
): Promise<EmployeesList["alike"]> {
  if (search === "") return [];
  const all = {
    statusIds,
    words: [],
    by: "last",
    descending: false,
    limit: MOST_EMPLOYEES,
    offset: 0,
  } as const;
  return findSimilarNames(await listEmployeesPage(all, noTransaction), search).map(
    ({ employee_id: id, first_name, last_name }) => ({ id, name: `${last_name}, ${first_name}` }),
  );
}

export function readEmployeeStatuses(): Promise<EmployeeStatusRow[]> {
  return listEmployeeStatuses(noTransaction);
}

/** Limits everyone but admins to current employees. */
function placeFor(person: Person, params: EmployeesParams): EmployeesParams {
  return hasPermission(person, "admin") ? params : { ...params, status: "active" };
}

function orderOf({ sort: { key: by, direction } }: EmployeesParams): EmployeeOrder {
  return { by, descending: direction === "descending" };
}

function idsOf(status: EmployeeStatusFilter, statuses: readonly EmployeeStatusRow[]): number[] {
  if (status === "active") return [ACTIVE_EMPLOYEE];
  if (status !== "left") return [status];
  return statuses.map(({ employee_status_id: id }) => id).filter((id) => id !== ACTIVE_EMPLOYEE);
}

function choicesOf(statuses: readonly EmployeeStatusRow[]): EmployeesList["statuses"] {
  const left = statuses.filter(({ employee_status_id: id }) => id !== ACTIVE_EMPLOYEE);
  return [
    {
      value: "active",
      label: statuses.find(({ employee_status_id: id }) => id === ACTIVE_EMPLOYEE)?.status ?? "",
    },
    { value: "left", label: "All former employees" },
    ...left.map(({ employee_status_id, status }) => ({ value: String(employee_status_id), label: status })),
  ];
}

type Teaching = ReadonlyMap<number, EmployeeView["teaches"]>;

async function teachingOf(
  { tab }: EmployeesParams,
  { listed, academicYearId }: { listed: readonly ListedEmployee[]; academicYearId: number | null },
  t: ReadTransaction,
): Promise<Teaching> {
  if (tab !== "timetable" || listed.length === 0) return new Map();
  const employeeIds = listed.map(({ employee_id }) => employee_id);
  const summaries = await listTimetableSummaries({ employeeIds, academicYearId }, t);
  return new Map(
    summaries.map(({ employee_id, lessons, ...teaching }) => [
      employee_id,
      { what: formatTeachingSummary(teaching), lessons },
    ]),
  );
}

function shown(employee: ListedEmployee, taught: Teaching): EmployeeView {
  const { employee_id: id, employee_status_id } = employee;
  return {
    ...toListedPerson(employee),
    status: employee_status_id === ACTIVE_EMPLOYEE ? null : employee.status,
    teaches: taught.get(id) ?? null,
  };
}
