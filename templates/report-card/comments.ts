import { setText } from "../parts/set-text.ts";
import { INK, RULE, SERIF, SERIF_LINE, SIZE } from "../parts/type.ts";
import { ROW } from "./rules.ts";
import { heading } from "./side-tables.ts";
import type { Content } from "pdfmake/interfaces.js";
import type { Block } from "../parts/block.ts";
import type { Comment } from "./data.ts";

/** The distance of lines to write on by hand. */
const WRITTEN_LINE = 18;

/** Lays out a heading with the comment, or with lines to write on when there is none. */
export function comment({ title, text }: Comment, width: number, size: number, emptyLines: number): Block {
  const head = SIZE.heading * SERIF_LINE;
  if (text === "") {
    return {
      height: head + emptyLines * WRITTEN_LINE,
      content: { stack: [heading(title), linesToWriteOn(width, emptyLines)] },
    };
  }
  const { lines, content } = setText(text, width, { family: SERIF, size }, { font: SERIF, color: INK });
  return {
    height: head + lines * size * SERIF_LINE,
    content: { stack: [heading(title), content] },
  };
}

function linesToWriteOn(width: number, count: number): Content {
  return {
    canvas: Array.from({ length: count }, (_each, index) => {
      const y = (index + 1) * WRITTEN_LINE;
      return { type: "line" as const, x1: 0, y1: y, x2: width, y2: y, lineWidth: ROW, lineColor: INK };
    }),
  };
}

export function rule(width: number, lineWidth: number = RULE.frame): Content {
  return { canvas: [{ type: "line", x1: 0, y1: 0, x2: width, y2: 0, lineWidth, lineColor: INK }] };
}
