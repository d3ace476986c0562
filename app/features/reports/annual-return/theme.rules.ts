import {
  TOTAL_LINE,
  type FigureColumn,
  type FigureGroup,
  type FigureRow,
  type FigureSheet,
} from "#domain/figures/figure-sheet.ts";
import { PATHS, withQuery } from "#domain/paths.ts";

/**
 * A theme of the annual return, such as enrolment or attendance. It defines which people are counted, in which row, and
 * how much each adds to a column. The table, the worksheet and the list of people behind a figure are all computed from
 * the theme, so they always agree.
 */
export type AnnualReturnThemeDefinition<Counted> = Omit<FigureSheet, "groups" | "columns"> & {
  counted: readonly Counted[];
  /** Returns the key of the person's row, or null if the person is in no row. */
  rowOf: (each: Counted) => string | null;
  columns: readonly AnnualReturnColumn<Counted>[];
  groups: readonly ThemeGroup[];
  listed: (each: Counted) => PersonBehindFigure;
};

/** `of` returns the amount that a person adds to a column; `mean` returns the value to average. */
export type AnnualReturnColumn<Counted> = FigureColumn & {
  of?: (each: Counted) => number;
  mean?: (each: Counted) => number | null;
};

type ThemeGroup = Omit<FigureGroup, "rows"> & { rows: readonly Omit<FigureRow, "counts">[] };

/** One of the people behind a figure. */
export type PersonBehindFigure = {
  key: string;
  name: string;
  /** The URL of the record in which the data can be corrected. */
  to: string;
  about: string;
  detail: string;
};

export type ReturnFigureKey = { line: string; column: string };

export type AnnualReturnTheme = {
  sheet: FigureSheet;
  /** Lists the people behind a figure, with the amount that each adds; null if the figure does not exist. */
  people: (place: ReturnFigureKey) => (PersonBehindFigure & { figure: number })[] | null;
};

export function createAnnualReturnTheme<Counted>(
  definition: AnnualReturnThemeDefinition<Counted>,
): AnnualReturnTheme {
  return { sheet: sheetOf(definition), people: (place) => peopleOf(definition, place) };
}

function sheetOf<Counted>({
  counted,
  rowOf,
  groups,
  listed: _,
  ...theme
}: AnnualReturnThemeDefinition<Counted>): FigureSheet {
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
  columns: readonly AnnualReturnColumn<Counted>[],
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

function peopleOf<Counted>(of: AnnualReturnThemeDefinition<Counted>, { line, column }: ReturnFigureKey) {
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
    line === TOTAL_LINE
      ? all
      : (groups.find(({ key, title }) => key === line && title !== "")?.rows ??
        all.filter(({ key }) => key === line));
  return meant.length === 0 ? null : new Set(meant.map(({ key }) => key));
}

/** Returns a function for the amount that a person adds to a column, or null if nobody is counted in the column. */
function amountIn<Counted>(
  columns: readonly AnnualReturnColumn<Counted>[],
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

/** The parameters of a page of the annual return: a theme or a check, and optionally one of the theme's figures. */
export type AnnualReturnParams = { figure: string; place: ReturnFigureKey | null; page: number };

export function annualReturnUrl({ figure, place, page }: AnnualReturnParams): string {
  const { line = null, column = null } = place ?? {};
  return withQuery(`${PATHS.annualReturn}/${figure}`, { line, column, page: page > 1 ? page : null });
}

/** Reads the parameters of a page from its URL. Invalid values are ignored. */
export function parseAnnualReturnParams(figure: string, query: URLSearchParams): AnnualReturnParams {
  const [line, column, page] = [query.get("line"), query.get("column"), Number(query.get("page"))];
  return {
    figure,
    place: line && column ? { line, column } : null,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

export type AnnualReturnView = {
  /** The kind of school and the year, such as `Secondary Schools, 2026–2027`. */
  about: string;
  checks: { id: string; title: string; records: string; isFound: boolean; meaning: string }[];
  sheets: { id: string; name: string; about: string; total: string }[];
};

export type ReturnFigureView = {
  params: AnnualReturnParams;
  title: string;
  about: string;
  /** The table; null for a check, which is only a list of people. */
  table: ReturnTableView | null;
  /** The people behind the chosen figure; null if none is chosen. */
  people: ReturnPeopleView | null;
};

export type ReturnTableView = {
  caption: string;
  heads: { key: string; title: string; over: string; isText: boolean }[];
  lines: { key: string; isSum: boolean; isItalic: boolean; cells: ReturnCellView[] }[];
  ratios: { title: string; value: string }[];
};

/** A cell of the table. `leads` is true if the figure links to the people that it counts. */
export type ReturnCellView = { text: string; leads: boolean };

export type ReturnPeopleView = {
  /** The value, row and column of the figure, such as `13 · Form 2, Boys`. */
  title: string;
  people: (PersonBehindFigure & { figure: string })[];
  /** Whether the list shows an amount for each person, because at least one amount is not 1. */
  hasFigures: boolean;
  pageSize: number;
  total: number;
};
