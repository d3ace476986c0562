import { INK_COLOUR, RULE_WEIGHTS } from "./type.ts";
import type { CustomTableLayout } from "pdfmake/interfaces.js";

type Ruled = {
  /** The weights of the horizontal lines, from the line above the head to the last line; 0 for no line. */
  lines: readonly number[];
  headRows?: number;
  padding: number;
  /** The space to the left of every column except the first. */
  gap: number;
  /** Vertical hairlines, each given by the column to its right. The number of columns stands for the right edge. */
  verticalRules?: readonly number[];
  /** Returns the space at the right of a column, so that a vertical line does not touch the column's text. */
  right?: (column: number) => number;
};

const GROUP = 5;
/** The padding below the labels of the head row. */
export const HEAD_PADDING = 3.4;

/** Builds a layout with horizontal lines of different weights, without boxes or tints. */
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
    vLineWidth: (column) => (verticalRules.includes(column) ? RULE_WEIGHTS.row : 0),
    hLineColor: () => INK_COLOUR,
    vLineColor: () => INK_COLOUR,
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
 * Returns the weights of a list's lines: below the head and at the end, and a heavier line after every fifth row and
 * before the totals.
 */
export function listRuleWeights(rows: number, totals: number): number[] {
  const under = Array.from({ length: rows }, (_row, index) => ruleWeightUnder(index + 1));
  const lines = [0, RULE_WEIGHTS.frame, ...under, ...Array.from({ length: totals }, () => RULE_WEIGHTS.row)];
  lines[1 + rows] = RULE_WEIGHTS.frame;
  lines[1 + rows + totals] = RULE_WEIGHTS.frame;
  return lines;
}

export function ruleWeightUnder(index: number): number {
  return index % GROUP === 0 ? RULE_WEIGHTS.group : RULE_WEIGHTS.row;
}
