import { RULE, SCHOOL_RED, SIZE, MUTED } from "../type.ts";
import { line, run, tab, type Element } from "./text.ts";
import { wordTable } from "./table.ts";
import type { School } from "../school.ts";
import type { Pictures } from "./pictures.ts";

const LOGO = { size: 54, gap: 14 };
const NAME = 19;
const MOTTO = 11.5;
const TITLE = 12.5;

/** Logo, name, motto and address over one line in the school's red. */
export function wordLetterhead(school: School, pictures: Pictures, width: number): Element {
  const box = { width: LOGO.size, height: LOGO.size };
  const logo = pictures.show({ path: school.logo, ...box, alternative: `The crest of ${school.name}` });
  const words = [
    line(run(school.name, { size: NAME, serif: true, bold: true }), { size: NAME }),
    ...(school.motto === null
      ? []
      : [line(run(school.motto, { size: MOTTO, serif: true, italics: true, color: SCHOOL_RED }), {})]),
    ...(school.address === null ? [] : [line(run(school.address, { size: SIZE.address, color: MUTED }), {})]),
  ];
  const beside = logo === null ? [] : [{ content: [line([logo], {})] }];
  const widths = logo === null ? [width] : [LOGO.size, width - LOGO.size];
  const row = {
    cells: [...beside, { content: words }],
    height: LOGO.size + 6,
    rule: RULE.accent,
    colour: SCHOOL_RED,
  };
  return wordTable(widths, [row], LOGO.gap);
}

/** Lays out the document's title, with the period on the right. */
export function wordTitle(title: string, period: string, width: number): Element {
  const style = { size: TITLE, serif: true };
  const words = [...run(title, { ...style, smallCaps: true }), tab(style), ...run(period, style)];
  return line(words, { before: 7, after: 5, tab: width });
}
