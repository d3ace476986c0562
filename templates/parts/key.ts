import { countTextLines } from "./fonts.ts";
import { INK_COLOUR, MUTED_COLOUR, SANS_LINE_HEIGHT, FONT_SIZES } from "./type.ts";
import type { ContentText } from "pdfmake/interfaces.js";
import type { MeasuredBlock } from "./page.ts";

const MARGIN = 6;

/** Lays out one line below a table: the meanings of the table's letters, then sentences. */
export function abbreviationKeyLine(
  keys: readonly { letter: string; meaning: string }[],
  notes: readonly string[],
  width: number,
): MeasuredBlock {
  if (keys.length + notes.length === 0) return { content: [], height: 0 };
  const letters = keys.map(({ letter, meaning }) => unbroken(`${letter} ${meaning}`));
  const plain = [...letters, ...notes].join("   ");
  const runs: ContentText[] = keys.flatMap(({ letter, meaning }) => [
    { text: `${letter}\u00a0`, bold: true, color: INK_COLOUR },
    { text: `${unbroken(meaning)}   ` },
  ]);
  return {
    height:
      MARGIN + countTextLines(plain, width, { size: FONT_SIZES.key }) * FONT_SIZES.key * SANS_LINE_HEIGHT,
    content: {
      margin: [0, MARGIN, 0, 0],
      fontSize: FONT_SIZES.key,
      color: MUTED_COLOUR,
      text: [...runs, { text: notes.join("   ") }],
    },
  };
}

/** Lays out texts that are too long for a column's head, as a numbered list in two columns. */
export function numberedKey(entries: readonly string[], width: number): MeasuredBlock {
  if (entries.length === 0) return { content: [], height: 0 };
  const half = Math.ceil(entries.length / 2);
  const own = (width - COLUMN_GAP) / 2;
  const height = (part: readonly string[]) =>
    part.reduce(
      (sum, entry) =>
        sum +
        countTextLines(entry, own - NUMBER, { size: FONT_SIZES.key }) * FONT_SIZES.key * SANS_LINE_HEIGHT,
      0,
    );
  const list = (part: readonly string[], first: number) => ({
    width: own,
    stack: part.map((entry, index) => ({
      columnGap: 0,
      columns: [
        { text: String(first + index), width: NUMBER, bold: true, color: INK_COLOUR },
        { text: entry, width: own - NUMBER },
      ],
    })),
  });
  const left = entries.slice(0, half);
  const right = entries.slice(half);
  return {
    height: MARGIN + Math.max(height(left), height(right)),
    content: {
      margin: [0, MARGIN, 0, 0],
      unbreakable: true,
      fontSize: FONT_SIZES.key,
      color: MUTED_COLOUR,
      columnGap: COLUMN_GAP,
      columns: [list(left, 1), list(right, half + 1)],
    },
  };
}

const NUMBER = 16;
const COLUMN_GAP = 24;

function unbroken(text: string): string {
  return text.replaceAll(" ", "\u00a0");
}
