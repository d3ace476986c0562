import { pageSpan } from "#domain/list/paging.ts";
import { splitSearch, type ListParams } from "#domain/people/list-params.ts";
import { queryRow, queryRows, type ReadTransaction } from "../../index.ts";
import type { Account } from "../../models/accounts.ts";
import { EmployeeStatus } from "../../models/look-ups.ts";
import type { Employee } from "../../models/people.ts";
import type { NullableColumns } from "../../models/rows.ts";
import type { RowOf } from "../../models/table.ts";
import { registerOrderSql, DAY_OF_CURRENT_TERM_SQL, hasEveryWordSql, isAssignedOnSql } from "../parts.ts";

export type EmployeeFilter = {
  statusIds: readonly number[];
  /** Parts of a name, a user name or an ID that must all match. An empty list matches everybody. */
  words: readonly string[];
};

export type EmployeeOrder = { by: keyof typeof ORDERS; descending: boolean };

export type ListedEmployee = Pick<
  Employee,
  "employee_id" | "first_name" | "last_name" | "gender" | "picture" | "employee_status_id"
> &
  NullableColumns<Pick<Account, "user_name">> & {
    status: string;
    found: number;
  };

const ORDERS = {
  id: ["e.employee_id"],
  last: ["e.last_name collate names", "e.first_name collate names", "e.employee_id"],
  first: ["e.first_name collate names", "e.last_name collate names", "e.employee_id"],
  user: ["lower(a.user_name)", "e.employee_id"],
} as const;

const EMPLOYEES = `employees e
       join employee_statuses s using (employee_status_id)
       left join accounts a using (employee_id)`;
const FOUND = hasEveryWordSql(
  "concat_ws(' ', e.first_name, e.other_name, e.last_name, a.user_name, e.employee_id)",
);

type PageAsked = { params: ListParams; statusIds: readonly number[]; order?: EmployeeOrder };

const BY_NAME: EmployeeOrder = { by: "last", descending: false };

/** Returns the requested page of a list of employees, or the last page if there are fewer pages. */
export async function findEmployeesPage(
  { params, statusIds, order = BY_NAME }: PageAsked,
  t: ReadTransaction,
) {
  const filter = { statusIds, words: splitSearch(params.search) };
  const at = (page: number) =>
    listEmployeesPage({ ...filter, ...order, limit: params.rows, offset: (page - 1) * params.rows }, t);
  const listed = await at(params.page);
  const { found, total } = countedIn(listed, filter) ?? (await employeeCounts(filter, t));
  const { shown: page } = pageSpan({ page: params.page, pageSize: params.rows, total: found });
  return { page, listed: page === params.page ? listed : await at(page), found, total };
}

/** Reads the number of matches from the first row. Without a search, the number is also the total. */
function countedIn([first]: readonly ListedEmployee[], { words }: EmployeeFilter) {
  return first && words.length === 0 ? { found: first.found, total: first.found } : null;
}

/** Counts the employees with one of these statuses, and how many of them match the search. */
async function employeeCounts(
  params: EmployeeFilter,
  t: ReadTransaction,
): Promise<{ found: number; total: number }> {
  const counts = await queryRow<{ found: number; total: number }>(
    `select count(*) filter (where ${FOUND})::integer as found, count(*)::integer as total
       from ${EMPLOYEES}
      where e.employee_status_id = any ($statusIds::smallint[])
      order by total`,
    params,
    t,
  );
  return counts ?? { found: 0, total: 0 };
}

export function listEmployeesPage(
  { by, descending, ...params }: EmployeeFilter & EmployeeOrder & { limit: number; offset: number },
  t: ReadTransaction,
): Promise<ListedEmployee[]> {
  const order = ORDERS[by].map((column) => (descending ? `${column} desc` : column)).join(", ");
  return queryRows<ListedEmployee>(
    `select e.employee_id, e.first_name, e.last_name, e.gender, e.picture, e.employee_status_id, s.status, a.user_name,
            count(*) over ()::integer as found
       from ${EMPLOYEES}
      where e.employee_status_id = any ($statusIds::smallint[]) and ${FOUND}
      order by ${order}
      limit $limit offset $offset`,
    params,
    t,
  );
}

export type TimetableSummary = Pick<Employee, "employee_id"> & {
  /** The classes with the employee as form teacher, then the classes with the employee as co-teacher. */
  classes: { label: string; is_lead: boolean }[];
  lessons: number;
  lesson_classes: number;
  subjects: string[];
};

/** Summarises the lessons and form classes of these employees in a year. */
export function listTimetableSummaries(
  params: { employeeIds: readonly number[]; academicYearId: number | null },
  t: ReadTransaction,
): Promise<TimetableSummary[]> {
  return queryRows<TimetableSummary>(
    `select e.employee_id,
            coalesce((select jsonb_agg(jsonb_build_object('label', c.label, 'is_lead', h.is_lead)
                                       order by h.is_lead desc, f.position, c.label collate names)
                        from class_teachers h
                        join classes c using (class_id)
                        join form_classes f using (form_class_id)
                       where h.employee_id = e.employee_id and c.academic_year_id = $academicYearId
                         and ${isAssignedOnSql(DAY_OF_CURRENT_TERM_SQL)}), '[]') as classes,
            count(l.lesson_id)::integer as lessons, count(distinct l.class_id)::integer as lesson_classes,
            coalesce(array_agg(distinct u.title) filter (where u.title is not null), '{}') as subjects
       from employees e
       left join (lessons l join classes k on k.class_id = l.class_id and k.academic_year_id = $academicYearId
                            join subjects u using (subject_id)) on l.employee_id = e.employee_id and l.ended_on is null
      where e.employee_id = any ($employeeIds::integer[])
      group by e.employee_id
      order by ${registerOrderSql("e", "e.employee_id")}`,
    params,
    t,
  );
}

export type EmployeeStatusRow = RowOf<typeof EmployeeStatus>;

export function listEmployeeStatuses(t: ReadTransaction): Promise<EmployeeStatusRow[]> {
  return EmployeeStatus.select(["employee_status_id", "status"], { order: ["employee_status_id"] }, t);
}
