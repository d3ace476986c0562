import { widthOf } from "../../parts/fonts.ts";
import { MUTED, SIZE } from "../../parts/type.ts";
import type { ContentText } from "pdfmake/interfaces.js";
import type { CardCell, CardColumn, CardMarks } from "../data.ts";

type MarkCell = Extract<CardCell, { is: "mark" }>;

/** A column with the common properties of its cells, which keep units under units whatever comes before or after them. */
export type MarkColumn = CardColumn & { width: number; digits: number };

const DASH = "–";
/** A space as wide as a digit. */
const FIGURE_SPACE = "\u2007";
/** The width of 100. */
const FIGURE_WIDTH = 22;
const GRADE_WIDTH = 28;

export function markColumns({ columns, groups }: CardMarks, size: number): MarkColumn[] {
  const rows = groups.flatMap((group) => group.rows);
  return columns.map((column, index) => {
    const cells = rows.flatMap(({ cells: all }) => all[index] ?? []);
    const marks = cells.filter((cell) => cell.is === "mark");
    const digits = Math.max(
      0,
      ...marks.flatMap(({ mark, outOf }) => [digitsOf(mark), digitsOf(outOf ?? "")]),
    );
    const common = { ...column, digits };
    const label = widthOf(column.label, { size: SIZE.label });
    const least = { mark: 0, percent: FIGURE_WIDTH, grade: GRADE_WIDTH, rating: 0 }[column.kind];
    const width = Math.max(least, label, ...cells.map((cell) => cellWidth(cell, common, size)));
    return { ...common, width: Math.ceil(width) };
  });
}

type Common = Pick<MarkColumn, "digits" | "kind">;

export function alignmentOf({ kind }: Pick<MarkColumn, "kind">): "left" | "right" | "center" {
  if (kind === "percent") return "right";
  return kind === "mark" ? "left" : "center";
}

/** Builds a subject's cell in a column: a mark, a figure, a letter or a word; a dash when nothing was entered. */
export function cellOf(cell: CardCell, column: MarkColumn, size: number): ContentText {
  const alignment = alignmentOf(column);
  const style = { fontSize: size, alignment, noWrap: true };
  if (cell.is === "mark") return { ...style, preserveLeadingSpaces: true, text: markRuns(cell, column) };
  if (cell.is === "word") return { ...style, text: cell.text, italics: true, color: MUTED };
  if (cell.is === "none")
    return { ...style, text: dashIn(column), preserveLeadingSpaces: true, color: MUTED };
  if (cell.is === "nothing") return { text: "", fontSize: size };
  return { ...style, text: cell.text, bold: column.kind !== "rating" };
}

/** A dash under the units of the marks. */
function dashIn({ kind, digits }: Common): string {
  return kind === "mark" ? FIGURE_SPACE.repeat(Math.max(0, digits - 1)) + DASH : DASH;
}

function markRuns({ mark, outOf }: MarkCell, column: Common): ContentText[] {
  const runs: ContentText[] = [{ text: padded(mark, column), preserveLeadingSpaces: true }];
  if (outOf !== null) runs.push({ text: ` / ${outOf}`, fontSize: SIZE.label, color: MUTED });
  return runs;
}

/** Aligns the units of a mark with those of the others. */
export function padded(mark: string, { digits }: Common): string {
  return FIGURE_SPACE.repeat(Math.max(0, digits - digitsOf(mark))) + mark;
}

function cellWidth(cell: CardCell, column: Common, size: number): number {
  if (cell.is === "word") return widthOf(cell.text, { size, italics: true });
  if (cell.is === "text") return widthOf(cell.text, { size, bold: true });
  if (cell.is !== "mark") return 0;
  const of = cell.outOf === null ? 0 : widthOf(` / ${cell.outOf}`, { size: SIZE.label });
  return widthOf(padded(cell.mark, column), { size }) + of;
}

function digitsOf(figure: string): number {
  return figure.split(".")[0]?.length ?? 0;
}
