import {
  emptyParagraph,
  keptTogether,
  wordParagraph,
  wordLineHeight,
  wordRun,
  wordLineToWriteOn,
} from "../../parts/word/text.ts";
import { BELOW, BELOW_SIDE, BESIDE, BETWEEN, PAGE, type Density } from "../density.ts";
import { wordCriteria, wordMarks } from "./marks.ts";
import { sideBySide, wordAttendance, wordBehaviour, wordKeys, wordHeading } from "./side.ts";
import type { School } from "../../parts/school.ts";
import { type WordContent, wordTable } from "../../parts/word/table.ts";
import type { ReportCard, CardStudent, CardClosing, CardSignature, CardSlip, CardComment } from "../data.ts";
import type { WordPictures } from "../../parts/word/pictures.ts";
import { INK, MUTED, SIZE, RULE } from "../../parts/type.ts";
import { wordLetterhead, wordTitle } from "../../parts/word/letterhead.ts";
import { PICTURE } from "../student-head.ts";

type WordSetting = { school: School; pictures: WordPictures; density: Density };

/** Builds a card for Word. Its lines are lower than the PDF's, so content that fits in the PDF also fits here. */
export function wordCard(card: ReportCard, { school, pictures, density }: WordSetting): WordContent {
  const between = emptyParagraph(density.gap);
  return [
    ...wordHead(card, school, pictures),
    between,
    ...(card.layout === "beside" ? besideArea(card, density) : belowArea(card, density)),
    emptyParagraph(density.gap),
    ...(card.layout === "beside"
      ? besideWords(card, density, pictures)
      : belowWords(card, density, pictures)),
    ...(card.correction === null ? [] : [wordKeys([], [card.correction], "left")]),
    emptyParagraph(density.gap),
    // The slip is not split, and never alone on a page.
    ...(card.slip === null
      ? wordClosing(card.closing, density)
      : keptTogether([...wordClosing(card.closing, density), ...wordSlip(card.slip)])),
  ];
}

function besideArea(card: ReportCard, density: Density): WordContent {
  const { marks, attendance, behaviour, ratingKey } = card;
  const days = wordAttendance(attendance, BESIDE.side, density);
  const ratings = wordBehaviour("Behaviour", behaviour, BESIDE.side, density);
  const [top, bottom] = card.order === "attendance" ? [days, ratings] : [ratings, days];
  const right = [top, emptyParagraph(density.gap), bottom, wordKeys(ratingKey, [], "left")];
  const rows = attendance.length + behaviour.length;
  const left = [
    ...wordMarks(marks, BESIDE.marks, density, rows),
    wordKeys(marks.key, notesOf(marks), "left"),
  ];
  return sideBySide([left, right], [BESIDE.marks, BESIDE.side]);
}

function belowArea(card: ReportCard, density: Density): WordContent {
  const { marks, attendance, behaviour, ratingKey } = card;
  const half = Math.ceil(behaviour.length / 2);
  const hasBoth = marks.groups.length > 0 && marks.criteria.length > 0;
  const widths = BELOW_SIDE[card.order];
  const days = { table: wordAttendance(attendance, widths.attendance, density), width: widths.attendance };
  const ratings = [
    { title: "Behaviour", rated: behaviour.slice(0, half), width: widths.behaviour[0] },
    { title: "", rated: behaviour.slice(half), width: widths.behaviour[1] },
  ].map(({ title, rated, width }) => ({ table: wordBehaviour(title, rated, width, density), width }));
  const side = card.order === "attendance" ? [days, ...ratings] : [...ratings, days];
  const keys = [[wordKeys(marks.key, notesOf(marks), "left")], [wordKeys(ratingKey, [], "right")]];
  return [
    ...(marks.criteria.length === 0 || hasBoth ? wordMarks(marks, PAGE.width, density, null) : []),
    ...(hasBoth ? [emptyParagraph(density.gap)] : []),
    ...(marks.criteria.length > 0 ? wordCriteria(marks, density) : []),
    ...sideBySide(keys, [PAGE.width - BETWEEN - BELOW.third, BELOW.third]),
    emptyParagraph(density.gap),
    ...sideBySide(
      side.map(({ table }) => [table]),
      side.map(({ width }) => width),
    ),
  ];
}

