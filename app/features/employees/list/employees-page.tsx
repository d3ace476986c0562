import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { PATHS, withQuery } from "#domain/paths.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { ListFooter, ListSummary } from "#ui/list/list-foot.tsx";
import { NoPeopleFound } from "#ui/list/empty-list.tsx";
import { PeopleSearchForm, StatusFilter } from "#ui/list/search-strip.tsx";
import { DOWNLOAD_ATTRIBUTE } from "#ui/page/downloads.ts";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { Tabs } from "#ui/page/tabs.tsx";
import { toggleSort } from "#domain/people/list-params.ts";
import { peopleColumns } from "#ui/list/people-columns.tsx";
import { DataTable, type DataTableColumn } from "#ui/page/data-table.tsx";
import {
  employeeDialogUrl,
  employeesUrl,
  queryWithoutPage,
  type EmployeesParams,
  parseEmployeeSort,
  type EmployeesList,
  type EmployeeView,
} from "./params.rules.ts";

export function EmployeesPage({ list }: { list: EmployeesList }) {
  const { params, found, statuses } = list;
  const { search: _, page: _page, rows, ...kept } = queryWithoutPage(params);
  return (
    <>
      <PageHead
        actions={
          <div className="flex flex-wrap gap-2 *:grow">
            <ButtonLink kind="quiet" to={PATHS.importEmployees}>
              Import
            </ButtonLink>
            <ButtonLink {...DOWNLOAD_ATTRIBUTE} kind="quiet" reloadDocument to={exportUrl(params)}>
              Export
            </ButtonLink>
            <ButtonLink icon="plus" kind="primary" preventScrollReset to={employeeDialogUrl("new", params)}>
              Add New Employee
            </ButtonLink>
          </div>
        }
        title="Employees"
      />
      <EmployeesTabs params={params} />
      <Panel flush>
        <PeopleSearchForm
          keep={{ rows, ...kept, status: null }}
          placeholder="Name, username or ID"
          search={params.search}
        >
          {statuses ? <StatusFilter chosen={params.status} statuses={statuses} /> : null}
        </PeopleSearchForm>
        <Narrowed list={list} />
        <EmployeeTable empty={<Nobody list={list} />} list={list} />
        <ListFooter
          keep={{ search: params.search || null, ...kept }}
          of="employees"
          page={params.page}
          pageSize={params.rows}
          pageTo={(page) => employeesUrl({ ...params, page })}
          total={found}
        />
      </Panel>
    </>
  );
}

function exportUrl(params: EmployeesParams): string {
  const { tab: _, page: _page, rows: _rows, ...rest } = queryWithoutPage(params);
  return withQuery(PATHS.exportEmployees, rest);
}

function EmployeesTabs({ params }: { params: EmployeesParams }) {
  const tabs = [
    { tab: "timetable", title: "Edit/View Timetable" },
    { tab: "teachers", title: "Edit/Delete Teacher" },
  ] as const;
  return (
    <Tabs
      label="Employee lists"
      shared
      tabs={tabs.map(({ tab, title }) => ({
        to: employeesUrl({ ...params, tab }),
        title,
        current: params.tab === tab,
      }))}
    />
  );
}

/** Shows how many employees match, with links to the list without the search and to current employees. */
function Narrowed({ list: { params, found, total } }: { list: EmployeesList }) {
  const hasLeft = params.status !== "active";
  if (params.search === "" && !hasLeft) return null;
  const isSearched = params.search !== "";
  const all = employeesUrl({ ...params, page: 1, ...(isSearched ? { search: "" } : { status: "active" }) });
  return (
    <ListSummary
      count={isSearched ? found : total}
      total={isSearched && total}
      out={{ to: all, words: isSearched ? "Clear the search" : "Back to current employees" }}
      words={hasLeft ? (total === 1 ? "former employee" : "former employees") : "employees"}
    />
  );
}

function Nobody({ list: { params, alike } }: { list: EmployeesList }) {
  if (params.search !== "") {
    return (
      <NoPeopleFound
        alike={alike}
        clearTo={employeesUrl({ ...params, search: "", page: 1 })}
        search={params.search}
        to={(id) => employeeDialogUrl(id, params)}
        where="name, username or ID"
      />
    );
  }
  const hasLeft = params.status !== "active";
  return (
    <div className="border-t">
      <EmptyState
        action={
          <ButtonLink to={hasLeft ? PATHS.employees : employeeDialogUrl("new", params)}>
            {hasLeft ? "Current employees" : "Add New Employee"}
          </ButtonLink>
        }
      >
        {hasLeft ? "No former employees with this status." : "No employees yet. Add the first employee."}
      </EmptyState>
    </div>
  );
}

type EmployeeTableProps = { list: EmployeesList; empty: ReactNode };

/** Lists employees, one to a row. The name links to the profile; the action of the current tab is on the right. */
function EmployeeTable({ list: { params, employees }, empty }: EmployeeTableProps) {
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

function columnsOfTab(params: EmployeesParams): DataTableColumn<EmployeeView>[] {
  const status: DataTableColumn<EmployeeView>[] =
    params.status === "active"
      ? []
      : [{ key: "status", title: "Status", wideOnly: true, cell: ({ status: words }) => words }];
  // Former employees have no timetable to open.
  const isTimetable = params.tab === "timetable" && params.status === "active";
  return isTimetable ? timetableColumns(params) : [...status, actColumn(params)];
}

function timetableColumns(params: EmployeesParams): DataTableColumn<EmployeeView>[] {
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

function actColumn(params: EmployeesParams): DataTableColumn<EmployeeView> {
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
