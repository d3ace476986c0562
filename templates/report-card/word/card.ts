import { nothing, line, lineHeight, run } from "../../parts/word/text.ts";
import { BELOW, BESIDE, BETWEEN, PAGE } from "../grid.ts";
import { wordCriteria } from "./criteria.ts";
import { wordMarks } from "./marks.ts";
import { sideBySide, wordAttendance, wordBehaviour, wordKeys } from "./side.ts";
import { wordClosing, wordComment, wordSignature } from "./words.ts";
import type { School } from "../../parts/school.ts";
import { type Flow, wordTable } from "../../parts/word/table.ts";
import type { ReportCard, CardStudent } from "../data.ts";
import type { Density } from "../density.ts";
import type { Pictures } from "../../parts/word/pictures.ts";
import { INK, MUTED, SIZE } from "../../parts/type.ts";
import { wordLetterhead, wordTitle } from "../../parts/word/letterhead.ts";
import { PICTURE } from "../student-head.ts";

type WordSetting = { school: School; pictures: Pictures; density: Density };

/** Word's lines are lower than those of the printed page, so content that fits there fits here. */
export function wordCard(card: ReportCard, { school, pictures, density }: WordSetting): Flow {
  const between = nothing(density.gap);
  return [
    ...wordHead(card, school, pictures),
    between,
    ...(card.layout === "beside" ? besideArea(card, density) : belowArea(card, density)),
    nothing(density.gap),
    ...(card.layout === "beside"
      ? besideWords(card, density, pictures)
      : belowWords(card, density, pictures)),
    nothing(density.gap),
    ...wordClosing(card.closing, density),
  ];
}

function besideArea({ marks, attendance, behaviour, ratingKey }: ReportCard, density: Density): Flow {
  const right = [
    wordAttendance(attendance, BESIDE.side, density),
    nothing(density.gap),
    wordBehaviour("Behaviour", behaviour, BESIDE.side, density),
    wordKeys(ratingKey, [], "left"),
  ];
  const rows = attendance.length + behaviour.length;
  const left = [
    ...wordMarks(marks, BESIDE.marks, density, rows),
    wordKeys(marks.key, notesOf(marks), "left"),
  ];
  return sideBySide([left, right], [BESIDE.marks, BESIDE.side]);
}

function belowArea({ marks, attendance, behaviour, ratingKey }: ReportCard, density: Density): Flow {
  const half = Math.ceil(behaviour.length / 2);
  const hasBoth = marks.groups.length > 0 && marks.criteria.length > 0;
  const columns = [
    [wordAttendance(attendance, BELOW.first, density)],
    [wordBehaviour("Behaviour", behaviour.slice(0, half), BELOW.second, density)],
    [wordBehaviour("", behaviour.slice(half), BELOW.third, density)],
  ];
  const keys = [[wordKeys(marks.key, notesOf(marks), "left")], [wordKeys(ratingKey, [], "right")]];
  return [
    ...(marks.criteria.length === 0 || hasBoth ? wordMarks(marks, PAGE.width, density, null) : []),
    ...(hasBoth ? [nothing(density.gap)] : []),
    ...(marks.criteria.length > 0 ? wordCriteria(marks, density) : []),
    ...sideBySide(keys, [PAGE.width - BETWEEN - BELOW.third, BELOW.third]),
    nothing(density.gap),
    ...sideBySide(columns, [BELOW.first, BELOW.second, BELOW.third]),
  ];
}

function besideWords(card: ReportCard, density: Density, pictures: Pictures): Flow {
  const principal = wordComment(card.principalComment, density, 2);
  const signature = wordSignature(card.signature, BESIDE.side, density, pictures);
  return [
    ...wordComment(card.teacherComment, density, 3),
    nothing(density.gap),
    ...sideBySide([principal, signature], [BESIDE.marks, BESIDE.side]),
  ];
}

function belowWords(card: ReportCard, density: Density, pictures: Pictures): Flow {
  const principal = [
    ...wordComment(card.principalComment, density, 2),
    ...wordSignature(card.signature, BELOW.third, density, pictures),
  ];
  const teacher = wordComment(card.teacherComment, density, 3);
  return sideBySide([teacher, principal], [PAGE.width - BETWEEN - BELOW.third, BELOW.third]);
}

function notesOf({ note, criterionNote }: ReportCard["marks"]): string[] {
  return [note, criterionNote].filter((item) => item !== null);
}

const NAME = 20;
const FACT = 10;
const FACT_GAP = 12;
const BESIDE_PICTURE = 16;

function wordHead({ title, period, student }: ReportCard, school: School, pictures: Pictures): Flow {
  return [
    wordLetterhead(school, pictures, PAGE.width),
    wordTitle(title, period, PAGE.width),
    ...studentHead(student, pictures),
  ];
}

/** The name is one of Word's headings, so that people can go from card to card in a class's file. */
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
