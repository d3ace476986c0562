import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { SortOrder } from "#domain/people/list-params.ts";
import { joinClassNames } from "../classes.ts";
import { Icon } from "./icon.tsx";

export type DataTableColumn<Row> = {
  key: string;
  title: string;
  /** Replaces the title in the heading. */
  head?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** A column of numbers, right-aligned with its heading. */
  numeric?: boolean;
  /** The column that names the row: bold on a phone, and read before each cell by screen readers. */
  names?: boolean;
  sortable?: boolean;
  /** A column of sentences. On a phone, each sentence is left-aligned under its title. */
  prose?: boolean;
  /** True to leave the column out on a phone. */
  wideOnly?: boolean;
  /** A Tailwind width ('w-24'). */
  width?: string;
  className?: string;
};

type DataTableProps<Row> = {
  /** A description of the table, for screen readers. */
  caption: string;
  columns: readonly DataTableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  rowClass?: (row: Row) => string | undefined;
  /** The sort keys. Each key orders the rows that are equal by the keys before it. */
  sort?: readonly SortOrder[];
  /** Returns the address to open when a column heading is pressed. */
  sortTo?: (key: string) => string;
  /** An `EmptyState`, shown when there are no rows. */
  empty: ReactNode;
  className?: string;
};

/** A table whose heading stays in view. On a phone each row is a card with labelled lines. */
export function DataTable<Row>({ caption, columns, rows, rowKey, ...props }: DataTableProps<Row>) {
  const { sort, sortTo, empty, className, rowClass } = props;
  if (rows.length === 0) return empty;
  return (
    <table
      className={joinClassNames("data-table w-full border-collapse text-left max-md:block", className)}
      role="table"
    >
      <caption className="sr-only">{caption}</caption>
      <thead className="max-md:flex max-md:flex-wrap" role="rowgroup">
        <tr
          className={joinClassNames(
            "max-md:flex max-md:flex-wrap",
            columns.some(({ sortable }) => sortable) &&
              "max-md:w-full max-md:items-center max-md:border-b max-md:px-4 max-md:py-1 max-md:text-13 max-md:text-muted max-md:before:content-['Sort_by']",
          )}
          role="row"
        >
          {columns.map((column) => (
            <HeadCell column={column} key={column.key} sort={sort} sortTo={sortTo} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr className={rowClass?.(row)} key={rowKey(row)} role="row">
            {columns.map((column) => (
              <BodyCell column={column} key={column.key} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type HeadCellProps<Row> = { column: DataTableColumn<Row> } & Pick<DataTableProps<Row>, "sort" | "sortTo">;

function HeadCell<Row>({ column, sort = [], sortTo }: HeadCellProps<Row>) {
  const place = sort.findIndex(({ key }) => key === column.key);
  const direction = sort[place]?.direction;
  return (
    <th
      // ARIA allows one sorted column, so only the first key has the attribute. Other keys are announced as text.
      aria-sort={place === 0 ? direction : undefined}
      className={joinClassNames(
        column.width,
        column.numeric && "text-right",
        "sticky top-0 z-10 h-10 border-b border-red bg-cream-2 px-4 text-13 font-semibold max-md:static max-md:h-auto max-md:border-0 max-md:bg-transparent",
        // On a phone, only the controls for sorting stay in the head.
        !column.sortable && "max-md:!sr-only",
        column.className,
      )}
      role="columnheader"
      scope="col"
    >
      {column.sortable && sortTo ? (
        <Link
          className={joinClassNames(
            "inline-flex min-h-9 min-w-6 items-center gap-1 whitespace-nowrap no-underline hover:underline",
            direction ? "font-bold" : "text-ink",
          )}
          preventScrollReset
          to={sortTo(column.key)}
        >
          {column.title}
          {direction ? <Icon name={direction === "ascending" ? "arrow-up" : "arrow-down"} size={13} /> : null}
          {direction && sort.length > 1 ? (
            <>
              <span className="sr-only">{direction}, sort key</span> {place + 1}
            </>
          ) : null}
        </Link>
      ) : (
        (column.head ?? column.title)
      )}
    </th>
  );
}

function BodyCell<Row>({ column, row }: { column: DataTableColumn<Row>; row: Row }) {
  const cell =
    joinClassNames(
      column.numeric && "text-right",
      column.prose && "prose",
      column.wideOnly && "wide-only",
      column.className,
    ) || undefined;
  if (column.names) {
    return (
      <th className={cell} role="rowheader" scope="row">
        {column.cell(row)}
      </th>
    );
  }
  return (
    <td className={cell} data-label={column.title || undefined} role="cell">
      {column.cell(row)}
    </td>
  );
}
