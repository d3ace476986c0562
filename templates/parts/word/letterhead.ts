import { RULE_WEIGHTS, SCHOOL_RED, FONT_SIZES, MUTED_COLOUR } from "../type.ts";
import { docxParagraph, docxTextRun, docxTab, type DocxElement } from "./text.ts";
import { docxTable } from "./table.ts";
import type { School } from "../school.ts";
import type { DocxPictures } from "./pictures.ts";

const LOGO = { size: 54, gap: 14 };
const NAME = 19;
const MOTTO = 11.5;
const TITLE = 12.5;

/** Builds the letterhead: logo, name, motto and address above a line in the school's red. */
export function docxLetterhead(school: School, pictures: DocxPictures, width: number): DocxElement {
  const box = { width: LOGO.size, height: LOGO.size };
  const logo = pictures.show({ path: school.logo, ...box, alternative: `The crest of ${school.name}` });
  const words = [
    docxParagraph(docxTextRun(school.name, { size: NAME, serif: true, bold: true }), { size: NAME }),
    ...(school.motto === null
      ? []
      : [
          docxParagraph(
            docxTextRun(school.motto, { size: MOTTO, serif: true, italics: true, color: SCHOOL_RED }),
            {},
          ),
        ]),
    ...(school.address === null
      ? []
      : [docxParagraph(docxTextRun(school.address, { size: FONT_SIZES.address, color: MUTED_COLOUR }), {})]),
  ];
  const beside = logo === null ? [] : [{ content: [docxParagraph([logo], {})] }];
  const widths = logo === null ? [width] : [LOGO.size, width - LOGO.size];
  const row = {
    cells: [...beside, { content: words }],
    height: LOGO.size + 6,
    rule: RULE_WEIGHTS.accent,
    colour: SCHOOL_RED,
  };
  return docxTable(widths, [row], LOGO.gap);
}

/** Builds the document's title, with the year and term at the right. */
export function docxTitle(title: string, period: string, width: number): DocxElement {
  const style = { size: TITLE, serif: true };
  const words = [
    ...docxTextRun(title, { ...style, smallCaps: true }),
    docxTab(style),
    ...docxTextRun(period, style),
  ];
  return docxParagraph(words, { before: 7, after: 5, tab: width });
}
