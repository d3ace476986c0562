import { frameOf } from "../parts/page.ts";

const { textWidth, textHeight } = frameOf("portrait");

/** The page of a card and the positions of its columns. */
export const PAGE = { width: textWidth, height: textHeight };
export const BETWEEN = 24;

/** Marks, and beside them attendance, behaviour and the signature. */
export const BESIDE = { marks: 312, side: textWidth - BETWEEN - 312 };

/** The columns under the marks: attendance, then behaviour in two; the principal's comment is under the third. */
export const BELOW = { first: 132, second: 125.28, third: textWidth - 132 - 125.28 - 2 * BETWEEN };
