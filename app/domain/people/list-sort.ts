/** The order of a list; each key sorts rows that are equal by those before it. */
export type Sort<Key extends string = string> = { key: Key; direction: "ascending" | "descending" };

/** More keys would change nothing that people notice. */
const MOST_KEYS = 3;

/** Reads the order from an address such as `class,-name`; invalid keys are ignored. */
export function parseSort<Key extends string>(text: string | null, keys: readonly Key[]): Sort<Key>[] {
  const input = (text ?? "").split(",", MOST_KEYS).map((word) => ({
    key: keys.find((key) => key === word.replace(/^-/, "")),
    direction: word.startsWith("-") ? ("descending" as const) : ("ascending" as const),
  }));
  return input.flatMap(({ key, direction }, index) => {
    const isNew = key !== undefined && input.findIndex((other) => other.key === key) === index;
    return isNew ? [{ key, direction }] : [];
  });
}

export function formatSort(sort: readonly Sort[]): string {
  return sort.map(({ key, direction }) => (direction === "descending" ? `-${key}` : key)).join(",");
}

/** Handles a click on a column heading in a list with one key: sorts by it, or reverses the order. */
export function toggleSort<Key extends string>(sort: Sort<Key>, key: Key): Sort<Key> {
  const isTurned = sort.key === key && sort.direction === "ascending";
  return { key, direction: isTurned ? "descending" : "ascending" };
}

/** Handles a click in a list with several keys: adds the column, then reverses it, then removes it. */
export function addSort<Key extends string>(sort: readonly Sort<Key>[], key: Key): Sort<Key>[] {
  const held = sort.find((item) => item.key === key);
  if (!held) return [...sort.slice(0, MOST_KEYS - 1), { key, direction: "ascending" }];
  if (held.direction === "descending") return sort.filter((item) => item !== held);
  return sort.map((item) => (item === held ? toggleSort(item, key) : item));
}
