import { contentOf, heightOf, type Block } from "../../parts/block.ts";
import { countsLine } from "../../parts/counts.ts";
import { aboutLine, noData, sectionHeading, titleLine } from "../../parts/heading.ts";
import { keyLine } from "../../parts/key.ts";
import { compactLetterhead, letterhead } from "../../parts/letterhead.ts";
import { frameOf, page, type Orientation } from "../../parts/page.ts";
import { orientationOf } from "../plan.ts";
import { aboutOf, footOf, isEmpty, titleOf } from "../words.ts";
import { listBlocks } from "./blocks.ts";
import { listTable } from "./flow.ts";
import type { Content, TDocumentDefinitions } from "pdfmake/interfaces.js";
import type { ListDocument, ListTable } from "../data.ts";

/** Less would hold no more than the head of a table and a few rows. */
const LEAST_ROOM = 130;

export function listPdf(list: ListDocument): TDocumentDefinitions {
  const orientation = orientationOf(list);
  return page({
    orientation,
    title: [list.title, aboutOf(list)].join(", "),
    foot: footOf(list),
    printed: list.printed,
    author: list.school.name,
    content: contentOfList(list, orientation),
  });
}

function contentOfList(list: ListDocument, orientation: Orientation): Content[] {
  const { textWidth: width, textHeight: next } = frameOf(orientation);
  const top = orientation === "portrait" ? portraitTop(list, width) : landscapeTop(list, width);
  if (isEmpty(list)) return [...contentOf(top), noData()];
  const key = keyLine(list.keys, list.notes, width);
  const content = contentOf(top);
  let left = next - heightOf(top);
  for (const [index, table] of list.tables.entries()) {
    const tail = index === list.tables.length - 1 ? key.height : 0;
    const over = table.heading === undefined ? [] : [sectionHeading(table.heading, width)];
    const isOnNewPage = left < LEAST_ROOM;
    const first = (isOnNewPage ? next : left) - heightOf(over);
    const flow = flowOf(table, { orientation, width, first, next, tail });
    const stack = [...contentOf(over), ...flow.content];
    content.push(isOnNewPage ? { stack, pageBreak: "before" } : stack);
    left = flow.left;
  }
  return [...content, key.content];
}

function flowOf(table: ListTable, space: Parameters<typeof listTable>[1]) {
  return table.arrangement === "blocks" ? listBlocks(table, space) : listTable(table, space);
}

function portraitTop(list: ListDocument, width: number): Block[] {
  const { school, about, aside, period } = list;
  return [
    letterhead(school, width),
    titleLine(titleOf(list), period, width),
    aboutLine({ text: about, aside, counts: countsLine(list.counts), width }),
  ];
}

function landscapeTop(list: ListDocument, width: number): Block[] {
  const { school, period } = list;
  const counts = countsLine(list.counts).plain;
  const about = [aboutOf(list), counts].filter(Boolean).join(", ");
  return [compactLetterhead({ school, title: titleOf(list), about, period, width })];
}
