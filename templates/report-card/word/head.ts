import { INK, MUTED, SIZE } from "../../parts/type.ts";
import { line, lineHeight, nothing, run } from "../../parts/word/text.ts";
import { wordLetterhead, wordTitle } from "../../parts/word/letterhead.ts";
import { wordTable, type Flow } from "../../parts/word/table.ts";
import { PAGE } from "../grid.ts";
import { PICTURE } from "../student-head.ts";
import type { School } from "../../parts/school.ts";
import type { CardStudent, ReportCard } from "../data.ts";
import type { Pictures } from "../../parts/word/pictures.ts";

const NAME = 20;
const FACT = 10;
const FACT_GAP = 12;
const BESIDE_PICTURE = 16;

/** Letterhead, what the paper is, and who it is about. */
export function wordHead({ title, period, student }: ReportCard, school: School, pictures: Pictures): Flow {
  return [
    wordLetterhead(school, pictures, PAGE.width),
    wordTitle(title, period, PAGE.width),
    ...studentHead(student, pictures),
  ];
}

/** Its name is in Word's list of headings: a class's file is paged by it. */
function studentHead({ name, facts, picture }: CardStudent, pictures: Pictures): Flow {
  const shown = pictures.show({ path: picture, ...PICTURE, alternative: `${name}, a photograph` });
  const left = shown === null ? PAGE.width : PAGE.width - PICTURE.width - BESIDE_PICTURE;
  const words: Flow = [
    line(run(name, { size: NAME, serif: true, color: INK }), { size: NAME, outline: true }),
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
