import {
  joinBlockContents,
  sumBlockHeights,
  type MeasuredBlock,
  pageFrame,
  buildDocument,
} from "../parts/page.ts";
import { noDataText } from "../parts/heading.ts";
import { abbreviationKeyLine } from "../parts/key.ts";
import { compactLetterhead } from "../parts/letterhead.ts";
import { signatureLines } from "../parts/signatures.ts";
import { SANS_LINE_HEIGHT, FONT_SIZES, MUTED_COLOUR, RULE_WEIGHTS, SERIF_FONT } from "../parts/type.ts";
import {
  listRegisterNotes,
  REGISTER_FOOT_ROWS,
  footRowFigures,
  REGISTER_LETTERS,
  spreadLettersDown,
  type RegisterFootRow,
} from "./words.ts";
import type { Content, TDocumentDefinitions, ContentText, TableCell } from "pdfmake/interfaces.js";
import { formatCount } from "#domain/daily/counting.ts";
import type { AttendanceRegister, RegisterMark, RegisterStudent } from "./data.ts";
import {
  attendanceRegisterColumns,
  attendanceRegisterColumnWidths,
  type RegisterColumn,
  type RegisterFigure,
} from "./columns.ts";
import { chooseRowDimensions, type RowDimensions } from "../parts/fit.ts";
import { countTextLines, measureTextWidth } from "../parts/fonts.ts";
import { HEAD_PADDING, listRuleWeights, ruledTableLayout } from "../parts/rules.ts";

const TITLE = "Attendance Register";
const ABOVE_TABLE = 4;
/** The width of the key, to the left of the lines for signatures. */
const EXPLAINED_WIDTH = 330;
const BETWEEN = 18;
const SIGNED_BY = [
  { words: "Form teacher", share: 3 },
  { words: "Principal", share: 3 },
  { words: "Date", share: 1.3 },
];
const ABOVE_SIGNATURE = 15;

/** Lays out the register of a class and month in landscape, with lines for signatures. */
export function attendanceRegisterPdf(register: AttendanceRegister): TDocumentDefinitions {
  const { about, month, printed, school } = register;
  return buildDocument({
    orientation: "landscape",
    title: `${TITLE}, ${about}, ${month}`,
    foot: ["Attendance register", about, month, `printed ${printed.on}`],
    printed,
    author: school.name,
    content: contentOfRegister(register),
  });
}

function contentOfRegister(register: AttendanceRegister): Content[] {
  const { textWidth, textHeight } = pageFrame("landscape");
  const { school, about, month: period, keys } = register;
  const head = compactLetterhead({ school, title: TITLE, about, period, width: textWidth });
  if (register.students.length === 0 || register.days.length === 0) return [head.content, noDataText()];
  const foot = explainedAndSigned(
    abbreviationKeyLine(keys, listRegisterNotes(register), EXPLAINED_WIDTH),
    textWidth,
  );
  const table = attendanceRegisterTable(register, {
    width: textWidth,
    first: textHeight - sumBlockHeights([head]) - ABOVE_TABLE,
    next: textHeight,
    tail: sumBlockHeights([foot]),
  });
  return [
    ...joinBlockContents([head]),
    { stack: [table], margin: [0, ABOVE_TABLE, 0, 0] },
    ...joinBlockContents([foot]),
  ];
}

function explainedAndSigned(explained: MeasuredBlock, width: number): MeasuredBlock {
  const lines = signatureLines(SIGNED_BY, { width: width - EXPLAINED_WIDTH - BETWEEN, gap: BETWEEN });
  const signed = ABOVE_SIGNATURE + FONT_SIZES.label * SANS_LINE_HEIGHT + 2;
  return {
    height: Math.max(explained.height, signed),
    content: {
      unbreakable: true,
      columnGap: BETWEEN,
      columns: [
        { width: EXPLAINED_WIDTH, stack: [explained.content] },
        { columns: lines, columnGap: BETWEEN, margin: [0, ABOVE_SIGNATURE, 0, 0] },
      ],
    },
  };
}

const NAME = { left: 7, size: FONT_SIZES.label };
const HEAD_ROWS = 2;
const FEWEST_ROWS = 8;
const SIZES = [7.7, 7.6, 7.5];
const PADDING = { tight: -0.7, roomy: 1, comfortable: 0.4 };

/** The space for the table: its width, its height on the first and on later pages, and the height of what follows. */
type RegisterSpace = { width: number; first: number; next: number; tail: number };

/** Lays out the students' days and, below them, the counts of the class for each day. Every page repeats the head. */
function attendanceRegisterTable(register: AttendanceRegister, space: RegisterSpace): Content {
  const columns = attendanceRegisterColumns(register);
  const widths = attendanceRegisterColumnWidths(columns, space.width);
  const { size, padding } = fit(register, space, widths[1] ?? 0);
  const written = register.days.map(({ counted }) =>
    typeof counted === "string" ? spreadLettersDown(counted, register.students.length) : null,
  );
  const rows = register.students.map((student, row) =>
    columns.map((column) => studentCell(column, { student, row, size, written })),
  );
  const foot = REGISTER_FOOT_ROWS.map((item) =>
    columns.map((column) => footCell(register, column, item, size)),
  );
  return {
    table: {
      headerRows: HEAD_ROWS,
      keepWithHeaderRows: 3,
      dontBreakRows: true,
      widths,
      body: [headRow(columns, 0), headRow(columns, 1), ...rows, ...foot] as TableCell[][],
    },
    layout: ruledTableLayout({
      lines: [0, ...listRuleWeights(rows.length, foot.length)],
      headRows: HEAD_ROWS,
      padding,
      gap: 0,
      verticalRules: [columns.findIndex(({ kind }) => kind === "figure")],
    }),
  };
}

