import { nodeOf, type Box, type Layout, type Node } from "./nodes.ts";

export type Cell = { node: Node; box: Box };

type Place = { left: number; width: number };

/** Where columns stand in a table, and how wide it is in all. */
export function columnsOf(widths: readonly number[], layout: Layout): { places: Place[]; width: number } {
  let x = 0;
  const places = widths.map((width, column) => {
    const left = x + layout.paddingLeft(column);
    x = left + width + layout.paddingRight(column);
    return { left, width };
  });
  return { places, width: x };
}

export function cellsOf(row: readonly unknown[], places: readonly Place[], { x, y }: Box): Cell[] {
  const cells: Cell[] = [];
  for (let column = 0; column < row.length;) {
    const node = nodeOf(row[column]);
    const { left = 0 } = places[column] ?? {};
    column += node.colSpan ?? 1;
    const last = places[column - 1];
    cells.push({ node, box: { x: x + left, y, width: last ? last.left + last.width - left : 0 } });
  }
  return cells;
}
