import type { ListRequest, Listed } from "#domain/list/paging.ts";
import { queryAll, row, rows, type Reading } from "./index.ts";

type Question = {
  select: string;
  /** The part of the query from `from` to the end of `where`. */
  of: string;
  /** The expression that each column sorts by; missing values come last in both directions. */
  orders: Readonly<Record<string, string>>;
  /** The list's own order, which also decides between equal rows in any other order. */
  inOrder: string;
};

/** Returns a page of a list and the total number of rows; without a page the whole list, which needs no counting. */
export async function pagedRows<Row extends object>(
  { select, of, orders, inOrder }: Question,
  { page, sort, ...params }: Record<string, unknown> & Pick<ListRequest, "page" | "sort">,
  t: Reading,
): Promise<Listed<Row>> {
  const order = [...orderBy(sort, orders), inOrder].join(", ");
  const found = `select ${select} ${of} order by ${order}`;
  if (page === null) {
    const listed = await rows<Row>(found, params, t);
    return { listed, total: listed.length };
  }
  const [listed, counted] = await queryAll(
    [
      () =>
        rows<Row>(
          `${found} limit $limit offset $offset`,
          { ...params, limit: page.rows, offset: (page.number - 1) * page.rows },
          t,
        ),
      () => row<{ total: number }>(`select count(*)::integer as total ${of}`, params, t),
    ],
    t,
  );
  return { listed, total: counted?.total ?? 0 };
}

/** The statement contains only expressions from the table of orders. */
function orderBy(sort: ListRequest["sort"], orders: Question["orders"]): string[] {
  return sort.flatMap(({ column, descending }) =>
    Object.hasOwn(orders, column) ? [`${orders[column]}${descending ? " desc" : ""} nulls last`] : [],
  );
}
