import { frameOf } from "../parts/page.ts";

const { textWidth, textHeight } = frameOf("portrait");

/** A card's page and where its columns stand (look/print.md). */
export const PAGE = { width: textWidth, height: textHeight };
export const BETWEEN = 24;

/** Marks, and beside them attendance, behaviour and the signature. */
export const BESIDE = { marks: 312, side: textWidth - BETWEEN - 312 };

/** Under the marks: attendance, behaviour twice; the principal stands under the third. */
export const BELOW = { first: 132, second: 125.28, third: textWidth - 132 - 125.28 - 2 * BETWEEN };
