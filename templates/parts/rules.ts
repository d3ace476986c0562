import { INK, RULE } from "./type.ts";
import type { CustomTableLayout } from "pdfmake/interfaces.js";

type Ruled = {
  /** The weights of the horizontal lines, from the one above the head to the one at the end; 0 for none. */
  lines: readonly number[];
  headRows?: number;
  padding: number;
  /** The space to the left of every column except the first. */
  gap: number;
  /** Vertical hairlines by the column at their right; the number of columns stands for the table's right edge. */
  verticalRules?: readonly number[];
  /** Returns the space at the right of a column, so that a vertical rule does not touch its text. */
  right?: (column: number) => number;
};

const GROUP = 5;
/** The padding below the labels of the head row. */
export const HEAD_PADDING = 3.4;

/** Builds a table with horizontal rules of different weights below its head, without boxes or tints. */
export function ruledTableLayout({
  lines,
  headRows = 1,
  padding,
  gap,
  verticalRules = [],
  right = () => 0,
}: Ruled): CustomTableLayout {
  return {
    hLineWidth: (line) => lines[line] ?? 0,
    vLineWidth: (column) => (verticalRules.includes(column) ? RULE.row : 0),
    hLineColor: () => INK,
    vLineColor: () => INK,
    paddingLeft: (column) => (column === 0 ? 0 : gap),
    paddingRight: right,
    paddingTop: (row) => (row < headRows ? 0 : padding),
    paddingBottom: (row) => {
      if (row >= headRows) return padding;
      return row === headRows - 1 ? HEAD_PADDING : 0;
    },
  };
}

/**
 * Returns the weights of a list's lines: a rule below its head and at its end, and a heavier one after every fifth row
 * and before the totals.
 */
export function listRuleWeights(rows: number, totals: number): number[] {
  const under = Array.from({ length: rows }, (_row, index) => ruleWeightUnder(index + 1));
  const lines = [0, RULE.frame, ...under, ...Array.from({ length: totals }, () => RULE.row)];
  lines[1 + rows] = RULE.frame;
  lines[1 + rows + totals] = RULE.frame;
  return lines;
}

export function ruleWeightUnder(index: number): number {
  return index % GROUP === 0 ? RULE.group : RULE.row;
}
