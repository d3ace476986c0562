import type { Content } from "pdfmake/interfaces.js";

/** Something that stands on a page, and the height it will take: what a list below can have is known before layout. */
export type Block = { content: Content; height: number };

export function heightOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + block.height, 0);
}

export function contentOf(blocks: readonly Block[]): Content[] {
  return blocks.map((block) => block.content);
}
