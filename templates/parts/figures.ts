import { widthOf } from "./fonts.ts";
import { MUTED, SIZE } from "./type.ts";
import type { ContentText } from "pdfmake/interfaces.js";

type Style = { bold?: boolean; size?: number; color?: string };

/**
 * Aligns a number to the right of its column with units under units. Its decimals hang over the edge, as far as
 * `decimals`, the most of any number in the column, keeps room for them.
 */
export function figure(
  text: string,
  decimals: number,
  { bold = false, size = SIZE.table, color }: Style = {},
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
 * Builds `17 / 20` for a mark whose maximum differs from its column's: the maximum hangs over the edge, smaller and
 * muted.
 */
export function figureOutOf(
  text: string,
  maximum: string,
  decimals: number,
  { size = SIZE.table }: Style = {},
): ContentText {
  const of = ` / ${maximum}`;
  const { margin: _edge, ...cell } = figure(text, decimals, { size });
  const room = decimalsWidth("0".repeat(decimals), { bold: false, size });
  const own = decimalsWidth(text.split(".")[1] ?? "", { bold: false, size });
  return {
    ...cell,
    text: [text, { text: of, fontSize: SIZE.label, color: MUTED }],
    margin: [0, 0, room - own - widthOf(of, { size: SIZE.label }), 0],
  };
}

export function decimalsOf(figures: readonly (string | null)[]): number {
  return Math.max(0, ...figures.map((text) => text?.split(".")[1]?.length ?? 0));
}

function decimalsWidth(decimals: string, { bold, size }: { bold: boolean; size: number }): number {
  return decimals === "" ? 0 : widthOf(`.${decimals}`, { size, bold });
}