function besideWords(card: ReportCard, density: Density, pictures: WordPictures): WordContent {
  const principal = wordComment(card.principalComment, density, 2);
  const signature = wordSignature(card.signature, BESIDE.side, density, pictures);
  return [
    ...wordComment(card.teacherComment, density, 3),
    ...wordTeacherLine(card.teacherSignature, density),
    emptyParagraph(density.gap),
    ...sideBySide([principal, signature], [BESIDE.marks, BESIDE.side]),
  ];
}

function belowWords(card: ReportCard, density: Density, pictures: WordPictures): WordContent {
  const principal = [
    ...wordComment(card.principalComment, density, 2),
    ...wordSignature(card.signature, BELOW.third, density, pictures),
  ];
  const teacher = [
    ...wordComment(card.teacherComment, density, 3),
    ...wordTeacherLine(card.teacherSignature, density),
  ];
  return sideBySide([teacher, principal], [PAGE.width - BETWEEN - BELOW.third, BELOW.third]);
}

function notesOf({ note, criterionNote }: ReportCard["marks"]): string[] {
  return [note, criterionNote].filter((item) => item !== null);
}

const NAME = 20;
const FACT = 10;
const FACT_GAP = 12;
const BESIDE_PICTURE = 16;

function wordHead(
  { title, period, student }: ReportCard,
  school: School,
  pictures: WordPictures,
): WordContent {
  return [
    wordLetterhead(school, pictures, PAGE.width),
    wordTitle(title, period, PAGE.width),
    ...studentHead(student, pictures),
  ];
}

/** The name is a Word heading, so that people can jump from card to card in the file of a class. */
function studentHead({ name, facts, picture }: CardStudent, pictures: WordPictures): WordContent {
  const shown = pictures.show({ path: picture, ...PICTURE, alternative: `${name}, a photograph` });
  const left = shown === null ? PAGE.width : PAGE.width - PICTURE.width - BESIDE_PICTURE;
  const words: WordContent = [
    wordParagraph(wordRun(name, { size: NAME, serif: true, color: INK }), { size: NAME, outline: true }),
    emptyParagraph(5),
    factsTable(facts, left),
  ];
  if (shown === null) return [...words, emptyParagraph()];
  const cells = [{ content: words }, { content: [wordParagraph([shown], {})] }];
  return [
    wordTable([left, PICTURE.width + BESIDE_PICTURE], [{ cells, height: PICTURE.height }], BESIDE_PICTURE),
  ];
}

function factsTable(facts: CardStudent["facts"], width: number) {
  const lengths = facts.map(({ label, value }) => Math.max(8, label.length, value.length));
  const all = lengths.reduce((sum, length) => sum + length, 0);
  const widths = lengths.map((length) => (width * length) / all);
  const labels = facts.map(({ label }) => ({
    content: [wordParagraph(wordRun(label, { size: SIZE.label, color: MUTED }), {})],
  }));
  const values = facts.map(({ value }) => ({ content: [wordParagraph(wordRun(value, { size: FACT }), {})] }));
  const rows = [
    { cells: labels, height: wordLineHeight(SIZE.label) },
    { cells: values, height: wordLineHeight(FACT) },
  ];
  return wordTable(widths, rows, FACT_GAP);
}

/** The size of comments relative to the PDF. It is smaller, because Cambria is wider than the PDF's font. */
const COMMENT = 0.87;
const WRITTEN_LINE = 18;
const SIGNATURE_SHAPE = 850 / 260;
const WRITTEN_NAME = 17;
const SIGNED = 9;
const STATE = 8.2;
const DECISION = 13.5;
const NEXT = 10;
const NEXT_WIDTH = 175;

/** Builds a comment with its heading. Without a comment, there are lines for writing by hand. */
function wordComment({ title, text }: CardComment, { comment }: Density, emptyLines: number): WordContent {
  const heading = wordHeading(title).content;
  if (text === "")
    return [...heading, ...Array.from({ length: emptyLines }, () => wordLineToWriteOn(WRITTEN_LINE))];
  const size = Math.round(2 * comment * COMMENT) / 2;
  return [...heading, wordParagraph(wordRun(text, { size, serif: true }), { size: size + 1 })];
}

/**
 * Builds the signature above its line, as a picture or as a name. Below the line are the printed name, the date and any
 * changes since then.
 */
