import type { ImportColumn } from "#domain/people/imports.ts";

/**
 * The heading of the column that explains why each row was refused. The import ignores this column when the file is
 * uploaded again.
 */
export const REASON_HEADING = "Reason";

const MOST_FAULTS = 8;
const LONGEST_TITLE = 60;

export type MatchedColumns = ReadonlyMap<number, ImportColumn>;

type KnownColumns = {
  columns: readonly ImportColumn[];
  /** The columns without which a row does not identify anybody. */
  needed: readonly string[];
};

/**
 * Matches the columns of the file by the headings in its first row. Returns every error as text if some do not match.
 */
export function matchColumns(
  head: readonly string[],
  { columns: known, needed }: KnownColumns,
): { columns: MatchedColumns } | { faults: string[] } {
  const columns = new Map<number, ImportColumn>();
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const [place, text] of head.entries()) {
    if (text.trim() === "" || plain(text) === plain(REASON_HEADING)) continue;
    const column = known.find(({ title }) => plain(title) === plain(text));
    if (!column)
      faults.push(
        `The column ‘${text.trim().slice(0, LONGEST_TITLE)}’ is not in the template. Rename it or remove it.`,
      );
    else if (seen.has(column.name))
      faults.push(`The column ‘${column.title}’ appears twice. Remove one of them.`);
    else columns.set(place, column);
    if (column) seen.add(column.name);
  }
  const missing = known.filter(({ name }) => needed.includes(name) && !seen.has(name));
  faults.unshift(
    ...missing.map(({ title }) => `The column ‘${title}’ is missing. Add it, or start from the template.`),
  );
  return faults.length > 0 ? { faults: firstOf(faults) } : { columns };
}

/** Returns the first errors only: a file of the wrong kind has an error in every column. */
function firstOf(faults: readonly string[]): string[] {
  const more = faults.length - MOST_FAULTS;
  return more > 0
    ? [
        ...faults.slice(0, MOST_FAULTS),
        `${more} more ${more === 1 ? "column has a problem" : "columns have problems"} too.`,
      ]
    : [...faults];
}

/** Normalises a heading, so that `Phone(mobile)` and `Phone (Mobile)` match. */
function plain(title: string): string {
  return title.toLowerCase().replaceAll(/[^\p{L}\d]/gu, "");
}
