import { PATHS, withQuery } from "#domain/paths.ts";
import type { FigureKey } from "./theme.rules.ts";

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
