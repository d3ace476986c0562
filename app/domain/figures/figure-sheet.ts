/**
 * A table of figures. Only counts are values; sums, shares and means are rules. The page shows the calculated figures
 * (`listFigureLines`), and the Excel worksheet writes the same rules as formulas.
 */
export type FigureSheet = {
  id: string;
  name: string;
  title: string;
  /** A description of what is counted, and on which date. */
  about: string;
  columns: readonly FigureColumn[];
  groups: readonly FigureGroup[];
  /** The label of the last line, which adds up all rows. */
  total: string;
  /** Ratios below the table. */
  ratios: readonly FigureRatio[];
};

export type FigureColumn = {
  key: string;
  title: string;
  /** A heading over several columns: neighbouring columns with the same text share one heading cell. */
  over?: string;
  /** The column's width in characters. */
  width: number;
  strong?: boolean;
} & Rule;

/** A column's calculation. `ofTotal` takes shares of the whole table; sums weigh means by the column `weight`. */
type Rule =
  | { kind: "text" | "count" }
  | { kind: "sum"; plus: readonly string[]; minus?: readonly string[] }
  | { kind: "share"; part: readonly string[]; whole: string; ofTotal?: boolean }
  | { kind: "mean"; weight: string };

/** A group of rows. If it has a title, a line below it adds the rows up. */
export type FigureGroup = {
  key: string;
  title: string;
  rows: readonly FigureRow[];
  /** The reason why the group has no rows; shown instead of them. */
  note?: string;
};

export type FigureRow = {
  key: string;
  /** The texts of the row's text columns. */
  words: Readonly<Record<string, string>>;
  counts: Readonly<Record<string, number | null>>;
  /** The same counts in another table, to which the worksheet links instead of repeating the number. */
  from?: Readonly<Record<string, FigureRef>>;
  italics?: boolean;
};

/** Identifies a figure. The line that adds up a group has the group's key; the last line has `TOTAL_LINE`. */
export type FigureRef = { sheet: string; line: string; column: string };

export type FigureRatio = {
  title: string;
  kind: "share" | "mean";
  over: readonly FigureRef[];
  under: FigureRef;
};

/** The key of the last line, which adds up all rows. */
export const TOTAL_LINE = "all";

export type FigureLine = {
  key: string;
  kind: "row" | "group" | "total" | "note";
  words: Readonly<Record<string, string>>;
  values: Readonly<Record<string, number | null>>;
  /** The rows that this line shows or adds up. */
  rows: readonly FigureRow[];
  italics: boolean;
};

/** Lists the lines of a table in print order, with all their figures. */
export function listFigureLines(sheet: FigureSheet): FigureLine[] {
  const { columns, groups, total } = sheet;
  const all = groups.flatMap(({ rows }) => rows);
  const last = lineOf(sheet, {
    key: TOTAL_LINE,
    kind: "total",
    words: { [firstOf(columns)]: total },
    rows: all,
  });
  return [...groups.flatMap((group) => groupLines(sheet, group)), last];
}

/** Calculates the ratio of two figures; 0 when the second is 0. */
export function calculateRatio({ over, under }: FigureRatio, valueAt: (ref: FigureRef) => number): number {
  const whole = valueAt(under);
  return whole === 0 ? 0 : over.reduce((sum, ref) => sum + valueAt(ref), 0) / whole;
}

function groupLines(sheet: FigureSheet, { key, title, note, rows }: FigureGroup): FigureLine[] {
  const first = firstOf(sheet.columns);
  if (note !== undefined) {
    return [{ key, kind: "note", words: { [first]: title, note }, values: {}, rows: [], italics: true }];
  }
  const lines = rows.map((row) => {
    const { key: own, words, italics } = row;
    return lineOf(sheet, { key: own, kind: "row", words, rows: [row], italics });
  });
  return title === ""
    ? lines
    : [...lines, lineOf(sheet, { key, kind: "group", words: { [first]: title }, rows })];
}

type Line = Pick<FigureLine, "key" | "kind" | "words" | "rows"> & { italics?: boolean | undefined };

function lineOf(sheet: FigureSheet, { italics = false, ...line }: Line): FigureLine {
  const values = sheet.columns.flatMap((column) =>
    column.kind === "text" ? [] : [[column.key, valueOf(column, line, sheet)] as const],
  );
  return { ...line, italics, values: Object.fromEntries(values) };
}

/** Calculates a figure of a line. The last line has no mean, because its groups are of different kinds. */
function valueOf(
  column: FigureColumn,
  { kind, rows }: Pick<FigureLine, "kind" | "rows">,
  { columns, groups }: FigureSheet,
): number | null {
  if (column.kind === "mean") return kind === "total" ? null : meanOf(rows, column, columns);
  if (column.kind !== "share") return amountOf(rows, [column.key], columns);
  const all = column.ofTotal ? groups.flatMap((group) => group.rows) : rows;
  const whole = amountOf(all, [column.whole], columns);
  return whole === 0 ? 0 : amountOf(rows, column.part, columns) / whole;
}

type Columns = readonly FigureColumn[];
type Rows = readonly FigureRow[];

/** Adds up these columns over these rows. */
function amountOf(rows: Rows, keys: readonly string[], columns: Columns): number {
  return keys.reduce((sum, key) => {
    const column = columns.find((item) => item.key === key);
    if (column?.kind !== "sum") return sum + rows.reduce((own, { counts }) => own + (counts[key] ?? 0), 0);
    return sum + amountOf(rows, column.plus, columns) - amountOf(rows, column.minus ?? [], columns);
  }, 0);
}

/** Calculates the weighted mean of rows. A row without a mean is left out together with its weight. */
function meanOf(
  rows: Rows,
  { key, weight }: { key: string; weight: string },
  columns: Columns,
): number | null {
  const known = rows.flatMap((row) => {
    const mean = row.counts[key] ?? null;
    return mean === null ? [] : [{ mean, weight: amountOf([row], [weight], columns) }];
  });
  const all = known.reduce((sum, item) => sum + item.weight, 0);
  return all === 0 ? null : known.reduce((sum, item) => sum + item.mean * item.weight, 0) / all;
}

function firstOf(columns: Columns): string {
  return columns[0]?.key ?? "";
}
