import { INK } from "../type.ts";
import {
  createWordElement,
  isElementNamed,
  type WordElement,
  wordColour,
  emptyParagraph,
  twips,
} from "./text.ts";

export type WordRow = {
  cells: WordCell[];
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
export type WordContent = WordElement[];

export type WordCell = {
  content: WordContent;
  columns?: number;
  at?: "top" | "bottom";
  /** The weights of the vertical lines at both sides, and the space before the right line. */
  left?: number;
  right?: number;
  free?: number;
};

/** Builds a table with fixed widths, lines below rows, and `gap` before every column except the first. */
export function wordTable(widths: readonly number[], rows: readonly WordRow[], gap: number): WordElement {
  const total = widths.reduce((sum, width) => sum + width, 0);
  return createWordElement("w:tbl", null, [
    createWordElement("w:tblPr", null, [
      width("w:tblW", total),
      NO_BORDERS,
      createWordElement("w:tblLayout", { "w:type": "fixed" }),
      margins("w:tblCellMar", { air: 0, left: 0, free: 0 }),
    ]),
    createWordElement(
      "w:tblGrid",
      null,
      widths.map((item) => createWordElement("w:gridCol", { "w:w": twips(item) })),
    ),
    ...rows.map((row) => rowOf(row, widths, gap)),
  ]);
}

function rowOf(row: WordRow, widths: readonly number[], gap: number): WordElement {
  let from = 0;
  const cells = row.cells.map((cell) => {
    const { columns = 1 } = cell;
    const own = widths.slice(from, from + columns).reduce((sum, item) => sum + item, 0);
    const left = from === 0 ? 0 : gap;
    from += columns;
    return cellOf(cell, row, { own, left });
  });
  return createWordElement("w:tr", null, [
    createWordElement("w:trPr", null, [
      createWordElement("w:cantSplit", null),
      createWordElement("w:trHeight", { "w:val": twips(row.height), "w:hRule": "atLeast" }),
      ...(row.isHead ? [createWordElement("w:tblHeader", null)] : []),
    ]),
    ...cells,
  ]);
}

type Place = { own: number; left: number };

function cellOf(
  { content, columns = 1, at = "top", left: ruleLeft, right: ruleRight, free = 0 }: WordCell,
  { air = 0, rule, colour, over }: WordRow,
  { own, left }: Place,
): WordElement {
  const borders = [
    ...(over === undefined ? [] : [ruleOf("w:top", over)]),
    ...(ruleLeft === undefined ? [] : [ruleOf("w:left", ruleLeft)]),
    ...(rule === undefined ? [] : [ruleOf("w:bottom", rule, colour)]),
    ...(ruleRight === undefined ? [] : [ruleOf("w:right", ruleRight)]),
  ];
  const properties = [
    width("w:tcW", own),
    ...(columns === 1 ? [] : [createWordElement("w:gridSpan", { "w:val": columns })]),
    ...(borders.length === 0 ? [] : [createWordElement("w:tcBorders", null, borders)]),
    ...(air + left + free === 0 ? [] : [margins("w:tcMar", { air, left, free })]),
    ...(at === "top" ? [] : [createWordElement("w:vAlign", { "w:val": at })]),
  ];
  return createWordElement("w:tc", null, [createWordElement("w:tcPr", null, properties), ...closed(content)]);
}

/** Adds an empty paragraph after a table, because Word requires a paragraph at the end of each cell. */
function closed(content: WordContent): WordContent {
  const last = content.at(-1);
  return last && isElementNamed("w:p", last) ? content : [...content, emptyParagraph()];
}

function width(name: string, points: number): WordElement {
  return createWordElement(name, { "w:type": "dxa", "w:w": twips(points) });
}

type Margins = { air: number; left: number; free: number };

function margins(name: string, { air, left, free }: Margins): WordElement {
  return createWordElement(name, null, [
    width("w:top", air),
    width("w:left", left),
    width("w:bottom", air),
    width("w:right", free),
  ]);
}

const NO_BORDERS = createWordElement(
  "w:tblBorders",
  null,
  ["w:top", "w:left", "w:bottom", "w:right", "w:insideH", "w:insideV"].map((side) =>
    createWordElement(side, { "w:val": "none", "w:color": "auto", "w:sz": 0 }),
  ),
);

function ruleOf(side: string, weight: number, colour = INK): WordElement {
  const size = Math.max(2, Math.round(8 * weight));
  return createWordElement(side, { "w:val": "single", "w:color": wordColour(colour), "w:sz": size });
}
