import { INK } from "../type.ts";
import { element, isNamed, type Element, colourOf, nothing, twips } from "./text.ts";

export type WordRow = {
  cells: WordCell[];
  height: number;
  /** The space above and below the content, already included in the height. */
  air?: number;
  /** The weight of the rule under the row, and its colour. */
  rule?: number;
  colour?: string;
  /** The weight of the rule over the row. */
  over?: number;
  isHead?: boolean;
};

/** Paragraphs and tables of a document or cell, in order. */
export type Flow = Element[];

export type WordCell = {
  content: Flow;
  columns?: number;
  at?: "top" | "bottom";
  /** The weights of vertical rules at its sides, and the space before the right one. */
  left?: number;
  right?: number;
  free?: number;
};

/** Builds a table of fixed columns, with `gap` before all but the first, and rules under rows but no boxes. */
export function wordTable(widths: readonly number[], rows: readonly WordRow[], gap: number): Element {
  const total = widths.reduce((sum, width) => sum + width, 0);
  return element("w:tbl", null, [
    element("w:tblPr", null, [
      width("w:tblW", total),
      NO_BORDERS,
      element("w:tblLayout", { "w:type": "fixed" }),
      margins("w:tblCellMar", { air: 0, left: 0, free: 0 }),
    ]),
    element(
      "w:tblGrid",
      null,
      widths.map((item) => element("w:gridCol", { "w:w": twips(item) })),
    ),
    ...rows.map((row) => rowOf(row, widths, gap)),
  ]);
}

function rowOf(row: WordRow, widths: readonly number[], gap: number): Element {
  let from = 0;
  const cells = row.cells.map((cell) => {
    const { columns = 1 } = cell;
    const own = widths.slice(from, from + columns).reduce((sum, item) => sum + item, 0);
    const left = from === 0 ? 0 : gap;
    from += columns;
    return cellOf(cell, row, { own, left });
  });
  return element("w:tr", null, [
    element("w:trPr", null, [
      element("w:cantSplit", null),
      element("w:trHeight", { "w:val": twips(row.height), "w:hRule": "atLeast" }),
      ...(row.isHead ? [element("w:tblHeader", null)] : []),
    ]),
    ...cells,
  ]);
}

type Place = { own: number; left: number };

function cellOf(
  { content, columns = 1, at = "top", left: ruleLeft, right: ruleRight, free = 0 }: WordCell,
  { air = 0, rule, colour, over }: WordRow,
  { own, left }: Place,
): Element {
  const borders = [
    ...(over === undefined ? [] : [ruleOf("w:top", over)]),
    ...(ruleLeft === undefined ? [] : [ruleOf("w:left", ruleLeft)]),
    ...(rule === undefined ? [] : [ruleOf("w:bottom", rule, colour)]),
    ...(ruleRight === undefined ? [] : [ruleOf("w:right", ruleRight)]),
  ];
  const properties = [
    width("w:tcW", own),
    ...(columns === 1 ? [] : [element("w:gridSpan", { "w:val": columns })]),
    ...(borders.length === 0 ? [] : [element("w:tcBorders", null, borders)]),
    ...(air + left + free === 0 ? [] : [margins("w:tcMar", { air, left, free })]),
    ...(at === "top" ? [] : [element("w:vAlign", { "w:val": at })]),
  ];
  return element("w:tc", null, [element("w:tcPr", null, properties), ...closed(content)]);
}

/** Word requires a paragraph at the end of each cell. */
function closed(content: Flow): Flow {
  const last = content.at(-1);
  return last && isNamed("w:p", last) ? content : [...content, nothing()];
}

function width(name: string, points: number): Element {
  return element(name, { "w:type": "dxa", "w:w": twips(points) });
}

type Margins = { air: number; left: number; free: number };

function margins(name: string, { air, left, free }: Margins): Element {
  return element(name, null, [
    width("w:top", air),
    width("w:left", left),
    width("w:bottom", air),
    width("w:right", free),
  ]);
}

const NO_BORDERS = element(
  "w:tblBorders",
  null,
  ["w:top", "w:left", "w:bottom", "w:right", "w:insideH", "w:insideV"].map((side) =>
    element(side, { "w:val": "none", "w:color": "auto", "w:sz": 0 }),
  ),
);

function ruleOf(side: string, weight: number, colour = INK): Element {
  const size = Math.max(2, Math.round(8 * weight));
  return element(side, { "w:val": "single", "w:color": colourOf(colour), "w:sz": size });
}
