import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { toggleSort } from "#domain/people/list-params.ts";
import { peopleColumns } from "#ui/list/people-columns.tsx";
import { DataTable, type Column } from "#ui/page/data-table.tsx";
import type { EmployeesList, EmployeeView } from "./employees.rules.ts";
import { employeeDialogUrl, employeesUrl, parseEmployeeSort, type EmployeesParams } from "./params.rules.ts";

type EmployeeTableProps = { list: EmployeesList; empty: ReactNode };

/** Lists employees, one to a row. The name links to the profile; the action of the current tab is on the right. */
export function EmployeeTable({ list: { params, employees }, empty }: EmployeeTableProps) {
  return (
    <DataTable
      caption="Employees"
      className="people-table border-t"
      columns={[...peopleColumns(namedIn(params), { sortable: true }), ...columnsOfTab(params)]}
      empty={empty}
      rowKey={({ id }) => id}
      rows={employees}
      sort={[params.sort]}
      sortTo={(pressed) => {
        const { key } = parseEmployeeSort(pressed) ?? params.sort;
        return employeesUrl({ ...params, page: 1, sort: toggleSort(params.sort, key) });
      }}
    />
  );
}

function namedIn(params: EmployeesParams) {
  return {
    search: params.search,
    to: ({ id }: EmployeeView) => employeeDialogUrl(id, params),
    also: ({ status }: EmployeeView) => status,
  };
}

function columnsOfTab(params: EmployeesParams): Column<EmployeeView>[] {
  const status: Column<EmployeeView>[] =
    params.status === "active"
      ? []
      : [{ key: "status", title: "Status", wideOnly: true, cell: ({ status: words }) => words }];
  // Former employees have no timetable to open.
  const isTimetable = params.tab === "timetable" && params.status === "active";
  return isTimetable ? timetableColumns(params) : [...status, actColumn(params)];
}

function timetableColumns(params: EmployeesParams): Column<EmployeeView>[] {
  return [
    { key: "class", title: "Class", wideOnly: true, cell: ({ teaches }) => teaches?.what || "–" },
    {
      key: "lessons",
      title: "Lessons",
      numeric: true,
      wideOnly: true,
      width: "w-[84px]",
      cell: ({ teaches }) => teaches?.lessons || "–",
    },
    {
      key: "act",
      title: "",
      numeric: true,
      cell: (employee) => (
        <Act employee={employee} to={employeeDialogUrl(`${employee.id}/timetable`, params)}>
          Timetable
        </Act>
      ),
    },
  ];
}

function actColumn(params: EmployeesParams): Column<EmployeeView> {
  return {
    key: "act",
    title: "",
    numeric: true,
    cell: (employee) => (
      <span className="flex justify-end gap-x-6 max-md:gap-x-4">
        <Act employee={employee} to={employeeDialogUrl(employee.id, params)}>
          Edit
        </Act>
        <Act employee={employee} to={employeeDialogUrl(`${employee.id}/delete`, params)}>
          {employee.status === null ? "Delete" : "Bring back"}
        </Act>
      </span>
    ),
  };
}

type ActProps = { employee: EmployeeView; to: string; children: string };

function Act({ employee: { firstName, lastName }, to, children }: ActProps) {
  return (
    <Link aria-label={`${children} ${firstName} ${lastName}`} className="row-act" preventScrollReset to={to}>
      {children}
    </Link>
  );
}