function fit({ students }: AttendanceRegister, space: RegisterSpace, nameWidth: number): RowDimensions {
  const head = HEAD_ROWS * FONT_SIZES.label * SANS_LINE_HEIGHT + HEAD_PADDING + RULE_WEIGHTS.frame;
  return chooseRowDimensions({
    room: { first: space.first - head, next: space.next - head, tail: space.tail },
    lines: (size) => [
      ...students.map(({ name }) => countTextLines(name, nameWidth - NAME.left, { size })),
      ...REGISTER_FOOT_ROWS.map(() => 1),
    ],
    sizes: SIZES,
    padding: PADDING,
    keep: FEWEST_ROWS + REGISTER_FOOT_ROWS.length,
  });
}

function headRow(columns: readonly RegisterColumn[], line: 0 | 1): ContentText[] {
  const look = { fontSize: FONT_SIZES.label, ...(line === 0 ? { color: MUTED_COLOUR } : { bold: true }) };
  return columns.map((column) => {
    if (column.kind === "name")
      return { ...look, text: line === 0 ? "" : "Name", margin: [NAME.left, 0, 0, 0] };
    if (column.kind === "figure") return { ...look, text: column.head[line], alignment: "right" };
    if (column.kind !== "day") return { ...look, text: "" };
    const { weekday, day, counted } = column.day;
    const quiet = typeof counted === "string" ? { bold: false, color: MUTED_COLOUR } : {};
    return { ...look, ...quiet, text: line === 0 ? weekday : String(day), alignment: "center" };
  });
}

type Row = { student: RegisterStudent; row: number; size: number; written: readonly (string[] | null)[] };

function studentCell(column: RegisterColumn, { student, row, size, written }: Row): ContentText {
  const fontSize = size;
  switch (column.kind) {
    case "number":
      return { text: String(row + 1), fontSize, color: MUTED_COLOUR, alignment: "right" };
    case "name":
      return { text: student.name, fontSize, margin: [NAME.left, 0, 0, 0] };
    case "sex":
      return { text: student.gender ?? "", fontSize, color: MUTED_COLOUR };
    case "gap":
      return { text: "", fontSize };
    case "day": {
      const letter = written[column.index]?.[row] ?? "";
      const mark = student.marks[column.index] ?? null;
      return mark === null ? writtenLetter(letter, size) : markCell(mark, size);
    }
    case "figure":
      return figureCell(student[column.key], column.key, size);
  }
}

function markCell(mark: NonNullable<RegisterMark>, fontSize: number): ContentText {
  const quiet = mark === "outside" ? { color: MUTED_COLOUR } : {};
  return { text: REGISTER_LETTERS[mark], fontSize, bold: mark === "absent", alignment: "center", ...quiet };
}

/** Uses the serif font for a letter, because in the sans-serif font A and L would look like pen marks. */
function writtenLetter(text: string, fontSize: number): ContentText {
  return { text, font: SERIF_FONT, italics: true, fontSize, color: MUTED_COLOUR, alignment: "center" };
}

function footCell(
  register: AttendanceRegister,
  column: RegisterColumn,
  row: RegisterFootRow,
  size: number,
): ContentText {
  const bold = "strong" in row;
  if (column.kind === "name") return { text: row.title, fontSize: size, bold, margin: [NAME.left, 0, 0, 0] };
  if (column.kind === "figure") {
    const value = footRowFigures(register, row)[column.key];
    if (value === null) return { text: "", fontSize: size };
    return { ...figureCell(value, column.key, size), ...(column.key === "percent" && { bold }) };
  }
  if (column.kind !== "day" || typeof column.day.counted === "string") return { text: "", fontSize: size };
  const text = dotted(column.day.counted[row.of]);
  return {
    text,
    fontSize: sizeWithin(text, Number(column.width), { size, bold }),
    bold,
    alignment: "center",
  };
}

/** Reduces the text size if a text such as `33½` is wider than a narrow column. */
function sizeWithin(text: string, width: number, look: { size: number; bold: boolean }): number {
  return Math.min(1, width / (measureTextWidth(text, look) + 0.5)) * look.size;
}

function figureCell(value: number | null, key: RegisterFigure, fontSize: number): ContentText {
  const look = { fontSize, alignment: "right", noWrap: true } as const;
  if (value === null) return { ...look, text: "–", color: MUTED_COLOUR };
  if (key === "percent") return { ...look, text: `${value}%`, bold: true };
  return { ...look, text: dotted(value), bold: key === "absent" };
}

/** Formats a number of days. Zero is printed as a dot, so that other numbers stand out. */
function dotted(days: number): string {
  return days === 0 ? "·" : formatCount(days);
}
