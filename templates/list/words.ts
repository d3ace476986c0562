import { formatDate } from "#domain/dates.ts";
import type { ListDocument, ListHeading, ListTable } from "./data.ts";

/** `Religion statistics, on 13 Apr 2026`. */
export function titleOf({ title, referenceDate }: ListHeading): string {
  return referenceDate === null ? title : `${title}, on ${formatDate(referenceDate)}`;
}

/** `Standard 4, Mrs. A. Ramkissoon`. */
export function aboutOf({ about, aside }: ListHeading): string {
  return aside === "" ? about : `${about}, ${aside}`;
}

/** A sheet that lost its neighbours still tells what it is. */
export function footOf(list: ListHeading): string[] {
  return [titleOf(list), aboutOf(list), list.period, `printed ${list.printed.on}`];
}

export function isEmpty({ tables }: ListDocument): boolean {
  return tables.every(({ groups }) => groups.every(({ rows }) => rows.length === 0));
}

/** For Word and worksheets: blocks stand below each other, and nothing is drawn. */
export function withoutDrawings(table: ListTable): ListTable {
  const columns = table.columns.filter(({ kind }) => kind !== "bar");
  return { ...table, columns, ...(table.arrangement === "blocks" && { arrangement: "bands" }) };
}
