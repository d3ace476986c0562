import { INK, RULE, SANS_LINE } from "../../parts/type.ts";
import { cellValues } from "../values.ts";
import type { CanvasElement, Content } from "pdfmake/interfaces.js";
import type { ListColumn, ListRow, Marked } from "../data.ts";
import type { PrintedRow } from "../rows.ts";

const HEIGHT = 5.6;

/**
 * Draws a hollow bar for the whole, with a solid part. Grey is avoided, because a school's printer turns it into dots.
 */
export function barOf(column: ListColumn, row: ListRow, { width, longest, size }: Drawn): Content {
  const [bar] = cellValues(column, row);
  if (column.scale !== undefined) return onAxis(bar, column.scale, { width, longest, size });
  const length = (figure: number) => (figure / longest) * width;
  const whole = numberOf(bar);
  if (whole === 0) return { text: "", fontSize: size };
  const y = (size * SANS_LINE - HEIGHT) / 2;
  const at = { type: "rect" as const, x: 0, y, h: HEIGHT };
  const hollow = { ...at, w: length(whole), lineWidth: RULE.group, lineColor: INK };
  const solid = { ...at, w: length(bar?.solid ?? whole), lineWidth: 0, color: INK };
  return { canvas: [hollow, solid], relativePosition: { x: 0, y: 0 } };
}

const AXIS = 7;
const STROKE = 4.5;

/** Draws the bar on a line as long as the whole, with the stroke below; draws nothing when there is neither. */
function onAxis(bar: Marked | undefined, scale: number, { width, size }: Drawn): Content {
  const stroke = bar?.stroke ?? null;
  const end = (numberOf(bar) / scale) * width;
  const at = ((stroke ?? 0) / scale) * width;
  const line = { type: "line" as const, lineColor: INK };
  const drawn: CanvasElement[] = [{ ...line, x1: 0, y1: AXIS, x2: width, y2: AXIS, lineWidth: RULE.row }];
  if (end > 0)
    drawn.push({ type: "rect", x: 0, y: AXIS - HEIGHT, w: end, h: HEIGHT, lineWidth: 0, color: INK });
  if (stroke !== null)
    drawn.push({ ...line, x1: at, y1: AXIS, x2: at, y2: AXIS + STROKE, lineWidth: RULE.frame });
  const isEmpty = end === 0 && stroke === null;
  return isEmpty ? { text: "", fontSize: size } : { canvas: drawn, relativePosition: { x: 0, y: 0 } };
}

type Drawn = { width: number; longest: number; size: number };

/** The longest bar of a column, which takes its whole width. */
export function longestIn(column: ListColumn, rows: readonly PrintedRow[]): number {
  if (column.kind !== "bar") return 0;
  return Math.max(0, ...rows.flatMap(({ cells }) => cellValues(column, cells).map(numberOf)));
}

function numberOf(marked: Marked | undefined): number {
  return typeof marked?.value === "number" ? marked.value : 0;
}
