import { contentOf, heightOf, type Block } from "../parts/block.ts";
import { frameOf, page } from "../parts/page.ts";
import { partList, pagesOf } from "./part-list.ts";
import { coverHead } from "./head.ts";
import type { TDocumentDefinitions } from "pdfmake/interfaces.js";
import type { BatchCover } from "./data.ts";

/** As sheets are counted, from this one on through all that follow (look/print/batch-cover.png). */
export function batchCoverPdf(cover: BatchCover): TDocumentDefinitions {
  const { textWidth: width, textHeight: height } = frameOf("portrait");
  const head: Block[] = coverHead(cover, width);
  const list = partList(cover, { width, first: height - heightOf(head), next: height });
  const sheets = list.length + pagesOf(cover.parts);
  return page({
    orientation: "portrait",
    title: cover.title,
    printed: cover.printed,
    author: cover.school.name,
    foot: cover.foot,
    pageWords: (current) => `Sheet ${current} of ${sheets}`,
    content: [...contentOf(head), ...list],
  });
}
