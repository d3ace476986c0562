import { RATINGS } from "#domain/grades.ts";
import { HEAD_PADDING } from "../parts/rules.ts";
import { layOutLines, layOutText } from "../parts/text.ts";
import {
  INK_COLOUR,
  MUTED_COLOUR,
  SANS_LINE_HEIGHT,
  SERIF_FONT,
  SERIF_LINE_HEIGHT,
  FONT_SIZES,
} from "../parts/type.ts";
import { fitColumnWidths } from "../parts/widths.ts";
import { plainTableLines, unspacedTable, type UnspacedTable } from "./density.ts";
import type { ContentStack, ContentText, TableCell } from "pdfmake/interfaces.js";
import { measureTextWidth } from "../parts/fonts.ts";
import type { ReportCard } from "./data.ts";

/** The columns of the ratings, one for each letter. */
export const RATING_COLUMN = { width: 12, gap: 4, letters: Object.keys(RATINGS) };
/** The difference between the ascents of the two font families, which puts column labels on the heading's baseline. */
const LABEL_DROP = 1.007 * FONT_SIZES.heading - 1.024 * FONT_SIZES.label;
export const EMPTY_RATING_DOT = "·";

export function sideTableHeading(text: string): ContentText {
  return {
    text,
    font: SERIF_FONT,
    bold: true,
    fontSize: FONT_SIZES.heading,
    color: INK_COLOUR,
    noWrap: true,
  };
}

/**
 * Builds the label of a column in a table beside or below the marks.
 * @param lines the number of lines in the head row; a label with fewer lines is at the bottom
 */
export function sideTableLabel(
  text: string,
  alignment: NonNullable<ContentText["alignment"]>,
  lines = 1,
): ContentText | ContentStack {
  const own = text.split("\n");
  const above = (lines - own.length) * FONT_SIZES.label * SANS_LINE_HEIGHT;
  return {
    ...layOutLines(own, { fontSize: FONT_SIZES.label, color: MUTED_COLOUR, alignment }),
    margin: [0, LABEL_DROP + above, 0, 0],
  };
}

/** Builds one position of a scale: the rating if it was given, otherwise a dot. */
export function ratingOrDot(text: string, isGiven: boolean, size: number): ContentText {
  return isGiven
    ? { text, bold: true, alignment: "center", fontSize: size, noWrap: true }
    : { text: EMPTY_RATING_DOT, color: MUTED_COLOUR, alignment: "center", fontSize: size, noWrap: true };
}

export const HEAD_HEIGHT = FONT_SIZES.heading * SERIF_LINE_HEIGHT + HEAD_PADDING;

type Behaviour = ReportCard["behaviour"];

/** Lays out the behaviour ratings. C, S and R each have a column, so that both position and letter show the rating. */
export function behaviourTable(
  title: string,
  behaviour: Behaviour,
  width: number,
  size: number,
): UnspacedTable {
  const { width: own, gap, letters } = RATING_COLUMN;
  const widths = fitColumnWidths({ total: width, columns: ["*", own, own, own], gap });
  const head: TableCell[] = [
    sideTableHeading(title),
    ...letters.map((letter) => sideTableLabel(letter, "center")),
  ];
  const labels = behaviour.map(({ label }) => layOutText(label, widths[0] ?? 0, { size }));
  const rows = behaviour.map(({ rating }, index): TableCell[] => [
    labels[index]?.content ?? "",
    ...letters.map((letter) => ratingOrDot(letter, rating === letter, size)),
  ]);
  const counts = labels.map(({ lines }) => lines);
  return sideTable({ widths, body: [head, ...rows], counts, size, gap });
}

type SideTable = {
  widths: number[];
  body: TableCell[][];
  /** The number of text lines in each row below the head. */
  counts: number[];
  size: number;
  gap: number;
};

/** Builds a head, and rows separated by hairlines. */
function sideTable({ counts, size, ...table }: SideTable): UnspacedTable {
  const heights = counts.map((count) => count * size * SANS_LINE_HEIGHT);
  return unspacedTable({ ...table, heights, head: HEAD_HEIGHT, lines: plainTableLines(counts.length) });
}

type Line = ReportCard["attendance"][number];

export const ATTENDANCE_GAP = 6;
const FIGURE = /^[\d–]+$/;

/**
 * Lays out the numbers of sessions and the short texts. A number is in the last of three columns, and its label spans
 * the first two. A text spans the last two columns, so that a number's long label does not narrow the text.
 */
export function attendanceTable(lines: ReportCard["attendance"], width: number, size: number): UnspacedTable {
  const plan = attendancePlan(lines, width, size);
  const empty: TableCell = { text: "", fontSize: FONT_SIZES.label };
  const head: TableCell[] = [{ ...sideTableHeading("Attendance"), colSpan: 3 }, empty, empty];
  const values = lines.map((line) =>
    layOutText(line.value, hasFigure(line) ? plan.figure : plan.words, { size }, { alignment: "right" }),
  );
  const rows = lines.map((line, index): TableCell[] => {
    const label = { text: line.label, fontSize: size, noWrap: true };
    const value = values[index]?.content ?? { text: "" };
    return hasFigure(line)
      ? [{ ...label, colSpan: 2 }, empty, value]
      : [label, { ...value, colSpan: 2 }, empty];
  });
  const counts = values.map((value) => value.lines);
  return sideTable({
    widths: plan.widths,
    body: [head, ...rows],
    counts,
    size,
    gap: ATTENDANCE_GAP,
  });
}

export function hasFigure({ value }: Line): boolean {
  return FIGURE.test(value);
}

export function attendancePlan(lines: readonly Line[], width: number, size: number) {
  const widest = (texts: readonly string[]) =>
    Math.ceil(Math.max(1, ...texts.map((text) => measureTextWidth(text, { size }) + 0.5)));
  const figure = widest(lines.filter(hasFigure).map(({ value }) => value));
  const label = widest(lines.filter((line) => !hasFigure(line)).map((line) => line.label));
  const between = width - label - figure - 2 * ATTENDANCE_GAP;
  return { figure, words: between + ATTENDANCE_GAP + figure, widths: [label, between, figure] };
}
