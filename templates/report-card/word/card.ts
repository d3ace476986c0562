import {
  emptyParagraph,
  putOnOnePage,
  docxParagraph,
  docxLineHeight,
  docxTextRun,
  docxBlankLine,
} from "../../parts/word/text.ts";
import {
  BELOW_MARKS_WIDTHS,
  BELOW_WIDTHS_BY_ORDER,
  BESIDE_MARKS_WIDTHS,
  CARD_COLUMN_GAP,
  CARD_PRINT_AREA,
  type CardDensity,
} from "../density.ts";
import { docxCriteria, docxMarks } from "./marks.ts";
import { docxColumnsSideBySide, docxAttendance, docxBehaviour, docxKeys, docxHeading } from "./side.ts";
import type { School } from "../../parts/school.ts";
import { type DocxContent, docxTable } from "../../parts/word/table.ts";
import type { ReportCard, CardStudent, CardClosing, CardSignature, CardSlip, CardComment } from "../data.ts";
import type { DocxPictures } from "../../parts/word/pictures.ts";
import { INK_COLOUR, MUTED_COLOUR, FONT_SIZES, RULE_WEIGHTS } from "../../parts/type.ts";
import { docxLetterhead, docxTitle } from "../../parts/word/letterhead.ts";
import { CARD_PICTURE_SIZE } from "../student-head.ts";

type WordSetting = { school: School; pictures: DocxPictures; density: CardDensity };

/** Builds a card for Word. Its lines are lower than the PDF's, so content that fits in the PDF also fits here. */
export function docxCard(card: ReportCard, { school, pictures, density }: WordSetting): DocxContent {
  const between = emptyParagraph(density.gap);
  return [
    ...wordHead(card, school, pictures),
    between,
    ...(card.layout === "beside" ? besideArea(card, density) : belowArea(card, density)),
    emptyParagraph(density.gap),
    ...(card.layout === "beside"
      ? besideWords(card, density, pictures)
      : belowWords(card, density, pictures)),
    ...(card.correction === null ? [] : [docxKeys([], [card.correction], "left")]),
    emptyParagraph(density.gap),
    // The slip is not split, and never alone on a page.
    ...(card.slip === null
      ? wordClosing(card.closing, density)
      : putOnOnePage([...wordClosing(card.closing, density), ...wordSlip(card.slip)])),
  ];
}

function besideArea(card: ReportCard, density: CardDensity): DocxContent {
  const { marks, attendance, behaviour, ratingKey } = card;
  const days = docxAttendance(attendance, BESIDE_MARKS_WIDTHS.side, density);
  const ratings = docxBehaviour("Behaviour", behaviour, BESIDE_MARKS_WIDTHS.side, density);
  const [top, bottom] = card.order === "attendance" ? [days, ratings] : [ratings, days];
  const right = [top, emptyParagraph(density.gap), bottom, docxKeys(ratingKey, [], "left")];
  const rows = attendance.length + behaviour.length;
  const left = [
    ...docxMarks(marks, BESIDE_MARKS_WIDTHS.marks, density, rows),
    docxKeys(marks.key, notesOf(marks), "left"),
  ];
  return docxColumnsSideBySide([left, right], [BESIDE_MARKS_WIDTHS.marks, BESIDE_MARKS_WIDTHS.side]);
}

function belowArea(card: ReportCard, density: CardDensity): DocxContent {
  const { marks, attendance, behaviour, ratingKey } = card;
  const half = Math.ceil(behaviour.length / 2);
  const hasBoth = marks.groups.length > 0 && marks.criteria.length > 0;
  const widths = BELOW_WIDTHS_BY_ORDER[card.order];
  const days = { table: docxAttendance(attendance, widths.attendance, density), width: widths.attendance };
  const ratings = [
    { title: "Behaviour", rated: behaviour.slice(0, half), width: widths.behaviour[0] },
    { title: "", rated: behaviour.slice(half), width: widths.behaviour[1] },
  ].map(({ title, rated, width }) => ({ table: docxBehaviour(title, rated, width, density), width }));
  const side = card.order === "attendance" ? [days, ...ratings] : [...ratings, days];
  const keys = [[docxKeys(marks.key, notesOf(marks), "left")], [docxKeys(ratingKey, [], "right")]];
  return [
    ...(marks.criteria.length === 0 || hasBoth ? docxMarks(marks, CARD_PRINT_AREA.width, density, null) : []),
    ...(hasBoth ? [emptyParagraph(density.gap)] : []),
    ...(marks.criteria.length > 0 ? docxCriteria(marks, density) : []),
    ...docxColumnsSideBySide(keys, [
      CARD_PRINT_AREA.width - CARD_COLUMN_GAP - BELOW_MARKS_WIDTHS.third,
      BELOW_MARKS_WIDTHS.third,
    ]),
    emptyParagraph(density.gap),
    ...docxColumnsSideBySide(
      side.map(({ table }) => [table]),
      side.map(({ width }) => width),
    ),
  ];
}

