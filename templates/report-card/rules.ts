import { HEAD_PADDING } from "../parts/rules.ts";
import { INK, RULE } from "../parts/type.ts";
import type { CustomTableLayout } from "pdfmake/interfaces.js";

/** Between rows: thinner prints as dots, thicker as a form. */
export const ROW = 0.25;

type Ruled = {
  /** What each line is, from the one over the head row to the one at the end; null for none. */
  lines: readonly (keyof typeof WEIGHTS | null)[];
  padding: number;
  gap: number;
};

const WEIGHTS = { head: RULE.frame, group: RULE.group, row: ROW };

/** A table of a card: a rule under its head and at its end, hairlines between; no boxes or tints (look/print.md). */
export function cardRules({ lines, padding, gap }: Ruled): CustomTableLayout {
  return {
    hLineWidth: (line) => {
      const kind = lines[line] ?? null;
      return kind === null ? 0 : WEIGHTS[kind];
    },
    vLineWidth: () => 0,
    hLineColor: () => INK,
    paddingLeft: (column) => (column === 0 ? 0 : gap),
    paddingRight: () => 0,
    paddingTop: (row) => (row === 0 ? 0 : padding),
    paddingBottom: (row) => (row === 0 ? HEAD_PADDING : padding),
  };
}

export function linesHeight(lines: Ruled["lines"]): number {
  return lines.reduce((sum, kind) => sum + (kind === null ? 0 : WEIGHTS[kind]), 0);
}

/** A head, rows under it, and the end. */
export function plainLines(rows: number): Ruled["lines"] {
  const between = Array.from({ length: Math.max(0, rows - 1) }, () => "row" as const);
  return [null, "head", ...between, "head"];
}
