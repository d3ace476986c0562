import type { Content, TDocumentDefinitions } from "pdfmake/interfaces.js";
import { measureTextWidth } from "../parts/fonts.ts";
import { blankPaper } from "../parts/page.ts";
import type { PrintTime } from "../parts/school.ts";
import {
  INK_COLOUR,
  MUTED_COLOUR,
  RULE_WEIGHTS,
  SANS_SERIF_FONT,
  SCHOOL_RED,
  SERIF_FONT,
} from "../parts/type.ts";

export type PasswordLetters = {
  title: string;
  school: string;
  printed: PrintTime;
  /** The text at the foot of each sheet: description, author and time. It is cut off before handing out. */
  foot: readonly string[];
  /** The address of the sign-in page, as people type it. */
  address: string;
  /** The letters in the order in which they are handed out. */
  letters: readonly { name: string; userName: string; password: string; until: string }[];
};

type Letter = PasswordLetters["letters"][number];
type Place = { x: number; y: number };

/** A4 in points. The foot is cut off, because printers cannot print on the last 18 points. */
const PAPER = { width: 595.28, height: 841.89 };
const FOOT = 36;
const [ACROSS, DOWN] = [2, 4];
const SLIP = { width: PAPER.width / ACROSS, height: (PAPER.height - FOOT) / DOWN };
const MARGIN = 30;
const TEXT_WIDTH = SLIP.width - 2 * MARGIN;
const VALUE_AT = 78;
const VALUE_WIDTH = TEXT_WIDTH - VALUE_AT;

const NAME_SIZES = [17, 15, 13.5, 12.5];
/** The sizes to try for a name on two lines. The factor allows for the space lost at the end of a line. */
const LONG_NAME_SIZES = [12.5, 11, 9.5, 8];
const TWO_LINES = 1.8 * TEXT_WIDTH;
const USER_NAME_SIZES = [12.5, 11, 9.5, 8];
const PASSWORD_SIZES = [14.5, 13.5, 12.5, 11.5, 10.5, 9.5];
const SPACING = 0.4;

/** Lays out eight password letters on each sheet. Each letter is small enough to keep beside the keyboard. */
export function passwordLettersPdf(data: PasswordLetters): TDocumentDefinitions {
  const sheets = Array.from({ length: Math.ceil(data.letters.length / (ACROSS * DOWN)) }, (_, sheet) =>
    sheetOf(data, sheet),
  );
  return {
    ...blankPaper({
      orientation: "portrait",
      title: data.title,
      printed: data.printed,
      author: data.school,
    }),
    pageMargins: [0, 0, 0, FOOT],
    defaultStyle: { font: SANS_SERIF_FONT, fontSize: 8.4, color: INK_COLOUR },
    content: sheets,
    footer: (current: number, count: number) => footOf(data, `Page ${current} of ${count}`),
  } as TDocumentDefinitions;
}

function sheetOf(data: PasswordLetters, sheet: number): Content {
  const onSheet = data.letters.slice(sheet * ACROSS * DOWN, (sheet + 1) * ACROSS * DOWN);
  return {
    ...(sheet > 0 && { pageBreak: "before" as const }),
    stack: [
      cutLines(),
      ...onSheet.flatMap((letter, index) => {
        const [column, row] = [index % ACROSS, Math.floor(index / ACROSS)];
        return letterAt(data, letter, { x: column * SLIP.width + MARGIN, y: row * SLIP.height + 22 });
      }),
    ],
  };
}

function cutLines(): Content {
  const dashed = {
    type: "line" as const,
    lineWidth: RULE_WEIGHTS.group,
    lineColor: INK_COLOUR,
    dash: { length: 4 },
  };
  const across = Array.from({ length: DOWN }, (_, row) => {
    const y = (row + 1) * SLIP.height;
    return { ...dashed, x1: 0, y1: y, x2: PAPER.width, y2: y };
  });
  const middle = { ...dashed, x1: SLIP.width, y1: 0, x2: SLIP.width, y2: DOWN * SLIP.height };
  return { canvas: [...across, middle], absolutePosition: { x: 0, y: 0 } };
}