function besideWords(card: ReportCard, density: CardDensity, pictures: DocxPictures): DocxContent {
  const principal = wordComment(card.principalComment, density, 2);
  const signature = wordSignature(card.signature, BESIDE_MARKS_WIDTHS.side, density, pictures);
  return [
    ...wordComment(card.teacherComment, density, 3),
    ...wordTeacherLine(card.teacherSignature, density),
    emptyParagraph(density.gap),
    ...docxColumnsSideBySide([principal, signature], [BESIDE_MARKS_WIDTHS.marks, BESIDE_MARKS_WIDTHS.side]),
  ];
}

function belowWords(card: ReportCard, density: CardDensity, pictures: DocxPictures): DocxContent {
  const principal = [
    ...wordComment(card.principalComment, density, 2),
    ...wordSignature(card.signature, BELOW_MARKS_WIDTHS.third, density, pictures),
  ];
  const teacher = [
    ...wordComment(card.teacherComment, density, 3),
    ...wordTeacherLine(card.teacherSignature, density),
  ];
  return docxColumnsSideBySide(
    [teacher, principal],
    [CARD_PRINT_AREA.width - CARD_COLUMN_GAP - BELOW_MARKS_WIDTHS.third, BELOW_MARKS_WIDTHS.third],
  );
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
  pictures: DocxPictures,
): DocxContent {
  return [
    docxLetterhead(school, pictures, CARD_PRINT_AREA.width),
    docxTitle(title, period, CARD_PRINT_AREA.width),
    ...studentHead(student, pictures),
  ];
}

/** The name is a Word heading, so that people can jump from card to card in the file of a class. */
function studentHead({ name, facts, picture }: CardStudent, pictures: DocxPictures): DocxContent {
  const shown = pictures.show({ path: picture, ...CARD_PICTURE_SIZE, alternative: `${name}, a photograph` });
  const left =
    shown === null ? CARD_PRINT_AREA.width : CARD_PRINT_AREA.width - CARD_PICTURE_SIZE.width - BESIDE_PICTURE;
  const words: DocxContent = [
    docxParagraph(docxTextRun(name, { size: NAME, serif: true, color: INK_COLOUR }), {
      size: NAME,
      outline: true,
    }),
    emptyParagraph(5),
    factsTable(facts, left),
  ];
  if (shown === null) return [...words, emptyParagraph()];
  const cells = [{ content: words }, { content: [docxParagraph([shown], {})] }];
  return [
    docxTable(
      [left, CARD_PICTURE_SIZE.width + BESIDE_PICTURE],
      [{ cells, height: CARD_PICTURE_SIZE.height }],
      BESIDE_PICTURE,
    ),
  ];
}

