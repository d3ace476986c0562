/** What a list is sorted by; of several each sorts what is the same by those before it. */
export type Sort<Key extends string = string> = { key: Key; direction: "ascending" | "descending" };

/** More keys than people ask for change nothing that they see. */
const MOST_KEYS = 3;

/** As an address says it: `class,-name`. What it says wrongly is as if it were not said. */
export function sortIn<Key extends string>(text: string | null, keys: readonly Key[]): Sort<Key>[] {
  const asked = (text ?? "").split(",", MOST_KEYS).map((word) => ({
    key: keys.find((key) => key === word.replace(/^-/, "")),
    direction: word.startsWith("-") ? ("descending" as const) : ("ascending" as const),
  }));
  return asked.flatMap(({ key, direction }, place) => {
    const isNew = key !== undefined && asked.findIndex((other) => other.key === key) === place;
    return isNew ? [{ key, direction }] : [];
  });
}

export function sortQuery(sort: readonly Sort[]): string {
  return sort.map(({ key, direction }) => (direction === "descending" ? `-${key}` : key)).join(",");
}

/** The head of a column is pressed in a list of one key: it sorts by that, or the other way round. */
export function turnedTo<Key extends string>(sort: Sort<Key>, key: Key): Sort<Key> {
  const isTurned = sort.key === key && sort.direction === "ascending";
  return { key, direction: isTurned ? "descending" : "ascending" };
}

/** In a list of several: it comes last, the second time it is turned, and the third time it is taken out. */
export function sortWith<Key extends string>(sort: readonly Sort<Key>[], key: Key): Sort<Key>[] {
  const held = sort.find((each) => each.key === key);
  if (!held) return [...sort.slice(0, MOST_KEYS - 1), { key, direction: "ascending" }];
  if (held.direction === "descending") return sort.filter((each) => each !== held);
  return sort.map((each) => (each === held ? turnedTo(each, key) : each));
}
