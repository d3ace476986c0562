import { PATHS, withQuery } from "#domain/paths.ts";
import type { FigurePlace } from "./theme.rules.ts";

/** What a page of the annual return is about: a theme, or a check; in a theme perhaps one of its figures. */
export type ReturnPlace = { figure: string; place: FigurePlace | null; page: number };

export function returnUrl({ figure, place, page }: ReturnPlace): string {
  const { line = null, column = null } = place ?? {};
  return withQuery(`${PATHS.annualReturn}/${figure}`, { line, column, page: page > 1 ? page : null });
}

/** What an address says wrongly is as if it were not said. */
export function returnPlaceIn(figure: string, query: URLSearchParams): ReturnPlace {
  const [line, column, page] = [query.get("line"), query.get("column"), Number(query.get("page"))];
  return {
    figure,
    place: line && column ? { line, column } : null,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}
