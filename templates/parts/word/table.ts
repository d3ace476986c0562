import { INK_COLOUR } from "../type.ts";
import {
  createDocxElement,
  isDocxElementNamed,
  type DocxElement,
  docxColour,
  emptyParagraph,
  toTwips,
} from "./text.ts";

export type DocxRow = {
  cells: DocxCell[];
  height: number;
  /** The space above and below the content. The row's height includes it. */
  air?: number;
  /** The weight of the line below the row, and its colour. */
  rule?: number;
  colour?: string;
  /** The weight of the line above the row. */
  over?: number;
  isHead?: boolean;
};

/** The paragraphs and tables of a document or cell, in order. */
export type DocxContent = DocxElement[];

export type DocxCell = {
  content: DocxContent;
  columns?: number;
  at?: "top" | "bottom";
  /** The weights of the vertical lines at both sides, and the space before the right line. */
  left?: number;
  right?: number;
  free?: number;
};

/** Builds a table with fixed widths, lines below rows, and `gap` before every column except the first. */
export function docxTable(widths: readonly number[], rows: readonly DocxRow[], gap: number): DocxElement {
  const total = widths.reduce((sum, width) => sum + width, 0);
  return createDocxElement("w:tbl", null, [
    createDocxElement("w:tblPr", null, [
      width("w:tblW", total),
      NO_BORDERS,
      createDocxElement("w:tblLayout", { "w:type": "fixed" }),
      margins("w:tblCellMar", { air: 0, left: 0, free: 0 }),
    ]),
    createDocxElement(
      "w:tblGrid",
      null,
      widths.map((item) => createDocxElement("w:gridCol", { "w:w": toTwips(item) })),
    ),
    ...rows.map((row) => rowOf(row, widths, gap)),
  ]);
}

function rowOf(row: DocxRow, widths: readonly number[], gap: number): DocxElement {
  let from = 0;
  const cells = row.cells.map((cell) => {
    const { columns = 1 } = cell;
    const own = widths.slice(from, from + columns).reduce((sum, item) => sum + item, 0);
    const left = from === 0 ? 0 : gap;
    from += columns;
    return cellOf(cell, row, { own, left });
  });
  return createDocxElement("w:tr", null, [
    createDocxElement("w:trPr", null, [
      createDocxElement("w:cantSplit", null),
      createDocxElement("w:trHeight", { "w:val": toTwips(row.height), "w:hRule": "atLeast" }),
      ...(row.isHead ? [createDocxElement("w:tblHeader", null)] : []),
    ]),
    ...cells,
  ]);
}

type Place = { own: number; left: number };

function cellOf(
  { content, columns = 1, at = "top", left: ruleLeft, right: ruleRight, free = 0 }: DocxCell,
  { air = 0, rule, colour, over }: DocxRow,
  { own, left }: Place,
): DocxElement {
  const borders = [
    ...(over === undefined ? [] : [ruleOf("w:top", over)]),
    ...(ruleLeft === undefined ? [] : [ruleOf("w:left", ruleLeft)]),
    ...(rule === undefined ? [] : [ruleOf("w:bottom", rule, colour)]),
    ...(ruleRight === undefined ? [] : [ruleOf("w:right", ruleRight)]),
  ];
  const properties = [
    width("w:tcW", own),
    ...(columns === 1 ? [] : [createDocxElement("w:gridSpan", { "w:val": columns })]),
    ...(borders.length === 0 ? [] : [createDocxElement("w:tcBorders", null, borders)]),
    ...(air + left + free === 0 ? [] : [margins("w:tcMar", { air, left, free })]),
    ...(at === "top" ? [] : [createDocxElement("w:vAlign", { "w:val": at })]),
  ];
  return createDocxElement("w:tc", null, [createDocxElement("w:tcPr", null, properties), ...closed(content)]);
}

/** Adds an empty paragraph after a table, because Word requires a paragraph at the end of each cell. */
function closed(content: DocxContent): DocxContent {
  const last = content.at(-1);
  return last && isDocxElementNamed("w:p", last) ? content : [...content, emptyParagraph()];
}

function width(name: string, points: number): DocxElement {
  return createDocxElement(name, { "w:type": "dxa", "w:w": toTwips(points) });
}

type Margins = { air: number; left: number; free: number };

function margins(name: string, { air, left, free }: Margins): DocxElement {
  return createDocxElement(name, null, [
    width("w:top", air),
    width("w:left", left),
    width("w:bottom", air),
    width("w:right", free),
  ]);
}

const NO_BORDERS = createDocxElement(
  "w:tblBorders",
  null,
  ["w:top", "w:left", "w:bottom", "w:right", "w:insideH", "w:insideV"].map((side) =>
    createDocxElement(side, { "w:val": "none", "w:color": "auto", "w:sz": 0 }),
  ),
);

function ruleOf(side: string, weight: number, colour = INK_COLOUR): DocxElement {
  const size = Math.max(2, Math.round(8 * weight));
  return createDocxElement(side, { "w:val": "single", "w:color": docxColour(colour), "w:sz": size });
}
