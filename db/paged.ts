import type { ListRequest, RowsWithTotal } from "#domain/list/paging.ts";
import { queryAll, queryRow, queryRows, type ReadTransaction } from "./index.ts";

type Question = {
  select: string;
  /** The query from the word `from` to the end of `where`. */
  of: string;
  /** The SQL expression for sorting by each column. Missing values come last in both directions. */
  orders: Readonly<Record<string, string>>;
  /** The default order of the list. It also orders rows that are equal in the requested order. */
  inOrder: string;
};

/** Returns a page of a list and the total number of rows. Without a page, returns the whole list and does not count. */
export async function queryPage<Row extends object>(
  { select, of, orders, inOrder }: Question,
  { page, sort, ...params }: Record<string, unknown> & Pick<ListRequest, "page" | "sort">,
  t: ReadTransaction,
): Promise<RowsWithTotal<Row>> {
  const order = [...orderBy(sort, orders), inOrder].join(", ");
  const found = `select ${select} ${of} order by ${order}`;
  if (page === null) {
    const listed = await queryRows<Row>(found, params, t);
    return { listed, total: listed.length };
  }
  const [listed, counted] = await queryAll(
    [
      () =>
        queryRows<Row>(
          `${found} limit $limit offset $offset`,
          { ...params, limit: page.rows, offset: (page.number - 1) * page.rows },
          t,
        ),
      () => queryRow<{ total: number }>(`select count(*)::integer as total ${of}`, params, t),
    ],
    t,
  );
  return { listed, total: counted?.total ?? 0 };
}

/** Builds the ORDER BY expressions. They come from `orders` only, never from the request. */
function orderBy(sort: ListRequest["sort"], orders: Question["orders"]): string[] {
  return sort.flatMap(({ column, descending }) =>
    Object.hasOwn(orders, column) ? [`${orders[column]}${descending ? " desc" : ""} nulls last`] : [],
  );
}
