import { formatDate } from "#domain/dates.ts";
import type { ListDocument, ListHeading, ListTable } from "./data.ts";

export function titleOf({ title, referenceDate }: ListHeading): string {
  return referenceDate === null ? title : `${title}, on ${formatDate(referenceDate)}`;
}

export function aboutOf({ about, aside }: ListHeading): string {
  return aside === "" ? about : `${about}, ${aside}`;
}

/** A sheet that was separated from the others still says what it is. */
export function footOf(list: ListHeading): string[] {
  return [titleOf(list), aboutOf(list), list.period, `printed ${list.printed.on}`];
}

export function isEmpty({ tables }: ListDocument): boolean {
  return tables.every(({ groups }) => groups.every(({ rows }) => rows.length === 0));
}

/** Prepares a table for Word and worksheets, where blocks follow one below the other and nothing is drawn. */
export function withoutDrawings(table: ListTable): ListTable {
  const columns = table.columns.filter(({ kind }) => kind !== "bar");
  return { ...table, columns, ...(table.arrangement === "blocks" && { arrangement: "bands" }) };
}
