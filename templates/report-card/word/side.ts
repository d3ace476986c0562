import { MUTED_COLOUR, RULE_WEIGHTS, FONT_SIZES, type Align } from "../../parts/type.ts";
import {
  docxParagraph,
  docxLineHeight,
  emptyParagraph,
  docxTextRun,
  type DocxElement,
} from "../../parts/word/text.ts";
import { docxTable, type DocxContent, type DocxCell, type DocxRow } from "../../parts/word/table.ts";
import { fitColumnWidths } from "../../parts/widths.ts";
import {
  ATTENDANCE_GAP,
  attendancePlan,
  hasFigure,
  EMPTY_RATING_DOT,
  RATING_COLUMN,
} from "../side-tables.ts";
import { CARD_COLUMN_GAP, ROW_RULE_WEIGHT, type CardDensity } from "../density.ts";
import type { LetterMeaning, ReportCard } from "../data.ts";

/** The height of a row relative to its text size: Word's own line height, and a little space. */
const ROW_HEIGHT = 1.36;
export const HEAD_HEIGHT = 17.5;

export function docxRowHeight({ table, padding }: CardDensity): number {
  return table * ROW_HEIGHT + 2 * padding;
}

/** Returns the space above and below a text, which is half of the difference between row height and text height. */
export function spaceAroundText(height: number, size: number): number {
  return Math.max(0, (height - docxLineHeight(size)) / 2);
}

export function docxHeading(text: string): DocxCell {
  const style = { size: FONT_SIZES.heading, serif: true, bold: true };
  return { content: [docxParagraph(docxTextRun(text, style), { size: FONT_SIZES.heading })], at: "bottom" };
}

export function docxLabel(text: string, align: Align): DocxCell {
  return {
    content: [docxParagraph(docxTextRun(text, { size: FONT_SIZES.label, color: MUTED_COLOUR }), { align })],
    at: "bottom",
  };
}

export function docxTextCell(text: string, size: number, align: Align = "left", bold = false): DocxCell {
  return { content: [docxParagraph(docxTextRun(text, { size, bold }), { align })] };
}

/** Builds a head, hairlines between the rows, and a line at the end. */
function ruledRows(head: DocxCell[], rows: readonly DocxCell[][], density: CardDensity): DocxRow[] {
  const height = docxRowHeight(density);
  const air = spaceAroundText(height, density.table);
  return [
    { cells: head, height: HEAD_HEIGHT, rule: RULE_WEIGHTS.frame, isHead: true },
    ...rows.map((cells, index) => ({
      cells,
      height,
      air,
      rule: index === rows.length - 1 ? RULE_WEIGHTS.frame : ROW_RULE_WEIGHT,
    })),
  ];
}

/** Builds the attendance. As in the PDF, numbers are in the last of three columns and texts in the last two. */
export function docxAttendance(
  lines: ReportCard["attendance"],
  width: number,
  density: CardDensity,
): DocxElement {
  const { table: size } = density;
  const { widths } = attendancePlan(lines, width, size);
  const rows = lines.map((item): DocxCell[] => {
    const [label, value] = [docxTextCell(item.label, size), docxTextCell(item.value, size, "right")];
    return hasFigure(item) ? [{ ...label, columns: 2 }, value] : [label, { ...value, columns: 2 }];
  });
  const head = [{ ...docxHeading("Attendance"), columns: 3 }];
  const own = widths.map((item, index) => (index === 0 ? item : item + ATTENDANCE_GAP));
  return docxTable(own, ruledRows(head, rows, density), ATTENDANCE_GAP);
}

export function docxBehaviour(
  title: string,
  behaviour: ReportCard["behaviour"],
  width: number,
  density: CardDensity,
): DocxElement {
  const { table: size } = density;
  const own = RATING_COLUMN.width + RATING_COLUMN.gap;
  const widths = fitColumnWidths({ total: width, columns: ["*", own, own, own], gap: 0 });
  const head = [docxHeading(title), ...RATING_COLUMN.letters.map((letter) => docxLabel(letter, "center"))];
  const rows = behaviour.map(({ label, rating }) => [
    docxTextCell(label, size),
    ...RATING_COLUMN.letters.map((letter) => docxScalePosition(letter, rating === letter, size)),
  ]);
  return docxTable(widths, ruledRows(head, rows, density), 0);
}

/** Builds one position of a scale: the rating if it was given, otherwise a dot. */
export function docxScalePosition(text: string, isGiven: boolean, size: number): DocxCell {
  return isGiven ? docxTextCell(text, size, "center", true) : docxTextCell(EMPTY_RATING_DOT, size, "center");
}

export function docxKeys(
  keys: readonly LetterMeaning[],
  notes: readonly string[],
  align: Align,
): DocxElement {
  const small = { size: FONT_SIZES.key, color: MUTED_COLOUR };
  const letters = keys.flatMap(({ letter, meaning }, index) => [
    ...docxTextRun(`${index === 0 ? "" : "   "}${letter}\u00a0`, { size: FONT_SIZES.key, bold: true }),
    ...docxTextRun(meaning, small),
  ]);
  const words = notes.flatMap((note, index) =>
    docxTextRun(`${index + letters.length === 0 ? "" : "   "}${note}`, small),
  );
  return docxParagraph([...letters, ...words], { align, before: 4 });
}

/** Builds columns side by side, with the card's gap between them. */
export function docxColumnsSideBySide(
  columns: readonly DocxContent[],
  widths: readonly number[],
): DocxContent {
  const cells = columns.map((content): DocxCell => ({ content }));
  const own = widths.map((width, index) => (index === 0 ? width : width + CARD_COLUMN_GAP));
  return [docxTable(own, [{ cells, height: 1 }], CARD_COLUMN_GAP), emptyParagraph()];
}
