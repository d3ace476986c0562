import { INK_COLOUR, RULE_WEIGHTS } from "./type.ts";
import type { Content } from "pdfmake/interfaces.js";

/** Lays out a picture in a frame. The frame is drawn after the picture, because the picture is opaque. */
export function framedPicture(
  image: string,
  { width, height }: { width: number; height: number },
): Content[] {
  const rect = {
    type: "rect" as const,
    x: 0,
    y: -height,
    w: width,
    h: height,
    lineWidth: RULE_WEIGHTS.group,
  };
  return [
    { image, width, height },
    { canvas: [{ ...rect, lineColor: INK_COLOUR }], relativePosition: { x: 0, y: 0 } },
  ];
}
