import { ruled } from "../parts/rules.ts";
import { RULE } from "../parts/type.ts";
import type { CustomTableLayout } from "pdfmake/interfaces.js";

/** The rule between rows: a thinner one prints as dots, and a thicker one makes the card look like a form. */
export const ROW = 0.25;

type Ruled = {
  /** The type of each line, from the one over the head row to the one at the end; null for none. */
  lines: readonly (keyof typeof WEIGHTS | null)[];
  padding: number;
  gap: number;
};

const WEIGHTS = { head: RULE.frame, group: RULE.group, row: ROW };

export function cardRules({ lines, padding, gap }: Ruled): CustomTableLayout {
  return ruled({ lines: lines.map(weightOf), padding, gap });
}

export function linesHeight(lines: Ruled["lines"]): number {
  return lines.reduce((sum, kind) => sum + weightOf(kind), 0);
}

/** The lines of a head, rows under it, and the end. */
export function plainLines(rows: number): Ruled["lines"] {
  const between = Array.from({ length: Math.max(0, rows - 1) }, () => "row" as const);
  return [null, "head", ...between, "head"];
}

function weightOf(kind: Ruled["lines"][number]): number {
  return kind === null ? 0 : WEIGHTS[kind];
}
