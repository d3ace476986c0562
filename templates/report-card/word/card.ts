import { nothing, line, lineHeight, run, lineToWriteOn } from "../../parts/word/text.ts";
import { BELOW, BESIDE, BETWEEN, PAGE, type Density } from "../density.ts";
import { wordCriteria, wordMarks } from "./marks.ts";
import { sideBySide, wordAttendance, wordBehaviour, wordKeys, wordHeading } from "./side.ts";
import type { School } from "../../parts/school.ts";
import { type Flow, wordTable } from "../../parts/word/table.ts";
import type { ReportCard, CardStudent, CardClosing, CardSignature, Comment } from "../data.ts";
import type { Pictures } from "../../parts/word/pictures.ts";
import { INK, MUTED, SIZE, RULE } from "../../parts/type.ts";
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

/** Cambria is wider than the font of the printed page. */
const COMMENT = 0.87;
const WRITTEN_LINE = 18;
const SIGNATURE_SHAPE = 850 / 260;
const WRITTEN_NAME = 17;
const SIGNED = 9;
const STATE = 8.2;
const DECISION = 13.5;
const NEXT = 10;
const NEXT_WIDTH = 175;

/** Lays out a heading with the comment, or with lines to write on when there is none. */
function wordComment({ title, text }: Comment, { comment }: Density, emptyLines: number): Flow {
  const heading = wordHeading(title).content;
  if (text === "")
    return [...heading, ...Array.from({ length: emptyLines }, () => lineToWriteOn(WRITTEN_LINE))];
  const size = Math.round(2 * comment * COMMENT) / 2;
  return [...heading, line(run(text, { size, serif: true }), { size: size + 1 })];
}

/**
 * Lays out the signature over its line, as a picture or a name; below it the printed name, the date, and any changes
 * since.
 */
function wordSignature(
  { picture, name, role, state, changes }: CardSignature,
  width: number,
  { signature: height }: Density,
  pictures: Pictures,
): Flow {
  const box = { height, width: Math.min(width, height * SIGNATURE_SHAPE) };
  const drawn = pictures.show({
    path: picture,
    ...box,
    alternative: `The signature of ${name ?? "the principal"}`,
  });
  const written = run(name ?? "", { size: WRITTEN_NAME, serif: true, italics: true });
  const over = drawn === null ? line(written, {}) : line([drawn], {});
  const office = role === null ? "" : name === null ? role : `, ${role}`;
  const by = [
    ...run(name ?? "", { size: SIGNED, bold: true }),
    ...run(office, { size: SIGNED, color: MUTED }),
  ];
  const words = [state, ...changes].join(", ");
  const italics = name === null || changes.length > 0;
  const row = { cells: [{ content: [over], at: "bottom" as const }], height, rule: RULE.group };
  return [
    wordTable([width], [row], 0),
    line(by, { before: 2 }),
    line(run(words, { size: STATE, color: MUTED, italics }), {}),
  ];
}

/** Lays out the closing between two rules: the decision, and the start of the next term. */
function wordClosing({ decision, next }: CardClosing, { band }: Density): Flow {
  if (decision === null && next === null) return [];
  const date =
    next === null
      ? []
      : [...run(`${next.label}  `, { size: NEXT, color: MUTED }), ...run(next.value, { size: NEXT })];
  const words = run(decision ?? "", { size: DECISION, serif: true, bold: true });
  const padding = { before: band - 1, after: band - 1 };
  const row = {
    cells: [
      { content: [line(words, padding)], at: "bottom" as const },
      { content: [line(date, { align: "right", ...padding })], at: "bottom" as const },
    ],
    height: lineHeight(DECISION) + 2 * band,
    over: RULE.frame,
    rule: RULE.frame,
  };
  return [wordTable([PAGE.width - NEXT_WIDTH, NEXT_WIDTH], [row], 0), nothing()];
}
