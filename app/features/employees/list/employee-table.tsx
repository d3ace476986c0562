import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { toggleSort } from "#domain/people/list-sort.ts";
import { peopleColumns } from "#ui/list/people-columns.tsx";
import { DataTable, type Column } from "#ui/page/data-table.tsx";
import type { EmployeesList, EmployeeView } from "./employees.rules.ts";
import { employeeDialogUrl, employeesUrl, sortedBy, type EmployeesParams } from "./params.rules.ts";

type EmployeeTableProps = { list: EmployeesList; empty: ReactNode };

/** The list with one line for each person: the name leads to the profile, the action of the tab is at the right. */
export function EmployeeTable({ list: { place, employees }, empty }: EmployeeTableProps) {
  return (
    <DataTable
      caption="Employees"
      className="people-table border-t"
      columns={[...peopleColumns(namedIn(place), { sortable: true }), ...columnsOfTab(place)]}
      empty={empty}
      rowKey={({ id }) => id}
      rows={employees}
      sort={[place.sort]}
      sortTo={(pressed) => {
        const { key } = sortedBy(pressed) ?? place.sort;
        return employeesUrl({ ...place, page: 1, sort: toggleSort(place.sort, key) });
      }}
    />
  );
}

function namedIn(place: EmployeesParams) {
  return {
    search: place.search,
    to: ({ id }: EmployeeView) => employeeDialogUrl(id, place),
    also: ({ status }: EmployeeView) => status,
  };
}

function columnsOfTab(place: EmployeesParams): Column<EmployeeView>[] {
  const status: Column<EmployeeView>[] =
    place.status === "active"
      ? []
      : [{ key: "status", title: "Status", wideOnly: true, cell: ({ status: words }) => words }];
  // Former employees have no timetable to open.
  const isTimetable = place.tab === "timetable" && place.status === "active";
  return isTimetable ? timetableColumns(place) : [...status, actColumn(place)];
}

function timetableColumns(place: EmployeesParams): Column<EmployeeView>[] {
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
        <Act employee={employee} to={employeeDialogUrl(`${employee.id}/timetable`, place)}>
          Timetable
        </Act>
      ),
    },
  ];
}

function actColumn(place: EmployeesParams): Column<EmployeeView> {
  return {
    key: "act",
    title: "",
    numeric: true,
    cell: (employee) => (
      <span className="flex justify-end gap-x-6 max-md:gap-x-4">
        <Act employee={employee} to={employeeDialogUrl(employee.id, place)}>
          Edit
        </Act>
        <Act employee={employee} to={employeeDialogUrl(`${employee.id}/delete`, place)}>
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