function letterAt(data: PasswordLetters, letter: Letter, { x, y }: Place): Content[] {
  const userSize = fitting(letter.userName, USER_NAME_SIZES, { width: VALUE_WIDTH });
  const passwordWidth = VALUE_WIDTH - SPACING * letter.password.length;
  const passwordSize = fitting(letter.password, PASSWORD_SIZES, { width: passwordWidth, bold: true });
  return [
    textAt({ text: data.school, font: SERIF_FONT, bold: true, fontSize: 9.6 }, { x, y }),
    ruleAt({ x, y: y + 15 }, 1.1, SCHOOL_RED),
    nameAt(letter.name, { x, y: y + 24 }),
    ruleAt({ x, y: y + 55 }, RULE_WEIGHTS.group),
    textAt({ text: "Username", color: MUTED_COLOUR }, { x, y: y + 62 }),
    textAt({ text: letter.userName, fontSize: userSize }, { x: x + VALUE_AT, y: y + 65 - userSize * 0.6 }),
    ruleAt({ x, y: y + 79 }, RULE_WEIGHTS.row),
    textAt({ text: "One-time password", color: MUTED_COLOUR }, { x, y: y + 88 }),
    textAt(
      { text: letter.password, bold: true, fontSize: passwordSize, characterSpacing: SPACING },
      { x: x + VALUE_AT, y: y + 91 - passwordSize * 0.6 },
    ),
    ruleAt({ x, y: y + 106 }, RULE_WEIGHTS.group),
    {
      absolutePosition: { x, y: y + 114 },
      columns: [{ width: TEXT_WIDTH, text: sentences(data, letter) }],
    },
  ];
}

/** Draws the name on one line above the printed line, or on two lines that begin higher. */
function nameAt(text: string, { x, y }: Place): Content {
  const family = SERIF_FONT;
  const fontSize = fitting(text, NAME_SIZES, { width: TEXT_WIDTH, family });
  const isLong = measureTextWidth(text, { family, size: fontSize }) > TEXT_WIDTH;
  if (!isLong) return textAt({ text, font: SERIF_FONT, fontSize }, { x, y: y + 17 - fontSize });
  const longSize = fitting(text, LONG_NAME_SIZES, { width: TWO_LINES, family });
  return textAt({ text, font: SERIF_FONT, fontSize: longSize }, { x, y: y - 6 });
}

function sentences({ address }: PasswordLetters, { until }: Letter): Content {
  return [
    "Sign in at ",
    { text: address, bold: true },
    `. Termbook then asks you to choose your own password. From then on, or after ${until}, the one-time password no longer works. Tear up this letter afterwards.`,
  ];
}

/** Returns the largest size at which a text fits on one line, or the smallest size if none fits. */
function fitting(
  text: string,
  sizes: readonly number[],
  { width, ...face }: { width: number; family?: string; bold?: boolean },
): number {
  return sizes.find((size) => measureTextWidth(text, { ...face, size }) <= width) ?? sizes.at(-1) ?? 0;
}

function textAt(text: { text: string } & Record<string, unknown>, { x, y }: Place): Content {
  return { absolutePosition: { x, y }, columns: [{ width: TEXT_WIDTH, ...text }] };
}

function ruleAt({ x, y }: Place, lineWidth: number, lineColor = INK_COLOUR): Content {
  const line = { type: "line" as const, x1: 0, y1: 0, x2: TEXT_WIDTH, y2: 0, lineWidth, lineColor };
  return { canvas: [line], absolutePosition: { x, y } };
}

function footOf({ foot }: PasswordLetters, page: string): Content {
  return {
    margin: [MARGIN, 6, MARGIN, 0],
    fontSize: 8,
    color: MUTED_COLOUR,
    columns: [
      { text: foot.join("  ·  "), width: "*" },
      { text: page, width: 70, alignment: "right" },
    ],
  };
}
