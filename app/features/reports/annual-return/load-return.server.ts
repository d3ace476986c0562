import {
  TOTAL_LINE,
  listFigureLines,
  type FigureReference,
  calculateRatio,
  type FigureColumn,
  type FigureLine,
  type FigureSheet,
} from "#domain/figures/figure-sheet.ts";
import { pageSpan } from "#domain/list/paging.ts";
import { notFound } from "#runtime/errors.ts";
import {
  parseAnnualReturnParams,
  type AnnualReturnParams,
  type ReturnFigureView,
  type ReturnPeopleView,
  type AnnualReturnView,
  type ReturnCellView,
  type ReturnTableView,
  type PersonBehindFigure,
  type AnnualReturnTheme,
  type ReturnFigureKey,
} from "./theme.rules.ts";
import { readAnnualReturn, type AnnualReturnData } from "./read-return.server.ts";
import type { ReturnCheck } from "./checks.server.ts";

const PAGE_SIZE = 50;

/** The column that totals a theme, for themes without a column named `total`. */
const WHOLE: Readonly<Record<string, string>> = { repeaters: "repeat", attendance: "rate", results: "marks" };

/**
 * Loads the themes of the return, and the checks to make before the return is sent.
 * @throws notFound before the first term
 */
export async function loadAnnualReturn(): Promise<AnnualReturnView> {
  const { themes, checks, year, ageDay } = await readAnnualReturn();
  return {
    about: `${year} · ages on ${ageDay}`,
    checks: checks.map(({ id, title, records, meaning }) => ({
      id,
      title,
      meaning,
      records: records.toLocaleString("en"),
      isFound: records > 0,
    })),
    sheets: themes.map(({ sheet }) => {
      const column = sheet.columns.find(({ key }) => key === (WHOLE[sheet.id] ?? "total"));
      const value =
        listFigureLines(sheet).find(({ key }) => key === TOTAL_LINE)?.values[column?.key ?? ""] ?? null;
      const { id, name, about } = sheet;
      return { id, name, about, total: figureWords(value, column?.kind ?? "count") };
    }),
  };
}

const NO_FIGURE = "This figure is not in the annual return. Open the return, then choose a figure.";

/** Loads a theme and the people behind one of its figures, or the people of a check. @throws notFound */
export async function loadReturnFigure(figure: string, query: URLSearchParams): Promise<ReturnFigureView> {
  const params = parseAnnualReturnParams(figure, query);
  const read = await readAnnualReturn();
  const check = read.checks.find(({ id }) => id === figure);
  if (check) return shownCheck(check, params);
  const theme = read.themes.find(({ sheet }) => sheet.id === figure);
  if (!theme) throw notFound(NO_FIGURE);
  const { sheet } = theme;
  return {
    params,
    title: sheet.title,
    about: sheet.about,
    people: peopleOf(theme, params),
    table: shownTable(sheet, valueIn(read)),
  };
}

function shownCheck({ title, meaning, found }: ReturnCheck, params: AnnualReturnParams): ReturnFigureView {
  const people = found.map((item) => ({ ...item, figure: 1 }));
  return {
    params,
    title,
    about: `In the return: ${meaning}.`,
    table: null,
    people: pageOf(people, title, params),
  };
}

/**
 * Returns one page of the people behind a figure, or null if no figure is chosen.
 * @throws notFound
 */
function peopleOf(theme: AnnualReturnTheme, params: AnnualReturnParams): ReturnPeopleView | null {
  if (params.place === null) return null;
  const people = theme.people(params.place);
  const title = figureTitle(theme.sheet, params.place);
  if (!people || title === null) throw notFound(NO_FIGURE);
  return pageOf(people, title, params);
}

function pageOf(
  people: readonly (PersonBehindFigure & { figure: number })[],
  title: string,
  { page }: AnnualReturnParams,
): ReturnPeopleView {
  const { from, to } = pageSpan({ page, pageSize: PAGE_SIZE, total: people.length });
  return {
    title,
    pageSize: PAGE_SIZE,
    total: people.length,
    hasFigures: people.some(({ figure }) => figure !== 1),
    people: people
      .slice(from - 1, to)
      .map((item) => ({ ...item, figure: figureWords(item.figure, "count") })),
  };
}

function valueIn({ themes }: AnnualReturnData): (ref: FigureReference) => number {
  return ({ sheet, line, column }) => {
    const meant = themes.find((theme) => theme.sheet.id === sheet);
    return (meant && listFigureLines(meant.sheet).find(({ key }) => key === line)?.values[column]) ?? 0;
  };
}

const NONE = "–";

function shownTable(sheet: FigureSheet, valueAt: (ref: FigureReference) => number): ReturnTableView {
  const { title: caption, columns, ratios } = sheet;
  return {
    caption,
    heads: columns.map(({ key, title, over = "", kind }) => ({ key, title, over, isText: kind === "text" })),
    lines: listFigureLines(sheet).map((line) => ({
      key: line.key,
      isSum: line.kind === "group" || line.kind === "total",
      isItalic: line.italics,
      cells: columns.map((column, index) => shownCell(column, line, index)),
    })),
    ratios: ratios.map((ratio) => ({
      title: ratio.title,
      value: figureWords(calculateRatio(ratio, valueAt), ratio.kind),
    })),
  };
}

/** Returns the title above the people behind a figure, or null if the figure does not exist. */
function figureTitle(sheet: FigureSheet, { line: key, column: of }: ReturnFigureKey): string | null {
  const line = listFigureLines(sheet).find((item) => item.key === key);
  const column = sheet.columns.find((item) => item.key === of);
  if (!line || !column || column.kind === "text") return null;
  const words = sheet.columns.flatMap((item) => line.words[item.key] ?? []);
  return [[...new Set(words)].join(", "), [column.over, column.title].filter(Boolean).join(", ")].join(" · ");
}

/** Formats a figure, such as `1,204`, `95.7%` or `17.4`. */
function figureWords(value: number | null, kind: FigureColumn["kind"]): string {
  if (value === null || value === 0) return NONE;
  if (kind === "share") return `${(100 * value).toFixed(1)}%`;
  return kind === "mean" ? value.toFixed(1) : value.toLocaleString("en");
}

function shownCell(column: FigureColumn, line: FigureLine, index: number): ReturnCellView {
  if (line.kind === "note")
    return { text: (index === 1 ? line.words.note : line.words[column.key]) ?? "", leads: false };
  if (column.kind === "text") return { text: line.words[column.key] ?? "", leads: false };
  const value = line.values[column.key] ?? null;
  const leads = (column.kind === "count" || column.kind === "sum") && value !== null && value > 0;
  return { text: figureWords(value, column.kind), leads };
}
