import { ALL, linesOf, type FigureRef } from "#domain/figures/figure-sheet.ts";
import { pageSpan } from "#domain/list/paging.ts";
import { notFound } from "#runtime/errors.ts";
import { returnPlaceIn, type ReturnPlace } from "./place.rules.ts";
import { readReturn, type ReturnData } from "./read-return.server.ts";
import { figureTitle, figureWords, shownTable } from "./shown-table.rules.ts";
import type { ShownFigure, ShownPeople, ShownReturn } from "./shown.ts";
import type { Check } from "./checks.server.ts";
import type { Listed, Theme } from "./theme.rules.ts";

const PAGE_SIZE = 50;

/** The figure that says how large a theme is. */
const WHOLE: Readonly<Record<string, string>> = { repeaters: "repeat", attendance: "rate", results: "marks" };

/** What to put right before the return is sent, and its themes. @throws notFound before the first term */
export async function showReturn(): Promise<ShownReturn> {
  const { themes, checks, year, ageDay } = await readReturn();
  return {
    about: `${year} · ages on ${ageDay}`,
    checks: checks.map(({ id, title, records, meaning }) => ({
      ...{ id, title, meaning },
      records: records.toLocaleString("en"),
      isFound: records > 0,
    })),
    sheets: themes.map(({ sheet }) => {
      const column = sheet.columns.find(({ key }) => key === (WHOLE[sheet.id] ?? "total"));
      const value = linesOf(sheet).find(({ key }) => key === ALL)?.values[column?.key ?? ""] ?? null;
      const { id, name, about } = sheet;
      return { id, name, about, total: figureWords(value, column?.kind ?? "count") };
    }),
  };
}

/** A theme with its figures and the people behind one of them, or the people of a check. @throws notFound */
export async function showFigure(figure: string, query: URLSearchParams): Promise<ShownFigure> {
  const place = returnPlaceIn(figure, query);
  const read = await readReturn();
  const check = read.checks.find(({ id }) => id === figure);
  if (check) return shownCheck(check, place);
  const theme = read.themes.find(({ sheet }) => sheet.id === figure);
  if (!theme) throw notFound("The annual return has no such figure.");
  const { sheet } = theme;
  return {
    ...{ place, title: sheet.title, about: sheet.about, people: peopleOf(theme, place) },
    table: shownTable(sheet, valueIn(read)),
  };
}

function shownCheck({ title, meaning, found }: Check, place: ReturnPlace): ShownFigure {
  const people = found.map((each) => ({ ...each, figure: 1 }));
  return {
    place,
    title,
    about: `In the return: ${meaning}`,
    table: null,
    people: pageOf(people, title, place),
  };
}

/** @throws notFound */
function peopleOf(theme: Theme, place: ReturnPlace): ShownPeople | null {
  if (place.place === null) return null;
  const people = theme.people(place.place);
  const title = figureTitle(theme.sheet, place.place);
  if (!people || title === null) throw notFound("The annual return has no such figure.");
  return pageOf(people, title, place);
}

function pageOf(
  people: readonly (Listed & { figure: number })[],
  title: string,
  { page }: ReturnPlace,
): ShownPeople {
  const { from, to } = pageSpan({ page, pageSize: PAGE_SIZE, total: people.length });
  return {
    ...{ title, pageSize: PAGE_SIZE, total: people.length },
    hasFigures: people.some(({ figure }) => figure !== 1),
    people: people
      .slice(from - 1, to)
      .map((each) => ({ ...each, figure: figureWords(each.figure, "count") })),
  };
}

function valueIn({ themes }: ReturnData): (ref: FigureRef) => number {
  return ({ sheet, line, column }) => {
    const meant = themes.find((each) => each.sheet.id === sheet);
    return (meant && linesOf(meant.sheet).find(({ key }) => key === line)?.values[column]) ?? 0;
  };
}
