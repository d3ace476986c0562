/** Chance that a seed repeats: the same numbers in the same order every time. */
export type Dice = {
  /** From 0, below 1. */
  roll: () => number;
  chance: (share: number) => boolean;
  /** A whole number, both ends included. */
  between: (least: number, most: number) => number;
  pick: <Item>(items: readonly Item[]) => Item;
};

/** Dice of their own for each fault: what one throws does not depend on how many the one before it needed. */
export function diceFor(seed: number, place: number): Dice {
  const roll = mulberry(Math.imul(seed, 0x9e3779b1) ^ Math.imul(place + 1, 0x85ebca6b));
  return {
    roll,
    chance: (share) => roll() < share,
    between: (least, most) => least + Math.floor(roll() * (most - least + 1)),
    pick(items) {
      const item = items[Math.floor(roll() * items.length)];
      if (item === undefined) throw new Error("There is nothing to pick from");
      return item;
    },
  };
}

export function shuffled<Item>(items: readonly Item[], dice: Dice): Item[] {
  return items
    .map((item) => ({ item, order: dice.roll() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ item }) => item);
}

/** mulberry32: small, fast, and even enough for choosing faults. */
function mulberry(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
