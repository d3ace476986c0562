/**
 * A table of figures. Counts are values, and everything that follows from them is a rule: a screen shows the values
 * (`listFigureLines`), a worksheet writes the same rules as formulas.
 */
export type FigureSheet = {
  id: string;
  name: string;
  title: string;
  /** A description of the counts and their date. */
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
  /** A heading over neighbouring columns that have the same one. */
  over?: string;
  /** In characters. */
  width: number;
  strong?: boolean;
} & Rule;

/** `ofTotal` takes the last line as the whole. A mean belongs to its row; in a sum, rows weigh by their counts. */
type Rule =
  | { kind: "text" | "count" }
  | { kind: "sum"; plus: readonly string[]; minus?: readonly string[] }
  | { kind: "share"; part: readonly string[]; whole: string; ofTotal?: boolean }
  | { kind: "mean"; weight: string };

/** Rows with a line that adds them up, if the group has a title. */
export type FigureGroup = {
  key: string;
  title: string;
  rows: readonly FigureRow[];
  /** The reason why there are no rows. */
  note?: string;
};

export type FigureRow = {
  key: string;
  /** The contents of the text columns. */
  words: Readonly<Record<string, string>>;
  counts: Readonly<Record<string, number | null>>;
  /** Set when a count already exists in another table. */
  from?: Readonly<Record<string, FigureRef>>;
  italics?: boolean;
};

/** A figure of a table; lines that add up have the key of their group, or `ALL`. */
export type FigureRef = { sheet: string; line: string; column: string };

export type FigureRatio = {
  title: string;
  kind: "share" | "mean";
  over: readonly FigureRef[];
  under: FigureRef;
};

/** The key of the line that adds up everything. */
export const ALL = "all";

export type FigureLine = {
  key: string;
  kind: "row" | "group" | "total" | "note";
  words: Readonly<Record<string, string>>;
  values: Readonly<Record<string, number | null>>;
  /** The rows that the line shows or adds up. */
  rows: readonly FigureRow[];
  italics: boolean;
};

/** The lines of a table in print order, with every figure. */
export function listFigureLines(sheet: FigureSheet): FigureLine[] {
  const { columns, groups, total } = sheet;
  const all = groups.flatMap(({ rows }) => rows);
  const last = lineOf(sheet, { key: ALL, kind: "total", words: { [firstOf(columns)]: total }, rows: all });
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

/** Returns null when there is no mean: the last line has none, because it would mix different things. */
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

/** Adds up these columns over rows. */
function amountOf(rows: Rows, keys: readonly string[], columns: Columns): number {
  return keys.reduce((sum, key) => {
    const column = columns.find((item) => item.key === key);
    if (column?.kind !== "sum") return sum + rows.reduce((own, { counts }) => own + (counts[key] ?? 0), 0);
    return sum + amountOf(rows, column.plus, columns) - amountOf(rows, column.minus ?? [], columns);
  }, 0);
}

/** Calculates the weighted mean of rows. Rows without a mean do not count, and neither does their weight. */
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
