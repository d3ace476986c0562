import { INK, MUTED, RULE, SCHOOL_RED, SIZE } from "../../parts/type.ts";
import { line, lineHeight, nothing, run, tab } from "../../parts/word/word-text.ts";
import { wordTable } from "../../parts/word/word-table.ts";
import { PAGE } from "../grid.ts";
import { PICTURE } from "../student-head.ts";
import type { School } from "../../parts/school.ts";
import type { Element } from "../../parts/word/word-element.ts";
import type { Flow } from "../../parts/word/word-table.ts";
import type { CardStudent, ReportCard } from "../data.ts";
import type { Pictures } from "./word-pictures.ts";

const LOGO = { size: 54, gap: 14 };
const NAME = { size: 20, school: 19 };
const FACT = 10;
const FACT_GAP = 12;
const BESIDE_PICTURE = 16;

/** Letterhead, what the paper is, and who it is about. */
export function wordHead({ title, period, student }: ReportCard, school: School, pictures: Pictures): Flow {
  return [letterhead(school, pictures), titleLine(title, period), ...studentHead(student, pictures)];
}

function letterhead(school: School, pictures: Pictures) {
  const box = { width: LOGO.size, height: LOGO.size };
  const logo = pictures.show({ path: school.logo, ...box, alternative: `The crest of ${school.name}` });
  const words = [
    line(run(school.name, { size: NAME.school, serif: true, bold: true }), { size: NAME.school }),
    ...(school.motto === null
      ? []
      : [line(run(school.motto, { size: 11.5, serif: true, italics: true, color: SCHOOL_RED }), {})]),
    ...(school.address === null ? [] : [line(run(school.address, { size: SIZE.address, color: MUTED }), {})]),
  ];
  const beside = logo === null ? [] : [{ content: [line([logo], {})] }];
  const widths = logo === null ? [PAGE.width] : [LOGO.size, PAGE.width - LOGO.size];
  const row = {
    cells: [...beside, { content: words }],
    height: LOGO.size + 6,
    rule: RULE.accent,
    colour: SCHOOL_RED,
  };
  return wordTable(widths, [row], LOGO.gap);
}

function titleLine(title: string, period: string): Element {
  const style = { size: 12.5, serif: true };
  const words = [...run(title, { ...style, smallCaps: true }), tab(style), ...run(period, style)];
  return line(words, { before: 7, after: 5, tab: PAGE.width });
}

/** Its name is in Word's list of headings: a class's file is paged by it. */
function studentHead({ name, facts, picture }: CardStudent, pictures: Pictures): Flow {
  const shown = pictures.show({ path: picture, ...PICTURE, alternative: `${name}, a photograph` });
  const left = shown === null ? PAGE.width : PAGE.width - PICTURE.width - BESIDE_PICTURE;
  const words: Flow = [
    line(run(name, { size: NAME.size, serif: true, color: INK }), { size: NAME.size, outline: true }),
    nothing(5),
    factsTable(facts, left),
  ];
  if (shown === null) return [...words, nothing()];
  const cells = [{ content: words }, { content: [line([shown], {})] }];
  return [
    wordTable([left, PICTURE.width + BESIDE_PICTURE], [{ cells, height: PICTURE.height }], BESIDE_PICTURE),
  ];
}

function factsTable(facts: CardStudent["facts"], width: number) {
  const lengths = facts.map(({ label, value }) => Math.max(8, label.length, value.length));
  const all = lengths.reduce((sum, length) => sum + length, 0);
  const widths = lengths.map((length) => (width * length) / all);
  const labels = facts.map(({ label }) => ({
    content: [line(run(label, { size: SIZE.label, color: MUTED }), {})],
  }));
  const values = facts.map(({ value }) => ({ content: [line(run(value, { size: FACT }), {})] }));
  const rows = [
    { cells: labels, height: lineHeight(SIZE.label) },
    { cells: values, height: lineHeight(FACT) },
  ];
  return wordTable(widths, rows, FACT_GAP);
}
