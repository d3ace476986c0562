import { MUTED, RULE, SIZE, type Align } from "../../parts/type.ts";
import {
  wordParagraph,
  wordLineHeight,
  emptyParagraph,
  wordRun,
  type WordElement,
} from "../../parts/word/text.ts";
import { wordTable, type WordContent, type WordCell, type WordRow } from "../../parts/word/table.ts";
import { fitColumnWidths } from "../../parts/widths.ts";
import { ATTENDANCE_GAP, attendancePlan, isFigureLine, DOT, RATING_COLUMN } from "../side-tables.ts";
import { BETWEEN, ROW, type Density } from "../density.ts";
import type { LetterMeaning, ReportCard } from "../data.ts";

/** The height of a row relative to its text size: Word's own line height, and a little space. */
const ROW_HEIGHT = 1.36;
export const HEAD_HEIGHT = 17.5;

export function wordRowHeight({ table, padding }: Density): number {
  return table * ROW_HEIGHT + 2 * padding;
}

/** Returns the space above and below a text, which is half of the difference between row height and text height. */
export function spaceAroundText(height: number, size: number): number {
  return Math.max(0, (height - wordLineHeight(size)) / 2);
}

export function wordHeading(text: string): WordCell {
  const style = { size: SIZE.heading, serif: true, bold: true };
  return { content: [wordParagraph(wordRun(text, style), { size: SIZE.heading })], at: "bottom" };
}

export function wordLabel(text: string, align: Align): WordCell {
  return {
    content: [wordParagraph(wordRun(text, { size: SIZE.label, color: MUTED }), { align })],
    at: "bottom",
  };
}

export function wordText(text: string, size: number, align: Align = "left", bold = false): WordCell {
  return { content: [wordParagraph(wordRun(text, { size, bold }), { align })] };
}

/** Builds a head, hairlines between the rows, and a line at the end. */
function ruledRows(head: WordCell[], rows: readonly WordCell[][], density: Density): WordRow[] {
  const height = wordRowHeight(density);
  const air = spaceAroundText(height, density.table);
  return [
    { cells: head, height: HEAD_HEIGHT, rule: RULE.frame, isHead: true },
    ...rows.map((cells, index) => ({
      cells,
      height,
      air,
      rule: index === rows.length - 1 ? RULE.frame : ROW,
    })),
  ];
}

/** Builds the attendance. As in the PDF, numbers are in the last of three columns and texts in the last two. */
export function wordAttendance(
  lines: ReportCard["attendance"],
  width: number,
  density: Density,
): WordElement {
  const { table: size } = density;
  const { widths } = attendancePlan(lines, width, size);
  const rows = lines.map((item): WordCell[] => {
    const [label, value] = [wordText(item.label, size), wordText(item.value, size, "right")];
    return isFigureLine(item) ? [{ ...label, columns: 2 }, value] : [label, { ...value, columns: 2 }];
  });
  const head = [{ ...wordHeading("Attendance"), columns: 3 }];
  const own = widths.map((item, index) => (index === 0 ? item : item + ATTENDANCE_GAP));
  return wordTable(own, ruledRows(head, rows, density), ATTENDANCE_GAP);
}

export function wordBehaviour(
  title: string,
  behaviour: ReportCard["behaviour"],
  width: number,
  density: Density,
): WordElement {
  const { table: size } = density;
  const own = RATING_COLUMN.width + RATING_COLUMN.gap;
  const widths = fitColumnWidths({ total: width, columns: ["*", own, own, own], gap: 0 });
  const head = [wordHeading(title), ...RATING_COLUMN.letters.map((letter) => wordLabel(letter, "center"))];
  const rows = behaviour.map(({ label, rating }) => [
    wordText(label, size),
    ...RATING_COLUMN.letters.map((letter) => wordScalePosition(letter, rating === letter, size)),
  ]);
  return wordTable(widths, ruledRows(head, rows, density), 0);
}

/** Builds one position of a scale: the rating if it was given, otherwise a dot. */
export function wordScalePosition(text: string, isGiven: boolean, size: number): WordCell {
  return isGiven ? wordText(text, size, "center", true) : wordText(DOT, size, "center");
}

export function wordKeys(
  keys: readonly LetterMeaning[],
  notes: readonly string[],
  align: Align,
): WordElement {
  const small = { size: SIZE.key, color: MUTED };
  const letters = keys.flatMap(({ letter, meaning }, index) => [
    ...wordRun(`${index === 0 ? "" : "   "}${letter}\u00a0`, { size: SIZE.key, bold: true }),
    ...wordRun(meaning, small),
  ]);
  const words = notes.flatMap((note, index) =>
    wordRun(`${index + letters.length === 0 ? "" : "   "}${note}`, small),
  );
  return wordParagraph([...letters, ...words], { align, before: 4 });
}

/** Builds columns side by side, with the card's gap between them. */
export function sideBySide(columns: readonly WordContent[], widths: readonly number[]): WordContent {
  const cells = columns.map((content): WordCell => ({ content }));
  const own = widths.map((width, index) => (index === 0 ? width : width + BETWEEN));
  return [wordTable(own, [{ cells, height: 1 }], BETWEEN), emptyParagraph()];
}
