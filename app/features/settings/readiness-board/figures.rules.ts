/** Returns a number such as `14,230`. */
export function formatNumber(count: number): string {
  return count.toLocaleString("en");
}

export function sumOf<Item>(items: readonly Item[], numberOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + numberOf(item), 0);
}

/** Returns the items that lack something, those that lack most first; equal ones stay in the order of the school. */
export function mostFirst<Item>(items: readonly Item[], missingOf: (item: Item) => number): Item[] {
  return items
    .filter((item) => missingOf(item) > 0)
    .toSorted((one, other) => missingOf(other) - missingOf(one));
}

/** Returns words such as `3 more subjects` or `1 more class`. */
export function formatMore(count: number, noun: string): string {
  const many = noun.endsWith("s") ? `${noun}es` : `${noun}s`;
  return `${formatNumber(count)} more ${count === 1 ? noun : many}`;
}
