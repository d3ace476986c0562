/** A stream of numbers that is the same for the same seed, on every machine: the demo school never changes by itself. */
export type Random = {
  /** From 0 up to, not including, 1. */
  next: () => number;
  /** A whole number, both ends included. */
  between: (least: number, most: number) => number;
  chance: (probability: number) => boolean;
  pick: <Item>(list: readonly Item[]) => Item;
  /** Around 0, nearly always within -3 and 3. */
  normal: () => number;
  shuffled: <Item>(list: readonly Item[]) => Item[];
};

/** Each noun has a seed of its own, so that a new table does not move what the others hold. */
export function random(seed: string): Random {
  const next = mulberry32(hashOf(seed));
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (list) => itemAt(list, between(0, list.length - 1)),
    normal: () => (next() + next() + next() + next() - 2) * Math.sqrt(3),
    shuffled: (list) =>
      list
        .map((item) => ({ item, place: next() }))
        .sort((one, other) => one.place - other.place)
        .map(({ item }) => item),
  };
}

/** An item that must be there. */
export function itemAt<Item>(list: readonly Item[], index: number): Item {
  const item = list[index];
  if (item === undefined) throw new RangeError(`no item ${index} in a list of ${list.length}`);
  return item;
}

/** Random-looking, yet the same for the same words: a number from 0 up to, not including, 1. */
export function shareOf(words: string): number {
  return mulberry32(hashOf(words))();
}

/** FNV-1a. */
function hashOf(words: string): number {
  let hash = 0x811c9dc5;
  for (const letter of words) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
