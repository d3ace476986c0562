import {
  BorderStyle,
  HeightRule,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  WidthType,
} from "docx";
import { INK } from "./type.ts";
import { colourOf, nothing, twips } from "./word-text.ts";
import type { IBorderOptions, ITableCellBorders } from "docx";

export type WordRow = {
  cells: WordCell[];
  height: number;
  /** Above and below what is in it; the height has it in already. */
  air?: number;
  /** Weight of the rule under the row, and its colour. */
  rule?: number;
  colour?: string;
  /** Of the rule over it. */
  over?: number;
  isHead?: boolean;
};

/** What follows another in a document or a cell. */
export type Flow = (Paragraph | Table)[];

export type WordCell = { content: Flow; columns?: number; at?: "top" | "bottom" };

const NONE: IBorderOptions = { style: BorderStyle.NONE, size: 0, color: "auto" };
const NO_BORDERS = {
  top: NONE,
  bottom: NONE,
  left: NONE,
  right: NONE,
  insideHorizontal: NONE,
  insideVertical: NONE,
};

/** Fixed columns, `gap` before all but the first, and rules under rows: no boxes (look/print.md). */
export function wordTable(widths: readonly number[], rows: readonly WordRow[], gap: number): Table {
  const total = widths.reduce((sum, width) => sum + width, 0);
  return new Table({
    width: { size: twips(total), type: WidthType.DXA },
    columnWidths: widths.map(twips),
    layout: TableLayoutType.FIXED,
    borders: NO_BORDERS,
    margins: { top: 0, bottom: 0, left: 0, right: 0 },
    rows: rows.map((row) => rowOf(row, widths, gap)),
  });
}

function rowOf(
  { cells, height, air = 0, rule, colour, over, isHead = false }: WordRow,
  widths: readonly number[],
  gap: number,
) {
  const borders: ITableCellBorders = {
    ...(over !== undefined && { top: ruleOf(over) }),
    ...(rule !== undefined && { bottom: ruleOf(rule, colour) }),
  };
  let from = 0;
  return new TableRow({
    cantSplit: true,
    tableHeader: isHead,
    height: { value: twips(height), rule: HeightRule.ATLEAST },
    children: cells.map(({ content, columns = 1, at = "top" }) => {
      const width = widths.slice(from, from + columns).reduce((sum, each) => sum + each, 0);
      const isFirst = from === 0;
      from += columns;
      return new TableCell({
        children: closed(content),
        columnSpan: columns,
        width: { size: twips(width), type: WidthType.DXA },
        verticalAlign: at,
        ...(air > 0 || !isFirst
          ? { margins: { top: twips(air), bottom: twips(air), left: isFirst ? 0 : twips(gap), right: 0 } }
          : {}),
        borders,
      });
    }),
  });
}

/** Word wants a paragraph at the end of each cell. */
function closed(content: Flow): Flow {
  return content.at(-1) instanceof Paragraph ? content : [...content, nothing()];
}

/** Word counts rules in eighths of a point. */
function ruleOf(weight: number, colour = INK): IBorderOptions {
  return { style: BorderStyle.SINGLE, size: Math.max(2, Math.round(8 * weight)), color: colourOf(colour) };
}
