import type { ImportColumn } from "#domain/people/imports.ts";

/** What the file of refused rows says beside them; it is left as it is when they come back. */
export const REASON = "Reason";

const MOST_FAULTS = 8;
const LONGEST_TITLE = 60;

export type Columns = ReadonlyMap<number, ImportColumn>;

type KnownColumns = {
  columns: readonly ImportColumn[];
  /** Without them nobody knows who is meant. */
  needed: readonly string[];
};

/** Which column of the file is which; or all that is wrong with its head, in words. */
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
        `‘${text.trim().slice(0, LONGEST_TITLE)}’ is no column of the template: rename it, or take it out.`,
      );
    else if (seen.has(column.name)) faults.push(`The column ‘${column.title}’ is there twice.`);
    else columns.set(place, column);
    if (column) seen.add(column.name);
  }
  const missing = known.filter(({ name }) => needed.includes(name) && !seen.has(name));
  faults.unshift(
    ...missing.map(({ title }) => `The column ‘${title}’ is missing: add it, or begin with the template.`),
  );
  return faults.length > 0 ? { faults: firstOf(faults) } : { columns };
}

/** A file of something else has a fault in each of its columns. */
function firstOf(faults: readonly string[]): string[] {
  const more = faults.length - MOST_FAULTS;
  return more > 0 ? [...faults.slice(0, MOST_FAULTS), `So it is with ${more} more.`] : [...faults];
}

/** `Phone(mobile)` is `Phone (Mobile)`. */
function plain(title: string): string {
  return title.toLowerCase().replaceAll(/[^\p{L}\d]/gu, "");
}
