import { expect, test } from "vitest";
import type { SortOrder } from "#domain/people/list-params.ts";
import { DataTable, type DataTableColumn } from "#ui/page/data-table.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { renderPage } from "../render.tsx";

type Student = { id: number; name: string };

const COLUMNS: readonly DataTableColumn<Student>[] = [
  { key: "id", title: "ID", cell: ({ id }) => id, numeric: true, sortable: true },
  { key: "name", title: "Name", cell: ({ name }) => name, names: true, sortable: true },
  { key: "class", title: "Class", cell: () => "Std 4" },
];

function table(rows: readonly Student[], sort?: readonly SortOrder[]) {
  return (
    <DataTable
      caption="Students"
      columns={COLUMNS}
      empty={
        <EmptyState action={<a href="/new">Add New Student</a>}>No student is registered yet.</EmptyState>
      }
      rowKey={({ id }) => id}
      rows={rows}
      sort={sort}
      sortTo={(key) => `/?sort=${key}`}
    />
  );
}

test("a table names its rows, labels its cells and keeps its roles for a phone", async () => {
  const rows = [{ id: 20431, name: "Alexander, Keziah" }];

  const html = await renderPage(table(rows));

  expect(html).toContain('<caption class="sr-only">Students</caption>');
  expect(html).toMatch(/<th [^>]*role="rowheader" scope="row">Alexander, Keziah<\/th>/);
  expect(html).toMatch(/<td [^>]*class="text-right" data-label="ID" role="cell">20431<\/td>/);
});

test("a column sorted upwards says so, and each head leads to its own order", async () => {
  const rows = [{ id: 20431, name: "Alexander, Keziah" }];

  const html = await renderPage(table(rows, [{ key: "name", direction: "ascending" }]));

  expect(html).toContain('aria-sort="ascending"');
  expect(html).toContain('href="/?sort=name"');
  expect(html).toContain('href="/?sort=id"');
  expect(html).not.toContain(", sort key");
});

test("of two keys the first is the order of the table, and each says its number", async () => {
  const rows = [{ id: 20431, name: "Alexander, Keziah" }];
  const sort = [
    { key: "name", direction: "descending" },
    { key: "id", direction: "ascending" },
  ] as const;

  const html = await renderPage(table(rows, sort));

  expect(html.match(/aria-sort="\w+"/g)).toEqual(['aria-sort="descending"']);
  expect(html.replaceAll("<!-- -->", "")).toMatch(/Name.*descending, sort key<\/span> 1.*/);
  expect(html.replaceAll("<!-- -->", "")).toMatch(/ID.*ascending, sort key<\/span> 2/);
});

test("a table without rows says what to do instead of showing a head", async () => {
  const html = await renderPage(table([]));

  expect(html).toContain("No Data Available");
  expect(html).toContain("No student is registered yet.");
  expect(html).not.toContain("<table");
});
