import type { Content } from "pdfmake/interfaces.js";

/** An item on a page with its height, so that the space for a list below is known before layout. */
export type Block = { content: Content; height: number };

export function heightOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + block.height, 0);
}

export function contentOf(blocks: readonly Block[]): Content[] {
  return blocks.map((block) => block.content);
}
