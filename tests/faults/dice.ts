/** Repeatable random numbers: the same ones in the same order for each seed. */
export type Dice = {
  /** A number from 0 up to but not including 1. */
  roll: () => number;
  chance: (share: number) => boolean;
  /** A whole number, both ends included. */
  between: (least: number, most: number) => number;
  pick: <Item>(items: readonly Item[]) => Item;
};

/** Creates dice for each fault: its numbers do not depend on how many the fault before it needed. */
export function diceFor(seed: number, index: number): Dice {
  const roll = mulberry(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
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

/** The mulberry32 generator: small, fast, and even enough for choosing faults. */
function mulberry(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
