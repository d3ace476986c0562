import { widthOf } from "../parts/fonts.ts";
import { setText } from "../parts/set-text.ts";
import { SIZE } from "../parts/type.ts";
import { heading, sideTable } from "./side-tables.ts";
import type { TableCell } from "pdfmake/interfaces.js";
import type { Block } from "../parts/block.ts";
import type { ReportCard } from "./data.ts";
import type { Density } from "./density.ts";

type Line = ReportCard["attendance"][number];

export const ATTENDANCE_GAP = 6;
const FIGURE = /^[\d–]+$/;

/**
 * Lays out the sessions and a few words. A figure is in the last of three columns with its label over the other two;
 * words have the last two columns, so that a long label of a figure takes no room from them.
 */
export function attendanceTable(lines: ReportCard["attendance"], width: number, density: Density): Block {
  const { table: size, padding } = density;
  const plan = attendancePlan(lines, width, size);
  const empty: TableCell = { text: "", fontSize: SIZE.label };
  const head: TableCell[] = [{ ...heading("Attendance"), colSpan: 3 }, empty, empty];
  const values = lines.map((line) =>
    setText(line.value, isFigure(line) ? plan.figure : plan.words, { size }, { alignment: "right" }),
  );
  const rows = lines.map((line, index): TableCell[] => {
    const label = { text: line.label, fontSize: size, noWrap: true };
    const value = values[index]?.content ?? { text: "" };
    return isFigure(line)
      ? [{ ...label, colSpan: 2 }, empty, value]
      : [label, { ...value, colSpan: 2 }, empty];
  });
  const counts = values.map((value) => value.lines);
  return sideTable({
    widths: plan.widths,
    body: [head, ...rows],
    counts,
    size,
    padding,
    gap: ATTENDANCE_GAP,
  });
}

export function isFigure({ value }: Line): boolean {
  return FIGURE.test(value);
}

export function attendancePlan(lines: readonly Line[], width: number, size: number) {
  const widest = (texts: readonly string[]) =>
    Math.ceil(Math.max(1, ...texts.map((text) => widthOf(text, { size }) + 0.5)));
  const figure = widest(lines.filter(isFigure).map(({ value }) => value));
  const label = widest(lines.filter((line) => !isFigure(line)).map((line) => line.label));
  const between = width - label - figure - 2 * ATTENDANCE_GAP;
  return { figure, words: between + ATTENDANCE_GAP + figure, widths: [label, between, figure] };
}
