import { RULE, SCHOOL_RED, SIZE, MUTED } from "../type.ts";
import { wordParagraph, wordRun, wordTab, type WordElement } from "./text.ts";
import { wordTable } from "./table.ts";
import type { School } from "../school.ts";
import type { WordPictures } from "./pictures.ts";

const LOGO = { size: 54, gap: 14 };
const NAME = 19;
const MOTTO = 11.5;
const TITLE = 12.5;

/** Builds the letterhead: logo, name, motto and address above a line in the school's red. */
export function wordLetterhead(school: School, pictures: WordPictures, width: number): WordElement {
  const box = { width: LOGO.size, height: LOGO.size };
  const logo = pictures.show({ path: school.logo, ...box, alternative: `The crest of ${school.name}` });
  const words = [
    wordParagraph(wordRun(school.name, { size: NAME, serif: true, bold: true }), { size: NAME }),
    ...(school.motto === null
      ? []
      : [
          wordParagraph(
            wordRun(school.motto, { size: MOTTO, serif: true, italics: true, color: SCHOOL_RED }),
            {},
          ),
        ]),
    ...(school.address === null
      ? []
      : [wordParagraph(wordRun(school.address, { size: SIZE.address, color: MUTED }), {})]),
  ];
  const beside = logo === null ? [] : [{ content: [wordParagraph([logo], {})] }];
  const widths = logo === null ? [width] : [LOGO.size, width - LOGO.size];
  const row = {
    cells: [...beside, { content: words }],
    height: LOGO.size + 6,
    rule: RULE.accent,
    colour: SCHOOL_RED,
  };
  return wordTable(widths, [row], LOGO.gap);
}

/** Builds the document's title, with the period at the right. */
export function wordTitle(title: string, period: string, width: number): WordElement {
  const style = { size: TITLE, serif: true };
  const words = [...wordRun(title, { ...style, smallCaps: true }), wordTab(style), ...wordRun(period, style)];
  return wordParagraph(words, { before: 7, after: 5, tab: width });
}
