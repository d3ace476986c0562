import { ruleWeightUnder } from "../parts/rules.ts";
import { RULE_WEIGHTS } from "../parts/type.ts";
import type { ListColumn, ListGroup, ListRow, ListTable } from "./data.ts";

/** A printed row: a row of the data, a sum of rows, or the band above the rows of a group. */
export type PrintedRow = {
  cells: ListRow;
  band: ListGroup | null;
  place: number | null;
  /** True when the row is indented below the sum of its group. */
  inset: boolean;
  /** The weight of the line below the row. */
  rule: number;
  /** True if the row must be on the same page as the row before. */
  keepWithPrevious: boolean;
  /** The distances from this row to the rows that it adds up, below or above; null if this row is not a sum. */
  sums: Sums | null;
};

type Sums = { from: number; to: number };

/** Fewer than three rows of a group would look lost at the top or bottom of a page. */
const FEWEST = 3;

export function buildPrintedRows(table: ListTable): PrintedRow[] {
  const rows: PrintedRow[] = [];
  for (const group of table.groups) rows.push(...groupRows(table, group, placesIn(rows)));
  const all = { from: -rows.length, to: -1 };
  const data = table.groups.flatMap((group) => [...group.rows]);
  const total = table.total === undefined ? [] : [sumRow(table, table.total, data, all)];
  return endedBy(RULE_WEIGHTS.frame, [
    ...endedBy(RULE_WEIGHTS.frame, rows),
    ...total,
    ...closingRows(table.closing),
  ]);
}

/** Lists a group's rows with its band or sum. `before` is how many numbered rows the earlier groups have. */
export function groupRows(table: ListTable, group: ListGroup, before: number): PrintedRow[] {
  const { arrangement = "bands", numbered, subtotal } = table;
  const first = numbered === "through" ? before : 0;
  const data = group.rows.map((cells, index): PrintedRow => ({
    ...dataRow(cells, index, group.rows.length),
    place: numbered === undefined ? null : first + index + 1,
  }));
  const sum =
    subtotal === undefined || group.title === ""
      ? []
      : [sumRow(table, subtotal, group.rows, { from: -data.length, to: -1 })];
  const after = [...sum, ...closingRows(group.closing)];
  if (group.title !== "" && arrangement === "sums") return summedRows(table, group, data, after);
  const rows = after.length === 0 ? data : [...endedBy(RULE_WEIGHTS.group, data), ...after];
  if (group.title === "" || arrangement === "blocks") return endedBy(RULE_WEIGHTS.frame, rows);
  return [bandRow(group), ...endedBy(0, rows)];
}

/** Lists the rows of a group, indented under the group's sum. */
function summedRows(
  table: ListTable,
  group: ListGroup,
  data: readonly PrintedRow[],
  after: PrintedRow[],
): PrintedRow[] {
  const sum = sumRow(table, group.title, group.rows, { from: 1, to: data.length });
  const rows = data.map((row) => ({ ...row, inset: true, rule: RULE_WEIGHTS.row }));
  return [{ ...sum, keepWithPrevious: false }, ...endedBy(RULE_WEIGHTS.group, [...rows, ...after])];
}

function endedBy(rule: number, rows: readonly PrintedRow[]): PrintedRow[] {
  return rows.map((row, index) => (index === rows.length - 1 ? { ...row, rule } : row));
}

const PLAIN = { band: null, place: null, inset: false, sums: null };

function dataRow(cells: ListRow, index: number, count: number): PrintedRow {
  const isNearEdge = index < FEWEST || index > count - FEWEST;
  return { ...PLAIN, cells, rule: ruleWeightUnder(index + 1), keepWithPrevious: isNearEdge };
}

function bandRow(band: ListGroup): PrintedRow {
  return { ...PLAIN, cells: {}, band, rule: RULE_WEIGHTS.group, keepWithPrevious: false };
}

function closingRows(rows: readonly ListRow[] = []): PrintedRow[] {
  return rows.map((cells) => ({ ...PLAIN, cells, rule: RULE_WEIGHTS.row, keepWithPrevious: true }));
}

/** Builds a row of sums. Only whole numbers are added up, because only they are counts. */
function sumRow(table: ListTable, label: string, rows: readonly ListRow[], sums: Sums): PrintedRow {
  const counted = table.columns
    .filter(isCountColumn)
    .map(({ key }) => [key, strong(sumColumn(rows, key))] as const);
  const cells = { ...Object.fromEntries(counted), [labelKey(table)]: strong(label) };
  return { ...PLAIN, cells, rule: RULE_WEIGHTS.row, keepWithPrevious: true, sums };
}

type Count = ListColumn & { key: string };

export function isCountColumn(column: ListColumn): column is Count {
  return column.kind === "count";
}

export function sumColumn(rows: readonly ListRow[], key: string): number {
  return rows.reduce((sum, { [key]: cell }) => sum + (typeof cell === "number" ? cell : 0), 0);
}

/** Returns the column for the label of a sum, which is the first column of text. */
function labelKey({ columns }: ListTable): string {
  const column = columns.find(({ kind }) => kind === "text");
  return column && column.kind !== "box" ? column.key : "";
}

function strong<Value extends string | number>(value: Value) {
  return { value, strong: true };
}

function placesIn(rows: readonly PrintedRow[]): number {
  return rows.filter(({ place }) => place !== null).length;
}
