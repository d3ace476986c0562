import { measureTextWidth } from "./fonts.ts";
import { MUTED_COLOUR, FONT_SIZES } from "./type.ts";
import type { ContentText } from "pdfmake/interfaces.js";

type Style = { bold?: boolean; size?: number; color?: string };

/**
 * Right-aligns a number so that units are below units. Decimals extend beyond the column's edge, into the space that
 * `decimals` (the highest number of decimals in the column) reserves.
 */
export function alignFigure(
  text: string,
  decimals: number,
  { bold = false, size = FONT_SIZES.table, color }: Style = {},
): ContentText {
  const room = decimalsWidth("0".repeat(decimals), { bold, size });
  const own = decimalsWidth(text.split(".")[1] ?? "", { bold, size });
  return {
    text,
    alignment: "right",
    noWrap: true,
    fontSize: size,
    bold,
    ...(color === undefined ? {} : { color }),
    margin: [0, 0, room - own, 0],
  };
}

/**
 * Builds `17 / 20` for a mark whose maximum differs from its column's. The maximum is smaller and muted, and extends
 * beyond the column's edge.
 */
export function alignFigureWithMaximum(
  text: string,
  maximum: string,
  decimals: number,
  { size = FONT_SIZES.table }: Style = {},
): ContentText {
  const of = ` / ${maximum}`;
  const { margin: _edge, ...cell } = alignFigure(text, decimals, { size });
  const room = decimalsWidth("0".repeat(decimals), { bold: false, size });
  const own = decimalsWidth(text.split(".")[1] ?? "", { bold: false, size });
  return {
    ...cell,
    text: [text, { text: of, fontSize: FONT_SIZES.label, color: MUTED_COLOUR }],
    margin: [0, 0, room - own - measureTextWidth(of, { size: FONT_SIZES.label }), 0],
  };
}

export function countMaxDecimals(figures: readonly (string | null)[]): number {
  return Math.max(0, ...figures.map((text) => text?.split(".")[1]?.length ?? 0));
}

function decimalsWidth(decimals: string, { bold, size }: { bold: boolean; size: number }): number {
  return decimals === "" ? 0 : measureTextWidth(`.${decimals}`, { size, bold });
}
