import { emptyCell, numberCell, textCell } from "../parts/sheet/cells.ts";
import {
  FILL_IN_CELL_COLOUR,
  columnLetter,
  type CellRule,
  type Worksheet,
  HEAD_CELL_STYLE,
  MUTED_CELL,
  ROW_RULE_CELL_STYLE,
  worksheetTop,
} from "../parts/sheet/print-sheet.ts";
import type { CellObject } from "write-excel-file/node";
import type { School } from "../parts/school.ts";

/** A mark sheet as a spreadsheet. A teacher fills it in away from school, and then Termbook reads the marks. */
export type MarkSheetToFillIn = {
  /** The name of the worksheet, such as the subject in a file of all subjects. */
  tab: string;
  /** The mark sheets of other subjects, each on a worksheet of its own. */
  others?: readonly MarkSheetToFillIn[];
  school: School;
  /** The title, such as 'Mark Sheet, End of Term, Term 1, 2026-2027'. */
  title: string;
  /** The subject, class and teacher, such as 'Mathematics, 3A, Mr. D. Seepersad'. */
  about: string;
  hint: string;
  /** True if the sheet has a column with the maximum of each mark. */
  hasMark: boolean;
  columns: readonly FilledColumn[];
  /** The titles of the hidden columns, which Termbook needs for reading the file. */
  hiddenTitles: readonly string[];
  students: readonly StudentToFillIn[];
};

type FilledColumn = {
  title: string;
  /** The values that the column accepts; null for a mark. */
  choices: readonly string[] | null;
  /** The words for a student without a result, such as 'Abs'; empty if they do not apply to the column. */
  away: readonly string[];
  /** The most characters of a column for text; null for marks and choices. */
  longest: number | null;
};

type StudentToFillIn = {
  id: string;
  name: string;
  maxMark: number;
  values: readonly (string | number | null)[];
  hidden: readonly string[];
};

const [ID_WIDTH, NAME_WIDTH, WIDTH, TEXT_WIDTH] = [14, 34, 14, 60];
const NAME_COLUMNS = 2;
const FILLED = { ...ROW_RULE_CELL_STYLE, backgroundColor: `#${FILL_IN_CELL_COLOUR}` } as const;

/** Builds the worksheet. All cells are locked except the cells to fill in, which accept only valid values. */
export function markSheetToFillInWorksheet(sheet: MarkSheetToFillIn): Worksheet {
  const { tab: name, school, title, about, hint, hasMark, columns, hiddenTitles, students } = sheet;
  const first = NAME_COLUMNS + (hasMark ? 1 : 0);
  const heads = ["Student ID", "Name", ...(hasMark ? ["Max Mark"] : [])];
  const top = worksheetTop(school, { title, about, details: hint });
  const head = [...top, [...heads, ...columns.map((column) => column.title), ...hiddenTitles].map(headCell)];
  const from = head.length + 1;
  const rules = columns.map((column, index) => ruleOf(column, { column: first + index, first, from }));
  const hidden = hiddenTitles.map((_title, index) => first + columns.length + index);
  return {
    name,
    head,
    rows: students.map((student) => studentRow(student, sheet)),
    widths: [
      ID_WIDTH,
      NAME_WIDTH,
      ...heads.slice(NAME_COLUMNS).map(() => WIDTH),
      ...columns.map(({ longest }) => (longest === null ? WIDTH : TEXT_WIDTH)),
      ...hidden.map(() => WIDTH),
    ],
    frozenColumns: NAME_COLUMNS,
    orientation: "portrait",
    foot: about,
    fillIn: { rules, hidden, rows: { from, to: from + students.length - 1 } },
  };
}

function headCell(title: string): CellObject {
  return textCell(title, HEAD_CELL_STYLE);
}

function studentRow({ id, name, maxMark, values, hidden }: StudentToFillIn, sheet: MarkSheetToFillIn) {
  return [
    textCell(id, ROW_RULE_CELL_STYLE),
    textCell(name, { ...ROW_RULE_CELL_STYLE, wrap: true }),
    ...(sheet.hasMark ? [numberCell(maxMark, { ...ROW_RULE_CELL_STYLE, ...MUTED_CELL })] : []),
    ...values.map((value, index) =>
      filledCell(value, sheet.columns[index]?.longest === null ? "right" : "left"),
    ),
    ...hidden.map((text) => textCell(text)),
  ];
}

/** A number has no format, so that a typed 72.5 is shown as it was typed. */
function filledCell(value: string | number | null, align: "left" | "right"): CellObject {
  if (value === null) return emptyCell(FILLED);
  return typeof value === "number"
    ? { ...FILLED, value, type: Number }
    : { ...FILLED, value, type: String, align };
}

type Place = { column: number; first: number; from: number };

function ruleOf({ title, choices, away, longest }: FilledColumn, { column, first, from }: Place): CellRule {
  const words = [...(choices ?? []), ...away];
  if (choices !== null)
    return {
      column,
      list: words,
      message: `Enter ${inWords(words)} in the column ${title}, or clear the cell.`,
    };
  if (longest !== null)
    return {
      column,
      formula: `LEN(${columnLetter(column)}${from})<=${longest}`,
      message: `Enter at most ${longest} characters in the column ${title}.`,
    };
  const [cell, most] = [`${columnLetter(column)}${from}`, `$${columnLetter(first - 1)}${from}`];
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
