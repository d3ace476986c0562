/** An item in a column of a page, with the height that it needs there. */
export type Measured = {
  height: number;
  /** The height when the item is the first in its column. */
  opening: number;
  /** The item must stay with the one before it. */
  keepWithPrevious: boolean;
};

/**
 * Distributes items over the columns of pages in order: each column is as full as possible, and items that belong
 * together share one unless no column could hold them.
 */
export function inColumns<Item extends Measured>(
  items: readonly Item[],
  roomOf: (column: number) => number,
): Item[][] {
  const columns: Item[][] = [[]];
  let left = roomOf(0);
  for (const part of chainsOf(items)) {
    if (!fits(part, left, columns.at(-1))) startColumn();
    for (const item of part) {
      if (!fits([item], left, columns.at(-1))) startColumn();
      left -= heightOf([item], columns.at(-1));
      columns.at(-1)?.push(item);
    }
  }
  return columns;

  function startColumn(): void {
    if (columns.at(-1)?.length === 0 && left >= roomOf(columns.length)) return;
    columns.push([]);
    left = roomOf(columns.length - 1);
  }
}

/** Makes the columns of the last page, of `sides` per page, end at the same height. */
export function evened<Item extends Measured>(
  columns: readonly Item[][],
  sides: number,
  roomOf: (column: number) => number,
): Item[][] {
  const first = sides * (Math.ceil(columns.length / sides) - 1);
  const last = columns.slice(first).flat();
  const room = evenRoom(last, sides, roomOf(first));
  return [...columns.slice(0, first), ...inColumns(last, () => room)];
}

/**
 * Returns the lowest height in which the items take no more columns than `count`, so that columns side by side end at
 * the same height.
 */
export function evenRoom(items: readonly Measured[], count: number, most: number): number {
  const all = heightOf(items, []);
  for (let room = all / count; room < most; room += STEP) {
    if (inColumns(items, () => room).length <= count) return room;
  }
  return most;
}

const STEP = 4;
/** Rows that exactly fill a page do fit, whatever rounding does to the sum of their heights. */
const ROUNDING = 0.01;

function chainsOf<Item extends Measured>(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [];
  for (const item of items) {
    const last = parts.at(-1);
    if (item.keepWithPrevious && last) last.push(item);
    else parts.push([item]);
  }
  return parts;
}

function fits(part: readonly Measured[], left: number, column: readonly Measured[] = []): boolean {
  return heightOf(part, column) <= left + ROUNDING;
}

function heightOf(part: readonly Measured[], column: readonly Measured[] = []): number {
  const opening = column.length === 0 ? (part[0]?.opening ?? 0) : 0;
  return part.reduce((sum, { height }) => sum + height, opening);
}
