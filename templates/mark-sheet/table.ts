import { linesOf } from "../parts/fonts.ts";
import { fitRows, type Step } from "../parts/fit.ts";
import { HEAD_PADDING, listLines, ruled } from "../parts/rules.ts";
import { figure } from "../parts/figures.ts";
import { MUTED, RULE, SANS_LINE, SIZE } from "../parts/type.ts";
import { fitted } from "../parts/widths.ts";
import { columnsOf, type SheetColumn } from "./columns.ts";
import { GAP, type SheetPlan } from "./plan.ts";
import type { Content, ContentText, TableCell } from "pdfmake/interfaces.js";
import type { MarkSheet, SheetStudent } from "./data.ts";

/** The number and the name come before the entries. */
const FIRST_ENTERED = 2;
const MARGIN = 10;
/** The last page has at least this many rows besides the totals. */
const FEWEST_ROWS = 3;
/** The gap is to the left of a column only; over a box the label is centred on the box. */
const BOX_HEAD: [number, number, number, number] = [3 - GAP, 0, 3, 0];
const TOTAL_LABELS = ["Class mean", "Highest", "Lowest"];
const SIZES = { marked: [9.5, 9, 8.6], blank: [9.5] };
/** Boxes for a pen are higher than printed rows. */
const PADDING = {
  marked: { tight: 0.3, roomy: 1.9, comfortable: 1.5 },
  blank: { tight: 1, roomy: 3.4, comfortable: 2.4 },
};

/**
 * The space for the table: its width, and the height on the first page, on later pages, and of the content that
 * follows.
 */
export type Space = { width: number; first: number; next: number; tail: number };

/**
 * Lays out the students, one per row, with row heights that fill the rest of the page, and the head repeated on every
 * page.
 */
export function sheetTable(sheet: MarkSheet, plan: SheetPlan, space: Space): Content {
  const widths = widthsOf(sheet, plan, space.width);
  const { size, padding } = fit(sheet, plan, space, widths[1] ?? 0);
  const columns = columnsOf(sheet, plan, size);
  const totals = sheet.blank ? [] : totalRows(columns, size);
  const rows = sheet.students.map((student, index) => rowOf(sheet, columns, student, index + 1));
  return {
    margin: [0, MARGIN, 0, 0],
    table: {
      headerRows: 1,
      keepWithHeaderRows: 3,
      dontBreakRows: true,
      widths,
      body: [headRow(columns, sheet.blank), ...rows, ...totals] as TableCell[][],
    },
    layout: ruled({
      lines: listLines(rows.length, totals.length),
      padding,
      gap: GAP,
      verticalRules: sheet.blank
        ? Array.from({ length: columns.length - 1 }, (_each, index) => index + FIRST_ENTERED)
        : [],
    }),
  };
}

/** The height of the head row, which the rows cannot use. */
function headHeight(sheet: MarkSheet, plan: SheetPlan): number {
  const columns = columnsOf(sheet, plan, SIZE.table);
  const lines = Math.max(...columns.map(headLines));
  return lines * SIZE.label * SANS_LINE + HEAD_PADDING + RULE.frame;
}

function fit(sheet: MarkSheet, plan: SheetPlan, space: Space, nameWidth: number): Step {
  const kind = sheet.blank ? "blank" : "marked";
  const totals = sheet.blank || sheet.totals.marks === null ? [] : TOTAL_LABELS.map(() => 1);
  const head = headHeight(sheet, plan);
  return fitRows({
    room: { first: space.first - MARGIN - head, next: space.next - head, tail: space.tail },
    lines: (size) => [...sheet.students.map(({ name }) => linesOf(name, nameWidth, { size })), ...totals],
    sizes: SIZES[kind],
    padding: PADDING[kind],
    keep: FEWEST_ROWS + totals.length,
  });
}

function widthsOf(sheet: MarkSheet, plan: SheetPlan, total: number): number[] {
  const columns = columnsOf(sheet, plan, SIZE.table).map((item) => item.width);
  const lines = sheet.blank ? RULE.row * (columns.length - FIRST_ENTERED + 1) : 0;
  return fitted({ total, columns, gap: GAP, lines });
}

function headRow(columns: readonly SheetColumn[], isBlank: boolean): ContentText[] {
  return columns.map(({ label, align }, index) => ({
    text: label,
    alignment: isBlank && index >= FIRST_ENTERED ? "center" : align,
    ...(isBlank && index >= FIRST_ENTERED && { margin: BOX_HEAD }),
    fontSize: SIZE.label,
    color: MUTED,
    verticalAlignment: "bottom",
  }));
}

function headLines({ label, width }: SheetColumn): number {
  return width === "*" ? 1 : linesOf(label, width, { size: SIZE.label });
}

function rowOf(
  sheet: MarkSheet,
  columns: readonly SheetColumn[],
  student: SheetStudent,
  position: number,
): ContentText[] {
  return columns.map(({ cell }, index) => {
    const isBox = sheet.blank && index >= FIRST_ENTERED;
    return isBox ? { text: "" } : cell(student, position);
  });
}

function totalRows(columns: readonly SheetColumn[], size: number): ContentText[][] {
  if (columns.every(({ totals }) => totals === null)) return [];
  return TOTAL_LABELS.map((label, index) =>
    columns.map(({ totals, width, decimals }) => {
      if (width === "*") return { text: label, bold: true, fontSize: size };
      const text = totals?.[index];
      return text === undefined ? { text: "", fontSize: size } : figure(text, decimals, { size, bold: true });
    }),
  );
}
