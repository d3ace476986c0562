import { INK, RULE } from "./type.ts";
import type { CustomTableLayout } from "pdfmake/interfaces.js";

type Ruled = {
  rows: number;
  padding: number;
  gap: number;
  /** Rows at the end that sum up the others, set off by a heavier rule. */
  totals?: number;
  /** The first column that is filled in by hand: from it on, and at the edge, vertical rules make boxes. */
  boxesFrom?: number | null;
};

const GROUP = 5;
/** Under the head row's labels. */
export const HEAD_PADDING = 3.4;

/**
 * A list under one head row: a rule under the head and at the end, a hairline between rows, a heavier one after every
 * fifth and before the totals. No boxes or tints.
 */
export function ruled({ rows, padding, gap, totals = 0, boxesFrom = null }: Ruled): CustomTableLayout {
  return {
    hLineWidth: (line) => lineWeight(line, { rows, totals }),
    vLineWidth: (column) => (boxesFrom !== null && column >= boxesFrom ? RULE.row : 0),
    hLineColor: () => INK,
    vLineColor: () => INK,
    paddingLeft: (column) => (column === 0 ? 0 : gap),
    paddingRight: () => 0,
    paddingTop: (row) => (row === 0 ? 0 : padding),
    paddingBottom: (row) => (row === 0 ? HEAD_PADDING : padding),
  };
}

function lineWeight(line: number, { rows, totals }: { rows: number; totals: number }): number {
  if (line === 0) return 0;
  if (line === 1 || line === 1 + rows + totals || (totals > 0 && line === 1 + rows)) return RULE.frame;
  if (line > 1 + rows) return RULE.row;
  return (line - 1) % GROUP === 0 ? RULE.group : RULE.row;
}
