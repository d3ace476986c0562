import { INK, RULE } from "./type.ts";
import type { CustomTableLayout } from "pdfmake/interfaces.js";

type Ruled = {
  /** The weights of the lines, from the one over the head to the one at the end; 0 for none. */
  lines: readonly number[];
  headRows?: number;
  padding: number;
  /** The space to the left of every column except the first. */
  gap: number;
  /** Vertical hairlines, each named by the column at its right, or at the table's edge by the number of columns. */
  verticalRules?: readonly number[];
  /** The space at the right of some columns, so that a vertical rule does not touch their text. */
  right?: (column: number) => number;
};

const GROUP = 5;
/** The padding under the labels of the head row. */
export const HEAD_PADDING = 3.4;

/** Builds a table of rows under a head, with rules of different weight between them and no boxes or tints. */
export function ruled({
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
 * The lines of a list: a rule under its head and at its end, and a heavier one after every fifth row and before the
 * totals.
 */
export function listLines(rows: number, totals: number): number[] {
  const under = Array.from({ length: rows }, (_row, index) => ruleUnder(index + 1));
  const lines = [0, RULE.frame, ...under, ...Array.from({ length: totals }, () => RULE.row)];
  lines[1 + rows] = RULE.frame;
  lines[1 + rows + totals] = RULE.frame;
  return lines;
}

export function ruleUnder(index: number): number {
  return index % GROUP === 0 ? RULE.group : RULE.row;
}
