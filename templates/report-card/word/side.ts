import { MUTED, RULE, SIZE, type Align } from "../../parts/type.ts";
import { line, lineHeight, nothing, run, type Element } from "../../parts/word/text.ts";
import { wordTable, type Flow, type WordCell, type WordRow } from "../../parts/word/table.ts";
import { fitted } from "../../parts/widths.ts";
import { ATTENDANCE_GAP, attendancePlan, isFigure, DOT, RATING } from "../side-tables.ts";
import { BETWEEN, ROW, type Density } from "../density.ts";
import type { Key, ReportCard } from "../data.ts";

/** A row's height in units of its text's size: Word's own line, and a little space. */
const ROW_HEIGHT = 1.36;
export const HEAD_HEIGHT = 17.5;

export function rowHeight({ table, padding }: Density): number {
  return table * ROW_HEIGHT + 2 * padding;
}

/** Half of the difference between a row's height and its text's. */
export function airOf(height: number, size: number): number {
  return Math.max(0, (height - lineHeight(size)) / 2);
}

export function wordHeading(text: string): WordCell {
  const style = { size: SIZE.heading, serif: true, bold: true };
  return { content: [line(run(text, style), { size: SIZE.heading })], at: "bottom" };
}

export function wordLabel(text: string, align: Align): WordCell {
  return { content: [line(run(text, { size: SIZE.label, color: MUTED }), { align })], at: "bottom" };
}

export function wordText(text: string, size: number, align: Align = "left", bold = false): WordCell {
  return { content: [line(run(text, { size, bold }), { align })] };
}

/** Lays out a head, hairlines between rows, and a rule at the end. */
function ruledRows(head: WordCell[], rows: readonly WordCell[][], density: Density): WordRow[] {
  const height = rowHeight(density);
  const air = airOf(height, density.table);
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

/** Figures are in the last of three columns and words in the last two, as on the printed page. */
export function wordAttendance(lines: ReportCard["attendance"], width: number, density: Density): Element {
  const { table: size } = density;
  const { widths } = attendancePlan(lines, width, size);
  const rows = lines.map((item): WordCell[] => {
    const [label, value] = [wordText(item.label, size), wordText(item.value, size, "right")];
    return isFigure(item) ? [{ ...label, columns: 2 }, value] : [label, { ...value, columns: 2 }];
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
): Element {
  const { table: size } = density;
  const own = RATING.width + RATING.gap;
  const widths = fitted({ total: width, columns: ["*", own, own, own], gap: 0 });
  const head = [wordHeading(title), ...RATING.letters.map((letter) => wordLabel(letter, "center"))];
  const rows = behaviour.map(({ label, rating }) => [
    wordText(label, size),
    ...RATING.letters.map((letter) => wordPlace(letter, rating === letter, size)),
  ]);
  return wordTable(widths, ruledRows(head, rows, density), 0);
}

/** Builds one position of a scale: the rating, or a dot. */
export function wordPlace(text: string, isGiven: boolean, size: number): WordCell {
  return isGiven ? wordText(text, size, "center", true) : wordText(DOT, size, "center");
}

export function wordKeys(keys: readonly Key[], notes: readonly string[], align: Align): Element {
  const small = { size: SIZE.key, color: MUTED };
  const letters = keys.flatMap(({ letter, meaning }, index) => [
    ...run(`${index === 0 ? "" : "   "}${letter}\u00a0`, { size: SIZE.key, bold: true }),
    ...run(meaning, small),
  ]);
  const words = notes.flatMap((note, index) =>
    run(`${index + letters.length === 0 ? "" : "   "}${note}`, small),
  );
  return line([...letters, ...words], { align, before: 4 });
}

/** Lays out columns with the grid's gap between them. */
export function sideBySide(columns: readonly Flow[], widths: readonly number[]): Flow {
  const cells = columns.map((content): WordCell => ({ content }));
  const own = widths.map((width, index) => (index === 0 ? width : width + BETWEEN));
  return [wordTable(own, [{ cells, height: 1 }], BETWEEN), nothing()];
}
