import { FILLED_IN } from "../parts/sheet/fill-in.ts";
import { emptyCell, numberCell, textCell } from "../parts/sheet/cells.ts";
import { HEAD, QUIET, RULE, sheetTop } from "../parts/sheet/sheet-top.ts";
import { letterOf } from "../parts/sheet/columns.ts";
import type { CellObject } from "write-excel-file/node";
import type { CellRule } from "../parts/sheet/fill-in.ts";
import type { Sheet } from "../parts/sheet/print-sheet.ts";
import type { FilledColumn, MarkSheetToFillIn, StudentToFillIn } from "./data.ts";

const [ID_WIDTH, NAME_WIDTH, WIDTH] = [14, 34, 14];
const NAME_COLUMNS = 2;
const FILLED = { ...RULE, backgroundColor: `#${FILLED_IN}` } as const;

/** Builds the sheet with everything locked except the cells to fill in, which accept only what Termbook accepts. */
export function markSheetToFillIn(sheet: MarkSheetToFillIn): Sheet {
  const { school, title, about, hint, hasMark, columns, hiddenTitles, students } = sheet;
  const first = NAME_COLUMNS + (hasMark ? 1 : 0);
  const heads = ["Student ID", "Name", ...(hasMark ? ["Max Mark"] : [])];
  const top = sheetTop(school, { title, about, details: hint });
  const head = [...top, [...heads, ...columns.map((column) => column.title), ...hiddenTitles].map(headCell)];
  const from = head.length + 1;
  const rules = columns.map((column, index) => ruleOf(column, { column: first + index, first, from }));
  const hidden = hiddenTitles.map((_title, index) => first + columns.length + index);
  return {
    name: "Marks",
    head,
    rows: students.map((student) => studentRow(student, sheet)),
    widths: [ID_WIDTH, NAME_WIDTH, ...[...heads.slice(NAME_COLUMNS), ...columns, ...hidden].map(() => WIDTH)],
    frozenColumns: NAME_COLUMNS,
    orientation: "portrait",
    foot: about,
    fillIn: { rules, hidden, rows: { from, to: from + students.length - 1 } },
  };
}

function headCell(title: string): CellObject {
  return textCell(title, HEAD);
}

function studentRow({ id, name, maxMark, values, hidden }: StudentToFillIn, sheet: MarkSheetToFillIn) {
  return [
    textCell(id, RULE),
    textCell(name, { ...RULE, wrap: true }),
    ...(sheet.hasMark ? [numberCell(maxMark, { ...RULE, ...QUIET })] : []),
    ...values.map(filledCell),
    ...hidden.map((text) => textCell(text)),
  ];
}

/** A number has no format, so that a typed 72.5 is shown as it was typed. */
function filledCell(value: string | number | null): CellObject {
  if (value === null) return emptyCell(FILLED);
  return typeof value === "number"
    ? { ...FILLED, value, type: Number }
    : { ...FILLED, value, type: String, align: "right" };
}

type Place = { column: number; first: number; from: number };

function ruleOf({ title, choices, away }: FilledColumn, { column, first, from }: Place): CellRule {
  const words = [...(choices ?? []), ...away];
  if (choices !== null)
    return {
      column,
      list: words,
      message: `Enter ${inWords(words)} in the column ${title}, or clear the cell.`,
    };
  const [cell, most] = [`${letterOf(column)}${from}`, `$${letterOf(first - 1)}${from}`];
  const isAway = away.map((word) => `UPPER(TRIM(${cell}))="${word.toUpperCase()}"`);
  return {
    column,
    formula: `IF(ISNUMBER(${cell}),AND(${cell}>=0,${cell}<=${most},ROUND(${cell},2)=${cell}),OR(FALSE,${isAway.join(",")}))`,
    message: `Enter a mark from 0 to Max Mark with at most two decimals${away.map((word) => `, or ${word}`).join("")}.`,
  };
}

function inWords(words: readonly string[]): string {
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