function wordSignature(
  { picture, name, role, state, changes }: CardSignature,
  width: number,
  { signature: height }: Density,
  pictures: WordPictures,
): WordContent {
  const box = { height, width: Math.min(width, height * SIGNATURE_SHAPE) };
  const drawn = pictures.show({
    path: picture,
    ...box,
    alternative: `The signature of ${name ?? "the principal"}`,
  });
  const written = wordRun(name ?? "", { size: WRITTEN_NAME, serif: true, italics: true });
  const over = drawn === null ? wordParagraph(written, {}) : wordParagraph([drawn], {});
  const office = role === null ? "" : name === null ? role : `, ${role}`;
  const by = [
    ...wordRun(name ?? "", { size: SIGNED, bold: true }),
    ...wordRun(office, { size: SIGNED, color: MUTED }),
  ];
  const words = [state, ...changes].join(", ");
  const italics = name === null || changes.length > 0;
  const row = { cells: [{ content: [over], at: "bottom" as const }], height, rule: RULE.group };
  return [
    wordTable([width], [row], 0),
    wordParagraph(by, { before: 2 }),
    wordParagraph(wordRun(words, { size: STATE, color: MUTED, italics }), {}),
  ];
}

/** Lays out the slip below the line along which it is cut off. */
function wordSlip({ title, instruction, before, name, after, lines }: CardSlip): WordContent {
  const gap = 20;
  const width = PAGE.width - gap * (lines.length - 1);
  const words = lines.map((text) => ({
    content: [wordParagraph(wordRun(text, { size: SIZE.label, color: MUTED }), {})],
  }));
  const empty = lines.map(() => ({ content: [emptyParagraph()], at: "bottom" as const }));
  const sentence = [
    ...wordRun(before, { size: FACT }),
    ...wordRun(name, { size: FACT, bold: true }),
    ...wordRun(after, { size: FACT }),
  ];
  const top = { cells: [{ content: [emptyParagraph()] }], height: 14, rule: RULE.group };
  return [
    wordTable([PAGE.width], [top], 0),
    ...wordHeading(title).content,
    wordParagraph(wordRun(instruction, { size: STATE, color: MUTED }), {}),
    wordParagraph(sentence, {}),
    wordTable(
      [0.5, 0.3, 0.2].map((share) => share * width),
      [
        { cells: empty, height: 26, rule: RULE.group },
        { cells: words, height: wordLineHeight(SIZE.label) },
      ],
      gap,
    ),
    emptyParagraph(),
  ];
}

/** Lays out the line on which the teacher signs by hand. */
function wordTeacherLine(
  teacher: ReportCard["teacherSignature"],
  { signature: height }: Density,
): WordContent {
  if (teacher === null) return [];
  const { name, role } = teacher;
  const row = { cells: [{ content: [emptyParagraph()] }], height, rule: RULE.group };
  const words = [
    ...wordRun(name ?? "", { size: SIGNED, bold: true }),
    ...wordRun(name === null ? `The ${role}` : `, ${role}`, { size: SIGNED, color: MUTED }),
  ];
  return [wordTable([BESIDE.side], [row], 0), wordParagraph(words, { before: 2 })];
}

/** Builds the closing part between two lines: the decision about the next class, and the start of the next term. */
function wordClosing({ decision, next, issued }: CardClosing, { band }: Density): WordContent {
  const days = [issued, next].filter((day) => day !== null);
  if (decision === null && days.length === 0) return [];
  const date = days.flatMap(({ label, value }, index) => [
    ...wordRun(`${index === 0 ? "" : "     "}${label}  `, { size: NEXT, color: MUTED }),
    ...wordRun(value, { size: NEXT }),
  ]);
  const daysWidth = NEXT_WIDTH * Math.max(1, days.length);
  const words = wordRun(decision ?? "", { size: DECISION, serif: true, bold: true });
  const padding = { before: band - 1, after: band - 1 };
  const row = {
    cells: [
      { content: [wordParagraph(words, padding)], at: "bottom" as const },
      { content: [wordParagraph(date, { align: "right", ...padding })], at: "bottom" as const },
    ],
    height: wordLineHeight(DECISION) + 2 * band,
    over: RULE.frame,
    rule: RULE.frame,
  };
  return [wordTable([PAGE.width - daysWidth, daysWidth], [row], 0), emptyParagraph()];
}
