/** Of a choice: what stood there when the page was made, and what it is to be. */
export type Posted<Value> = { was: Value; typed: Value };

/** What stood there, beside the choice of a class. */
export function wasField(classId: number): string {
  return `was-${classId}`;
}

/**
 * What becomes of a choice: `kept` where it was not touched, or is so already; `stale` where somebody chose otherwise
 * since the page was made.
 */
export function judged<Value>({ was, typed }: Posted<Value>, now: Value): "kept" | "changed" | "stale" {
  if (typed === was || typed === now) return "kept";
  return was === now ? "changed" : "stale";
}

/** What is wrong, by the names of the fields; `isStale` where somebody was first. */
export type Verdict<Change> = {
  errors: Readonly<Record<string, string>>;
  isStale: boolean;
  changes: readonly Change[];
};

/** Those that share what is said of them, where it is more than one. */
export function doubles<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key | null,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return new Map([...groups].filter(([, group]) => group.length > 1));
}
