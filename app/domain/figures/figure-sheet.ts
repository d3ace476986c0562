/**
 * A table of figures. Only counts are stored as values; sums, shares and means are stored as rules. The page shows the
 * results that `listFigureLines` calculates, and the Excel worksheet writes the same rules as formulas.
 */
export type FigureSheet = {
  id: string;
  name: string;
  title: string;
  /** A description of the figures that are counted, and of their date. */
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
  /** A heading over several columns. Neighbouring columns with the same text share one heading cell. */
  over?: string;
  /** The column's width in characters. */
  width: number;
  strong?: boolean;
} & Rule;

/**
 * A column's calculation. With `ofTotal`, percentages are of the sum of the whole table. `weight` names the column of
 * weights.
 */
type Rule =
  | { kind: "text" | "count" }
  | { kind: "sum"; plus: readonly string[]; minus?: readonly string[] }
  | { kind: "share"; part: readonly string[]; whole: string; ofTotal?: boolean }
  | { kind: "mean"; weight: string };

/** A group of rows. If the group has a title, a line below it shows the sums of the rows. */
export type FigureGroup = {
  key: string;
  title: string;
  rows: readonly FigureRow[];
  /** The text shown in place of rows, which explains why the group has none. */
  note?: string;
};

export type FigureRow = {
  key: string;
  words: Readonly<Record<string, string>>;
  counts: Readonly<Record<string, number | null>>;
  /** The same counts in another table. The worksheet links to them instead of repeating the numbers. */
  from?: Readonly<Record<string, FigureReference>>;
  italics?: boolean;
};

/** Identifies a figure. `line` is the key of a row or, for sums, the key of a group or `TOTAL_LINE`. */
export type FigureReference = { sheet: string; line: string; column: string };

export type FigureRatio = {
  title: string;
  kind: "share" | "mean";
  over: readonly FigureReference[];
  under: FigureReference;
};

/** The key of the last line, which adds up all rows. */
export const TOTAL_LINE = "all";

export type FigureLine = {
  key: string;
  kind: "row" | "group" | "total" | "note";
  words: Readonly<Record<string, string>>;
  values: Readonly<Record<string, number | null>>;
  /** The row that this line shows, or the rows that this line adds up. */
  rows: readonly FigureRow[];
  italics: boolean;
};

/** Calculates all figures of a table and lists its lines in print order. */
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

/** Calculates the ratio of two figures. The result is 0 when the divisor is 0. */
export function calculateRatio(
  { over, under }: FigureRatio,
  valueAt: (ref: FigureReference) => number,
): number {
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

function amountOf(rows: Rows, keys: readonly string[], columns: Columns): number {
  return keys.reduce((sum, key) => {
    const column = columns.find((item) => item.key === key);
    if (column?.kind !== "sum") return sum + rows.reduce((own, { counts }) => own + (counts[key] ?? 0), 0);
    return sum + amountOf(rows, column.plus, columns) - amountOf(rows, column.minus ?? [], columns);
  }, 0);
}

/** Calculates the weighted mean of rows. A row without a mean is ignored, and so is its weight. */
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
