import {
  contentOf,
  heightOf,
  type Block,
  frameOf,
  page,
  type Orientation,
  type Section,
} from "../../parts/page.ts";
import { countsLine } from "../../parts/counts.ts";
import { aboutLine, factsRow, noData, sectionHeading, titleLine } from "../../parts/heading.ts";
import { keyLine } from "../../parts/key.ts";
import { compactLetterhead, letterhead } from "../../parts/letterhead.ts";
import { signatureLines, type Signed } from "../../parts/signatures.ts";
import { SANS_LINE, SIZE } from "../../parts/type.ts";
import { orientationOf } from "../plan.ts";
import { aboutOf, footOf, isEmpty, titleOf } from "../values.ts";
import { listBlocks, listTable } from "./blocks.ts";
import type { Content, TDocumentDefinitions } from "pdfmake/interfaces.js";
import type { ListDocument, ListTable } from "../data.ts";

/** A smaller space would hold no more than the head of a table and a few rows. */
const LEAST_ROOM = 130;
const ABOVE_SIGNED = 56;
const BETWEEN_SIGNED = 24;
/** Underscores rather than a drawn line, so that they are on the text's baseline. */
const TO_WRITE_ON = "____________";

export function listPdf(list: ListDocument): TDocumentDefinitions {
  const title = [list.title, aboutOf(list)].join(", ");
  return page({ title, printed: list.printed, author: list.school.name, ...listSection(list) });
}

export function listSection(list: ListDocument): Section & { orientation: Orientation } {
  const orientation = orientationOf(list);
  return { orientation, foot: footOf(list), content: contentOfList(list, orientation) };
}

function contentOfList(list: ListDocument, orientation: Orientation): Content[] {
  const { textWidth: width, textHeight: next } = frameOf(orientation);
  const top = orientation === "portrait" ? portraitTop(list, width) : landscapeTop(list, width);
  if (isEmpty(list)) return [...contentOf(top), noData()];
  const end = [keyLine(list.keys, list.notes, width), ...(list.signed ? [signedBy(list.signed, width)] : [])];
  const content = contentOf(top);
  let left = next - heightOf(top);
  for (const [index, table] of list.tables.entries()) {
    const tail = index === list.tables.length - 1 ? heightOf(end) : 0;
    const over = table.heading === undefined ? [] : [sectionHeading(table.heading, width)];
    const isOnNewPage = left < LEAST_ROOM || (table.ownPage === true && index > 0);
    const first = (isOnNewPage ? next : left) - heightOf(over);
    const flow = flowOf(table, { orientation, width, first, next, tail });
    const stack = [...contentOf(over), ...flow.content];
    content.push(isOnNewPage ? { stack, pageBreak: "before" } : stack);
    left = flow.left;
  }
  return [...content, ...contentOf(end)];
}

function signedBy(signed: readonly Signed[], width: number): Block {
  const columns = signatureLines(signed, { width, gap: BETWEEN_SIGNED });
  return {
    height: ABOVE_SIGNED + 2 + SIZE.label * SANS_LINE,
    content: { columns, columnGap: BETWEEN_SIGNED, margin: [0, ABOVE_SIGNED, 0, 0], unbreakable: true },
  };
}

function flowOf(table: ListTable, space: Parameters<typeof listTable>[1]) {
  return table.arrangement === "blocks" ? listBlocks(table, space) : listTable(table, space);
}

function portraitTop(list: ListDocument, width: number): Block[] {
  const { school, about, period, blank } = list;
  const aside = [list.aside, blank === undefined ? "" : `${blank} ${TO_WRITE_ON}`].filter(Boolean).join("  ");
  return [
    letterhead(school, width),
    titleLine(titleOf(list), period, width),
    aboutLine({ text: about, aside, counts: countsLine(list.counts), width }),
    ...(list.facts ? [factsRow(list.facts, width, 3)] : []),
  ];
}

function landscapeTop(list: ListDocument, width: number): Block[] {
  const { school, period } = list;
  const counts = countsLine(list.counts).plain;
  const about = [aboutOf(list), counts].filter(Boolean).join(", ");
  return [compactLetterhead({ school, title: titleOf(list), about, period, width })];
}
