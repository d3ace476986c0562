/** An item to be placed in a column of a page, with the height that it needs there. */
export type MeasuredItem = {
  height: number;
  /** The height if the item is the first in its column. */
  opening: number;
  /** True when the item must stay with the item before it. */
  keepWithPrevious: boolean;
};

/**
 * Distributes items in order over the columns of pages, each as full as possible. Items that belong together share a
 * column if at least one column could hold them.
 */
export function distributeInColumns<Item extends MeasuredItem>(
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

/** Distributes the items of the last page over its columns (`sides`), so that they end at about the same height. */
export function balanceLastPage<Item extends MeasuredItem>(
  columns: readonly Item[][],
  sides: number,
  roomOf: (column: number) => number,
): Item[][] {
  const first = sides * (Math.ceil(columns.length / sides) - 1);
  const last = columns.slice(first).flat();
  const room = findBalancedHeight(last, sides, roomOf(first));
  return [...columns.slice(0, first), ...distributeInColumns(last, () => room)];
}

/**
 * Returns the lowest height with which the items fit into `count` columns, so that columns side by side end at about
 * the same height.
 */
export function findBalancedHeight(items: readonly MeasuredItem[], count: number, most: number): number {
  const all = heightOf(items, []);
  for (let room = all / count; room < most; room += STEP) {
    if (distributeInColumns(items, () => room).length <= count) return room;
  }
  return most;
}

const STEP = 4;
/** An allowance for rounding, so that rows which fill a page exactly still fit. */
const ROUNDING = 0.01;

function chainsOf<Item extends MeasuredItem>(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [];
  for (const item of items) {
    const last = parts.at(-1);
    if (item.keepWithPrevious && last) last.push(item);
    else parts.push([item]);
  }
  return parts;
}

function fits(part: readonly MeasuredItem[], left: number, column: readonly MeasuredItem[] = []): boolean {
  return heightOf(part, column) <= left + ROUNDING;
}

function heightOf(part: readonly MeasuredItem[], column: readonly MeasuredItem[] = []): number {
  const opening = column.length === 0 ? (part[0]?.opening ?? 0) : 0;
  return part.reduce((sum, { height }) => sum + height, opening);
}
