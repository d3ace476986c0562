import {
  joinBlockContents,
  sumBlockHeights,
  type MeasuredBlock,
  pageFrame,
  buildDocument,
  type Orientation,
  type DocumentSection,
} from "../../parts/page.ts";
import { buildCountsLine } from "../../parts/counts.ts";
import {
  subjectAndCountsLine,
  labelledFactsRow,
  noDataText,
  sectionHeading,
  titleLine,
} from "../../parts/heading.ts";
import { abbreviationKeyLine } from "../../parts/key.ts";
import { compactLetterhead, letterhead } from "../../parts/letterhead.ts";
import { signatureLines, type SignatureField } from "../../parts/signatures.ts";
import { SANS_LINE_HEIGHT, FONT_SIZES } from "../../parts/type.ts";
import { chooseOrientation } from "../plan.ts";
import { formatListSubject, formatListFoot, isEmptyList, formatListTitle } from "../values.ts";
import { layOutListBlocks, layOutListTable } from "./blocks.ts";
import type { Content, TDocumentDefinitions } from "pdfmake/interfaces.js";
import type { ListDocument, ListTable } from "../data.ts";

/** In less space than this, only the head of a table and a few rows would fit. */
const LEAST_ROOM = 130;
const ABOVE_SIGNED = 56;
const BETWEEN_SIGNED = 24;
/** A line for writing by hand. It consists of underscores, so that it is on the text's baseline. */
const TO_WRITE_ON = "____________";

export function buildListPdf(list: ListDocument): TDocumentDefinitions {
  const title = [list.title, formatListSubject(list)].join(", ");
  return buildDocument({ title, printed: list.printed, author: list.school.name, ...buildListSection(list) });
}

export function buildListSection(list: ListDocument): DocumentSection & { orientation: Orientation } {
  const orientation = chooseOrientation(list);
  return { orientation, foot: formatListFoot(list), content: contentOfList(list, orientation) };
}

function contentOfList(list: ListDocument, orientation: Orientation): Content[] {
  const { textWidth: width, textHeight: next } = pageFrame(orientation);
  const top = orientation === "portrait" ? portraitTop(list, width) : landscapeTop(list, width);
  if (isEmptyList(list)) return [...joinBlockContents(top), noDataText()];
  const end = [
    abbreviationKeyLine(list.keys, list.notes, width),
    ...(list.signed ? [signedBy(list.signed, width)] : []),
  ];
  const content = joinBlockContents(top);
  let left = next - sumBlockHeights(top);
  for (const [index, table] of list.tables.entries()) {
    const tail = index === list.tables.length - 1 ? sumBlockHeights(end) : 0;
    const over = table.heading === undefined ? [] : [sectionHeading(table.heading, width)];
    const isOnNewPage = left < LEAST_ROOM || (table.ownPage === true && index > 0);
    const first = (isOnNewPage ? next : left) - sumBlockHeights(over);
    const flow = flowOf(table, { orientation, width, first, next, tail });
    const stack = [...joinBlockContents(over), ...flow.content];
    content.push(isOnNewPage ? { stack, pageBreak: "before" } : stack);
    left = flow.left;
  }
  return [...content, ...joinBlockContents(end)];
}

function signedBy(signed: readonly SignatureField[], width: number): MeasuredBlock {
  const columns = signatureLines(signed, { width, gap: BETWEEN_SIGNED });
  return {
    height: ABOVE_SIGNED + 2 + FONT_SIZES.label * SANS_LINE_HEIGHT,
    content: { columns, columnGap: BETWEEN_SIGNED, margin: [0, ABOVE_SIGNED, 0, 0], unbreakable: true },
  };
}

function flowOf(table: ListTable, space: Parameters<typeof layOutListTable>[1]) {
  return table.arrangement === "blocks" ? layOutListBlocks(table, space) : layOutListTable(table, space);
}

function portraitTop(list: ListDocument, width: number): MeasuredBlock[] {
  const { school, about, period, blank } = list;
  const aside = [list.aside, blank === undefined ? "" : `${blank} ${TO_WRITE_ON}`].filter(Boolean).join("  ");
  return [
    letterhead(school, width),
    titleLine(formatListTitle(list), period, width),
    subjectAndCountsLine({ text: about, aside, counts: buildCountsLine(list.counts), width }),
    ...(list.facts ? [labelledFactsRow(list.facts, width, 3)] : []),
  ];
}

function landscapeTop(list: ListDocument, width: number): MeasuredBlock[] {
  const { school, period } = list;
  const counts = buildCountsLine(list.counts).plain;
  const about = [formatListSubject(list), counts].filter(Boolean).join(", ");
  return [compactLetterhead({ school, title: formatListTitle(list), about, period, width })];
}
