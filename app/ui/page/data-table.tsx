import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

import { classes } from "../classes.ts";
import { Icon } from "./icon.tsx";

export type Sort = { key: string; direction: "ascending" | "descending" };

export type Column<Row> = {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Figures: right-aligned, the head over the digits. */
  numeric?: boolean;
  /** Names the row: bold on a phone, and what a screen reader says before each cell. One column has it. */
  names?: boolean;
  sortable?: boolean;
  /** Left out on a phone. */
  wideOnly?: boolean;
  /** A Tailwind width ('w-24'). */
  width?: string;
};

type DataTableProps<Row> = {
  /** What the table holds, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  sort?: Sort;
  /** The address of the same page sorted so. */
  sortTo?: (sort: Sort) => string;
  /** An `EmptyState`, in place of the rows. */
  empty: ReactNode;
};

/** A table with a head that stays in view; on a phone one row is a small record of labelled lines. */
export function DataTable<Row>({ caption, columns, rows, rowKey, sort, sortTo, empty }: DataTableProps<Row>) {
  if (rows.length === 0) return empty;
  return (
    <table className="data-table" role="table">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <HeadCell column={column} key={column.key} sort={sort} sortTo={sortTo} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map((column) => (
              <BodyCell column={column} key={column.key} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type HeadCellProps<Row> = { column: Column<Row> } & Pick<DataTableProps<Row>, "sort" | "sortTo">;

function HeadCell<Row>({ column, sort, sortTo }: HeadCellProps<Row>) {
  const direction = sort?.key === column.key ? sort.direction : undefined;
  return (
    <th
      aria-sort={direction}
      className={classes(column.width, column.numeric && "text-right", column.sortable && "sortable")}
      role="columnheader"
      scope="col"
    >
      {column.sortable && sortTo ? (
        <Link
          className="inline-flex min-h-9 items-center gap-1 text-ink no-underline hover:underline"
          preventScrollReset
          to={sortTo({ key: column.key, direction: direction === "ascending" ? "descending" : "ascending" })}
        >
          {column.title}
          {direction ? (
            <Icon name={direction === "ascending" ? "chevron-up" : "chevron-down"} size={13} />
          ) : null}
        </Link>
      ) : (
        column.title
      )}
    </th>
  );
}

function BodyCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const cell = classes(column.numeric && "text-right", column.wideOnly && "wide-only");
  if (column.names) {
    return (
      <th className={cell} role="rowheader" scope="row">
        {column.cell(row)}
      </th>
    );
  }
  return (
    <td className={cell} data-label={column.title} role="cell">
      {column.cell(row)}
    </td>
  );
}
