import type { ImportColumn } from "#domain/people/imports.ts";

/** The head of the column in a file of refused rows that says why; the column is ignored when the file comes back. */
export const REASON = "Reason";

const MOST_FAULTS = 8;
const LONGEST_TITLE = 60;

export type Columns = ReadonlyMap<number, ImportColumn>;

type KnownColumns = {
  columns: readonly ImportColumn[];
  /** A row without these columns names nobody. */
  needed: readonly string[];
};

/** Matches the columns of the file by its head; returns all faults in words if some do not match. */
export function columnsIn(
  head: readonly string[],
  { columns: known, needed }: KnownColumns,
): { columns: Columns } | { faults: string[] } {
  const columns = new Map<number, ImportColumn>();
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const [place, text] of head.entries()) {
    if (text.trim() === "" || plain(text) === plain(REASON)) continue;
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

/** A file of something else has a fault in every column. */
function firstOf(faults: readonly string[]): string[] {
  const more = faults.length - MOST_FAULTS;
  return more > 0
    ? [
        ...faults.slice(0, MOST_FAULTS),
        `${more} more ${more === 1 ? "column has a problem" : "columns have problems"} too.`,
      ]
    : [...faults];
}

/** Makes `Phone(mobile)` and `Phone (Mobile)` the same. */
function plain(title: string): string {
  return title.toLowerCase().replaceAll(/[^\p{L}\d]/gu, "");
}
