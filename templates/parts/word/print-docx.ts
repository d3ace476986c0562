import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  Packer,
  PageNumber,
  Paragraph,
  Tab,
  TabStopType,
  TextRun,
  type ISectionOptions,
} from "docx";
import { pageFrame, type Orientation } from "../page.ts";
import { INK_COLOUR, MUTED_COLOUR, FONT_SIZES } from "../type.ts";
import { normaliseForPrint } from "../text.ts";
import { DocxBlock, docxColour, libraryTextStyle, DOCX_SANS_SERIF_FONT, toTwips } from "./text.ts";
import { withoutZipTimes } from "./zip-times.ts";
import type { PrintedFile } from "../print-pdf.ts";
import type { PrintTime } from "../school.ts";
import type { DocxContent } from "./table.ts";

/** A Word document. Each section begins on a new page and has its own page numbers. */
export type DocxFile = {
  title: string;
  author: string;
  printed: PrintTime;
  orientation?: Orientation;
  sections: { foot: readonly string[]; children: DocxContent }[];
};

const FOOT_FROM_EDGE = 22;
const LANGUAGE = "en-TT";

export async function printDocx(file: DocxFile): Promise<PrintedFile> {
  const document = new Document({
    title: file.title,
    creator: file.author,
    styles: {
      default: {
        document: {
          run: {
            font: DOCX_SANS_SERIF_FONT,
            size: 2 * FONT_SIZES.table,
            color: docxColour(INK_COLOUR),
            language: { value: LANGUAGE },
          },
        },
      },
    },
    sections: file.sections.map((section) => sectionOf(section, file)),
  });
  const core = { path: "docProps/core.xml", data: coreProperties(file) };
  const bytes = await Packer.toBuffer(document, undefined, [core]);
  return { bytes: withoutZipTimes(bytes), missing: [] };
}

function sectionOf(
  { foot, children }: DocxFile["sections"][number],
  { orientation = "portrait", sections }: DocxFile,
): ISectionOptions {
  const { width, height } = pageFrame("portrait");
  const { left, top, bottom, textWidth } = pageFrame(orientation);
  return {
    properties: {
      page: {
        size: { orientation, width: toTwips(width), height: toTwips(height) },
        margin: {
          top: toTwips(top),
          bottom: toTwips(bottom),
          left: toTwips(left),
          right: toTwips(left),
          footer: toTwips(FOOT_FROM_EDGE),
        },
        pageNumbers: { start: 1 },
      },
    },
    footers: { default: new Footer({ children: [footOf(foot, textWidth, sections.length === 1)] }) },
    children: children.map((item) => new DocxBlock(item)),
  };
}

/**
 * Builds a foot with the section's own `Page n of m`, in case a report card is taken out of the file. LibreOffice knows
 * only the number of pages of a whole file. It also draws a run of several parts in two sizes, so each has its own run.
 */
function footOf(foot: readonly string[], width: number, isOnly: boolean): Paragraph {
  const look = libraryTextStyle({ size: FONT_SIZES.footer, color: MUTED_COLOUR });
  const total = isOnly ? PageNumber.TOTAL_PAGES : PageNumber.TOTAL_PAGES_IN_SECTION;
  return new Paragraph({
    alignment: AlignmentType.LEFT,
    tabStops: [{ type: TabStopType.RIGHT, position: toTwips(width) }],
    border: { top: { style: BorderStyle.SINGLE, size: 2, space: 4, color: docxColour(INK_COLOUR) } },
    children: [
      new TextRun({ ...look, text: normaliseForPrint(foot.join("  ·  ")) }),
      ...[new Tab(), "Page ", PageNumber.CURRENT, " of ", total].map(
        (part) => new TextRun({ ...look, children: [part] }),
      ),
    ],
  });
}

/** Replaces the library's current time with the document's own time, so that the same data gives the same bytes. */
function coreProperties({ title, author, printed }: DocxFile): string {
  const at = `${new Date(printed.at).toISOString().slice(0, 19)}Z`;
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"',
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"',
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    `<dc:title>${escaped(title)}</dc:title><dc:creator>${escaped(author)}</dc:creator>`,
    `<cp:lastModifiedBy>Termbook</cp:lastModifiedBy><dc:language>${LANGUAGE}</dc:language>`,
    `<dcterms:created xsi:type="dcterms:W3CDTF">${at}</dcterms:created>`,
    `<dcterms:modified xsi:type="dcterms:W3CDTF">${at}</dcterms:modified>`,
    "</cp:coreProperties>",
  ].join("");
}

function escaped(text: string): string {
  return normaliseForPrint(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