function factsTable(facts: CardStudent["facts"], width: number) {
  const lengths = facts.map(({ label, value }) => Math.max(8, label.length, value.length));
  const all = lengths.reduce((sum, length) => sum + length, 0);
  const widths = lengths.map((length) => (width * length) / all);
  const labels = facts.map(({ label }) => ({
    content: [docxParagraph(docxTextRun(label, { size: FONT_SIZES.label, color: MUTED_COLOUR }), {})],
  }));
  const values = facts.map(({ value }) => ({
    content: [docxParagraph(docxTextRun(value, { size: FACT }), {})],
  }));
  const rows = [
    { cells: labels, height: docxLineHeight(FONT_SIZES.label) },
    { cells: values, height: docxLineHeight(FACT) },
  ];
  return docxTable(widths, rows, FACT_GAP);
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
function wordComment(
  { title, text }: CardComment,
  { comment }: CardDensity,
  emptyLines: number,
): DocxContent {
  const heading = docxHeading(title).content;
  if (text === "")
    return [...heading, ...Array.from({ length: emptyLines }, () => docxBlankLine(WRITTEN_LINE))];
  const size = Math.round(2 * comment * COMMENT) / 2;
  return [...heading, docxParagraph(docxTextRun(text, { size, serif: true }), { size: size + 1 })];
}

/**
 * Builds the signature above its line, as a picture or as a name. Below the line are the printed name, the date and any
 * changes since then.
 */
function wordSignature(
  { picture, name, role, state, changes }: CardSignature,
  width: number,
  { signature: height }: CardDensity,
  pictures: DocxPictures,
): DocxContent {
  const box = { height, width: Math.min(width, height * SIGNATURE_SHAPE) };
  const drawn = pictures.show({
    path: picture,
    ...box,
    alternative: `The signature of ${name ?? "the principal"}`,
  });
  const written = docxTextRun(name ?? "", { size: WRITTEN_NAME, serif: true, italics: true });
  const over = drawn === null ? docxParagraph(written, {}) : docxParagraph([drawn], {});
  const office = role === null ? "" : name === null ? role : `, ${role}`;
  const by = [
    ...docxTextRun(name ?? "", { size: SIGNED, bold: true }),
    ...docxTextRun(office, { size: SIGNED, color: MUTED_COLOUR }),
  ];
  const words = [state, ...changes].join(", ");
  const italics = name === null || changes.length > 0;
  const row = { cells: [{ content: [over], at: "bottom" as const }], height, rule: RULE_WEIGHTS.group };
  return [
    docxTable([width], [row], 0),
    docxParagraph(by, { before: 2 }),
    docxParagraph(docxTextRun(words, { size: STATE, color: MUTED_COLOUR, italics }), {}),
  ];
}

/** Lays out the slip below the line along which it is cut off. */
function wordSlip({ title, instruction, before, name, after, lines }: CardSlip): DocxContent {
  const gap = 20;
  const width = CARD_PRINT_AREA.width - gap * (lines.length - 1);
  const words = lines.map((text) => ({
    content: [docxParagraph(docxTextRun(text, { size: FONT_SIZES.label, color: MUTED_COLOUR }), {})],
  }));
  const empty = lines.map(() => ({ content: [emptyParagraph()], at: "bottom" as const }));
  const sentence = [
    ...docxTextRun(before, { size: FACT }),
    ...docxTextRun(name, { size: FACT, bold: true }),
    ...docxTextRun(after, { size: FACT }),
  ];
  const top = { cells: [{ content: [emptyParagraph()] }], height: 14, rule: RULE_WEIGHTS.group };
  return [
    docxTable([CARD_PRINT_AREA.width], [top], 0),
    ...docxHeading(title).content,
    docxParagraph(docxTextRun(instruction, { size: STATE, color: MUTED_COLOUR }), {}),
    docxParagraph(sentence, {}),
    docxTable(
      [0.5, 0.3, 0.2].map((share) => share * width),
      [
        { cells: empty, height: 26, rule: RULE_WEIGHTS.group },
        { cells: words, height: docxLineHeight(FONT_SIZES.label) },
      ],
      gap,
    ),
    emptyParagraph(),
  ];
}

/** Lays out the line on which the teacher signs by hand. */
function wordTeacherLine(
  teacher: ReportCard["teacherSignature"],
  { signature: height }: CardDensity,
): DocxContent {
  if (teacher === null) return [];
  const { name, role } = teacher;
  const row = { cells: [{ content: [emptyParagraph()] }], height, rule: RULE_WEIGHTS.group };
  const words = [
    ...docxTextRun(name ?? "", { size: SIGNED, bold: true }),
    ...docxTextRun(name === null ? `The ${role}` : `, ${role}`, { size: SIGNED, color: MUTED_COLOUR }),
  ];
  return [docxTable([BESIDE_MARKS_WIDTHS.side], [row], 0), docxParagraph(words, { before: 2 })];
}

/** Builds the closing part between two lines: the decision about the next class, and the start of the next term. */
function wordClosing({ decision, next, issued }: CardClosing, { band }: CardDensity): DocxContent {
  const days = [issued, next].filter((day) => day !== null);
  if (decision === null && days.length === 0) return [];
  const date = days.flatMap(({ label, value }, index) => [
    ...docxTextRun(`${index === 0 ? "" : "     "}${label}  `, { size: NEXT, color: MUTED_COLOUR }),
    ...docxTextRun(value, { size: NEXT }),
  ]);
  const daysWidth = NEXT_WIDTH * Math.max(1, days.length);
  const words = docxTextRun(decision ?? "", { size: DECISION, serif: true, bold: true });
  const padding = { before: band - 1, after: band - 1 };
  const row = {
    cells: [
      { content: [docxParagraph(words, padding)], at: "bottom" as const },
      { content: [docxParagraph(date, { align: "right", ...padding })], at: "bottom" as const },
    ],
    height: docxLineHeight(DECISION) + 2 * band,
    over: RULE_WEIGHTS.frame,
    rule: RULE_WEIGHTS.frame,
  };
  return [docxTable([CARD_PRINT_AREA.width - daysWidth, daysWidth], [row], 0), emptyParagraph()];
}
