/** A stream of random numbers. The same seed gives the same numbers, so that the demo school never changes. */
export type RandomStream = {
  /** Returns a number from 0 up to but not including 1. */
  next: () => number;
  between: (least: number, most: number) => number;
  chance: (probability: number) => boolean;
  pick: <Item>(list: readonly Item[]) => Item;
  /** Returns a normally distributed number around 0, nearly always between -3 and 3. */
  normal: () => number;
  shuffled: <Item>(list: readonly Item[]) => Item[];
};

/** Creates a random stream. Each kind of data has its own seed, so that new data does not change other data. */
export function createRandomStream(seed: string): RandomStream {
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

export function itemAt<Item>(list: readonly Item[], index: number): Item {
  const item = list[index];
  if (item === undefined) throw new RangeError(`no item ${index} in a list of ${list.length}`);
  return item;
}

/** Returns a number from 0 up to but not including 1. The same text always gives the same number. */
export function shareFromText(words: string): number {
  return mulberry32(hashOf(words))();
}

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
