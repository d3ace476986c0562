import {
  ALL,
  type FigureColumn,
  type FigureGroup,
  type FigureRow,
  type FigureSheet,
} from "#domain/figures/figure-sheet.ts";
import { PATHS, withQuery } from "#domain/paths.ts";

/**
 * A theme of the annual return: the people it counts, the row of each person, and the amount that each adds to a
 * column. The table, the worksheet and the list of people behind a figure all come from one theme, so that they cannot
 * differ.
 */
export type ReturnTheme<Counted> = Omit<FigureSheet, "groups" | "columns"> & {
  counted: readonly Counted[];
  /** Returns the key of the row, or null for a person in no row. */
  rowOf: (each: Counted) => string | null;
  columns: readonly ThemeColumn<Counted>[];
  groups: readonly ThemeGroup[];
  listed: (each: Counted) => Listed;
};

/** `of` is the amount that a person adds to a column of counts; `mean` is the value to average. */
export type ThemeColumn<Counted> = FigureColumn & {
  of?: (each: Counted) => number;
  mean?: (each: Counted) => number | null;
};

type ThemeGroup = Omit<FigureGroup, "rows"> & { rows: readonly Omit<FigureRow, "counts">[] };

/** One of the people behind a figure. */
export type Listed = {
  key: string;
  name: string;
  /** The address of the record in which somebody can correct the data. */
  to: string;
  /** The class or the post, for example. */
  about: string;
  detail: string;
};

/** A figure's place: a line of the table and one of the columns. */
export type FigureKey = { line: string; column: string };

export type Theme = {
  sheet: FigureSheet;
  /** Lists the people behind a figure, each with the amount they add; null when the figure does not exist. */
  people: (place: FigureKey) => (Listed & { figure: number })[] | null;
};

export function theme<Counted>(of: ReturnTheme<Counted>): Theme {
  return { sheet: sheetOf(of), people: (place) => peopleOf(of, place) };
}

function sheetOf<Counted>({
  counted,
  rowOf,
  groups,
  listed: _,
  ...theme
}: ReturnTheme<Counted>): FigureSheet {
  const inRow = new Map<string | null, Counted[]>();
  for (const each of counted) {
    const key = rowOf(each);
    const others = inRow.get(key);
    if (others) others.push(each);
    else inRow.set(key, [each]);
  }
  const { columns } = theme;
  return {
    ...theme,
    columns: columns.map(({ of: _of, mean: _mean, ...column }) => column),
    groups: groups.map(({ rows, ...group }) => ({
      ...group,
      rows: rows.map((row) => ({ ...row, counts: countsOf(columns, inRow.get(row.key) ?? []) })),
    })),
  };
}

function countsOf<Counted>(
  columns: readonly ThemeColumn<Counted>[],
  counted: readonly Counted[],
): Record<string, number | null> {
  return Object.fromEntries(
    columns.flatMap(({ key, of, mean }) => {
      if (of) return [[key, counted.reduce((sum, item) => sum + of(item), 0)] as const];
      return mean ? [[key, meanOf(counted.flatMap((item) => mean(item) ?? []))] as const] : [];
    }),
  );
}

function meanOf(figures: readonly number[]): number | null {
  return figures.length === 0 ? null : figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}

function peopleOf<Counted>(of: ReturnTheme<Counted>, { line, column }: FigureKey) {
  const rows = rowsOf(of.groups, line);
  const amount = amountIn(of.columns, column);
  if (!rows || !amount) return null;
  return of.counted.flatMap((item) => {
    const row = of.rowOf(item);
    const figure = row !== null && rows.has(row) ? amount(item) : 0;
    return figure === 0 ? [] : [{ ...of.listed(item), figure }];
  });
}

function rowsOf(groups: readonly ThemeGroup[], line: string): Set<string> | null {
  const all = groups.flatMap(({ rows }) => rows);
  const meant =
    line === ALL
      ? all
      : (groups.find(({ key, title }) => key === line && title !== "")?.rows ??
        all.filter(({ key }) => key === line));
  return meant.length === 0 ? null : new Set(meant.map(({ key }) => key));
}

/** Returns a function for the amount that a person adds to a column, or null when the column counts nobody. */
function amountIn<Counted>(
  columns: readonly ThemeColumn<Counted>[],
  key: string,
): ((each: Counted) => number) | null {
  const column = columns.find((item) => item.key === key);
  if (column?.of) return column.of;
  if (column?.kind !== "sum") return null;
  const signed = [
    ...column.plus.map((plu) => [1, amountIn(columns, plu)] as const),
    ...(column.minus ?? []).map((item) => [-1, amountIn(columns, item)] as const),
  ];
  return (each) => signed.reduce((sum, [sign, amount]) => sum + sign * (amount?.(each) ?? 0), 0);
}

/** The place of a page of the annual return: a theme or a check, and perhaps one of the theme's figures. */
export type ReturnParams = { figure: string; place: FigureKey | null; page: number };

export function returnUrl({ figure, place, page }: ReturnParams): string {
  const { line = null, column = null } = place ?? {};
  return withQuery(`${PATHS.annualReturn}/${figure}`, { line, column, page: page > 1 ? page : null });
}

/** Reads a page's address; wrong parts of the query count as missing. */
export function parseReturnParams(figure: string, query: URLSearchParams): ReturnParams {
  const [line, column, page] = [query.get("line"), query.get("column"), Number(query.get("page"))];
  return {
    figure,
    place: line && column ? { line, column } : null,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

export type ReturnView = {
  /** The kind of school and the year, such as `Secondary Schools, 2026–2027`. */
  about: string;
  checks: { id: string; title: string; records: string; isFound: boolean; meaning: string }[];
  sheets: { id: string; name: string; about: string; total: string }[];
};

export type FigureView = {
  params: ReturnParams;
  title: string;
  about: string;
  /** Null for a check, because a check is only a list of people. */
  table: TableView | null;
  /** Null when no figure is chosen. */
  people: PeopleView | null;
};

export type TableView = {
  caption: string;
  heads: { key: string; title: string; over: string; isText: boolean }[];
  lines: { key: string; isSum: boolean; isItalic: boolean; cells: CellView[] }[];
  ratios: { title: string; value: string }[];
};

/** A figure that counts somebody links to the list of people. */
export type CellView = { text: string; leads: boolean };

export type PeopleView = {
  /** The line and column of the figure, such as `13 · Form 2, Boys`. */
  title: string;
  people: (Listed & { figure: string })[];
  /** The list shows figures only when one of them is not 1. */
  hasFigures: boolean;
  pageSize: number;
  total: number;
};
