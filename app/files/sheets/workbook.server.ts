import { read, SSF, utils, type CellObject, type WorkBook, type WorkSheet } from "@e965/xlsx";
import {
  MAX_SPREADSHEET_COLUMNS,
  createRefusedSpreadsheet,
  SPREADSHEET_FAULTS,
  createSpreadsheetCell,
  checkSpreadsheetRows,
  type SpreadsheetReaderDecision,
  type SpreadsheetReadingNotes,
  type SpreadsheetCell,
  type SpreadsheetReadingChoices,
  type SpreadsheetLimits,
  type SpreadsheetReading,
  type SpreadsheetRow,
} from "./sheet.ts";
import { withSpreadsheetVisibility, type SpreadsheetVisibility } from "./open-document.server.ts";

/** Stored values are read, because displayed values depend on formats that anybody may have written. */
const OPTIONS = { type: "buffer", dense: true, cellText: false, cellHTML: false, cellNF: true } as const;

const LOCKED = /password|encrypt/i;

const FORMULA = "formulas are not read: paste the value instead";
const CUT_BY_EXCEL =
  "Excel keeps only 15 digits of a number: format the column as text, then enter the number in full";
/**
 * Larger numbers are rejected because Excel keeps only 15 digits, so the stored number would differ from the number
 * that was entered.
 */
const SIXTEEN_DIGITS = 1e15;

const FORMATS = {
  xlsx: "Excel workbook",
  xls: "workbook of an older version of Excel",
  ods: "OpenDocument spreadsheet",
} as const;

type Reading = {
  limits: SpreadsheetLimits;
  choices: SpreadsheetReadingChoices;
  format: keyof typeof FORMATS;
  /** Whether the workbook may have hidden rows or columns. */
  mayHide: boolean;
  /** The hidden parts of an OpenDocument, which the parser leaves out. */
  document: SpreadsheetVisibility | null;
};

/**
 * Parses a sheet of an xlsx, xls or ods file: the chosen sheet or, if none is chosen, the sheet that was open when
 * the file was saved.
 */
export function parseWorkbook(bytes: Buffer, reading: Reading): SpreadsheetReading {
  try {
    // Formulas that were never calculated are among the stubs. An OpenDocument ends with a million rows of stubs. The
    // parser reports hidden rows only if it reads the styles of all cells, which takes time.
    const { document, mayHide } = reading;
    const isOds = document !== null;
    const book = read(bytes, { ...OPTIONS, sheetStubs: !isOds, cellStyles: !isOds && mayHide });
    return sheetIn(document ? withSpreadsheetVisibility(book, document) : book, reading);
  } catch (error) {
    // Any failure of the parser means that the file is broken or has a password; only the message tells which.
    const isLocked = error instanceof Error && LOCKED.test(error.message);
    return createRefusedSpreadsheet(isLocked ? SPREADSHEET_FAULTS.locked : SPREADSHEET_FAULTS.broken);
  }
}

function sheetIn(book: WorkBook, { limits, choices, format }: Reading): SpreadsheetReading {
  const chosen = chooseSheet(book, choices.sheet);
  if (chosen === null) return createRefusedSpreadsheet(SPREADSHEET_FAULTS.allHidden);
  const sheet = book.Sheets[chosen.value];
  // The parser leaves out sheets that it cannot read.
  if (!sheet) return createRefusedSpreadsheet(SPREADSHEET_FAULTS.broken);
  const rows = rowsOf(sheet, { is1904: book.Workbook?.WBProps?.date1904 === true });
  if (!markMerged(rows, sheet["!merges"] ?? [])) return createRefusedSpreadsheet(SPREADSHEET_FAULTS.merged);
  const about: SpreadsheetReadingNotes = {
    format: FORMATS[format],
    sheet: chosen,
    hiddenRows: rows.flatMap(({ row }) => (sheet["!rows"]?.[row - 1]?.hidden ? row : [])),
    hiddenColumns: hiddenColumnsOf(sheet, rows),
    isCut: (sheet["!data"] ?? []).some((cells) =>
      cells.slice(MAX_SPREADSHEET_COLUMNS).some(({ v: value }) => String(value ?? "").trim() !== ""),
    ),
  };
  return checkSpreadsheetRows(rows, { limits, about });
}

/** Excel often hides all columns to the right of the list, which has nothing in them. */
function hiddenColumnsOf(sheet: WorkSheet, rows: readonly Row[]): number[] {
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0);
  return Array.from({ length: width }, (_, place) => place).filter(
    (place) => sheet["!cols"]?.[place]?.hidden,
  );
}

/**
 * Chooses the sheet that was open or, if that is not possible, the first visible sheet. A blank sheet is chosen only
 * if no other sheet has rows. A hidden sheet contains the lists of a template, or data that somebody did not want to
 * send. Returns null when every sheet is hidden.
 */
function chooseSheet(book: WorkBook, wanted: string | undefined): SpreadsheetReaderDecision | null {
  const states = book.Workbook?.Sheets ?? [];
  const sheets = book.SheetNames.map((name, place) => ({
    name,
    isHidden: Boolean(states[place]?.Hidden),
    isOpen: place === openPlace(book),
  })).filter(({ name }) => book.Sheets[name]?.["!type"] !== "chart");
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const shown = visible.find(({ isOpen }) => isOpen) ?? visible[0];
  const decided = [...(shown ? [shown] : []), ...visible].find(({ name }) => !isBlank(book, name)) ?? shown;
  const used = sheets.find(({ name }) => name === wanted) ?? decided;
  if (!used || !decided) return null;
  const others = sheets.filter((item) => item !== used);
  return {
    value: used.name,
    evidence: [
      used === decided ? sheetReason(used, { visible: visible.length, shown }) : "You chose this sheet.",
      others.length > 0 ? `Sheets not read: ${sheetsNamed(others)}.` : "",
    ]
      .filter(Boolean)
      .join(" "),
    options: sheets.map(({ name, isHidden }) => ({
      value: name,
      label: isHidden ? `${name} (hidden)` : name,
    })),
  };
}

const MOST_NAMED = 5;
/** The longest name of a sheet that a message repeats. Excel itself allows 31 characters. */
const LONGEST_NAMED = 100;

/** Returns words such as `Fees, the hidden sheet Lists and 35 others`. */
function sheetsNamed(sheets: readonly { name: string; isHidden: boolean }[]): string {
  const named = sheets
    .filter(({ name }) => name.length <= LONGEST_NAMED)
    .slice(0, MOST_NAMED)
    .map(({ name, isHidden }) => (isHidden ? `the hidden sheet ${name}` : name));
  const left = sheets.length - named.length;
  if (left === 0) return named.join(", ");
  if (named.length === 0) return left === 1 ? "another sheet" : `${left.toLocaleString("en")} other sheets`;
  return `${named.join(", ")} and ${left === 1 ? "another" : `${left.toLocaleString("en")} others`}`;
}

type BookSheet = { name: string; isOpen: boolean };

function sheetReason(used: BookSheet, { visible, shown }: { visible: number; shown?: BookSheet }): string {
  if (visible === 1) return "This is the only visible sheet.";
  if (used !== shown) return "This is the first visible sheet with a list.";
  return used.isOpen ? "This sheet was open when the file was saved." : "This is the first visible sheet.";
}

/** Tells whether a sheet has no content. A sheet that the parser could not read may have some. */
function isBlank(book: WorkBook, name: string): boolean {
  const sheet = book.Sheets[name];
  const hasContent = ({ f, F, v: value }: CellObject) =>
    f !== undefined || F !== undefined || String(value ?? "").trim() !== "";
  return sheet !== undefined && !(sheet["!data"] ?? []).some((cells) => cells.some(hasContent));
}

/**
 * Returns the position of the sheet that was open, or null if the file does not say, as in older versions of Excel.
 * SheetJS passes on the attributes of an xlsx file's window, although its types do not mention them.
 */
function openPlace({ Workbook }: WorkBook): number | null {
  const [view] = (Workbook as { WBView?: { activeTab?: string }[] } | undefined)?.WBView ?? [];
  return view ? Number(view.activeTab ?? 0) : null;
}

type Days = { is1904: boolean };
type Row = SpreadsheetRow & { cells: SpreadsheetCell[] };

function rowsOf(sheet: WorkSheet, days: Days): Row[] {
  const rows: Row[] = [];
  // Both arrays are sparse, so a cell in the last row of an Excel sheet does not create a million rows.
  sheet["!data"]?.forEach((cells, index) => {
    const row: Row = { row: index + 1, cells: [] };
    cells.slice(0, MAX_SPREADSHEET_COLUMNS).forEach((cell, column) => {
      if (cell.t === "z" && cell.f === undefined && cell.F === undefined) return;
      while (row.cells.length < column) row.cells.push({ text: "", fault: null });
      row.cells.push(cellOf(cell, days));
    });
    rows.push(row);
  });
  return rows;
}

/** Reads a cell. A formula is rejected, because its result depends on the rest of the workbook. */
function cellOf(cell: CellObject, days: Days): SpreadsheetCell {
  const { t: type, v: value, f, F } = cell;
  if (f !== undefined || F !== undefined) return createSpreadsheetCell(String(value ?? ""), FORMULA);
  if (type === "e")
    return createSpreadsheetCell(
      utils.format_cell(cell),
      `the cell holds the error ${utils.format_cell(cell)}`,
    );
  if (type === "b") return createSpreadsheetCell(value === true ? "Yes" : "No");
  if (typeof value === "number") return numberCell(value, String(cell.z ?? ""), days);
  if (type === "s" && value === undefined) throw new Error("a text is missing from the workbook");
  return createSpreadsheetCell(withoutTextMark(String(value ?? "")));
}

function numberCell(value: number, format: string, { is1904 }: Days): SpreadsheetCell {
  if (isDay(value, format)) return createSpreadsheetCell(dayOf(value, is1904));
  if (isTime(value, format))
    return createSpreadsheetCell(utils.format_cell({ t: "n", v: value, z: "hh:mm" }));
  if (isPerCent(format)) return createSpreadsheetCell(`${Number((value * 100).toPrecision(15))}%`);
  const fault = Math.abs(value) >= SIXTEEN_DIGITS ? CUT_BY_EXCEL : null;
  return createSpreadsheetCell(withLeadingZeros(value, format) ?? String(value), fault);
}

/** The maximum number of characters in a number format that Excel allows. */
const LONGEST_FORMAT = 255;

/** Tells whether a number is a date. A number below 1 is a time without a date. */
function isDay(value: number, format: string): boolean {
  return value >= 1 && isDated(format);
}

/** Tells whether a number is a time: a typed 12:00 is stored as 0.5, which nobody meant. */
function isTime(value: number, format: string): boolean {
  return value > 0 && value < 1 && isDated(format);
}

function isDated(format: string): boolean {
  return SSF.is_date(format.slice(0, LONGEST_FORMAT)) as boolean;
}

/**
 * Tells whether a number is a percentage. Excel stores a typed 72% as 0.72, which is another number to everybody but
 * Excel.
 */
function isPerCent(format: string): boolean {
  return format
    .slice(0, LONGEST_FORMAT)
    .replaceAll(/"[^"]*"|[\\_*]./g, "")
    .includes("%");
}

function dayOf(serial: number, date1904: boolean): string {
  const day = SSF.parse_date_code(serial, { date1904 }) as { y: number; m: number; d: number } | null;
  const padded = (part: number, length: number) => String(part).padStart(length, "0");
  return day ? `${padded(day.y, 4)}-${padded(day.m, 2)}-${padded(day.d, 2)}` : String(serial);
}

/** Returns the number as displayed, for example `00012345678`, when its format adds leading zeros; otherwise null. */
function withLeadingZeros(value: number, format: string): string | null {
  if (!format.includes("00") || format.length > LONGEST_FORMAT || !Number.isInteger(value)) return null;
  const shown = utils.format_cell({ t: "n", v: value, z: format });
  const digits = shown.replaceAll(/\D/g, "");
  return /^0\d/.test(shown) && Number(digits) === value ? shown : null;
}

/** Removes the apostrophe from a text such as `'0012`, which Excel uses to keep a number as text. */
function withoutTextMark(text: string): string {
  return /^'\d+$/.test(text) ? text.slice(1) : text;
}

type Place = { r: number; c: number };
type Range = { s: Place; e: Place };
type RowElement = { row: number; cells: SpreadsheetCell[] };

/** The maximum number of merged ranges, each of which is searched for in all rows. */
const MOST_MERGED = 500;

/**
 * Marks every cell of merged ranges as faulty: only the first cell has a value, and it is unclear to which rows the
 * value belongs. Returns false if there are too many ranges, or if together they are larger than the sheet, as in a
 * forged file.
 */
function markMerged(rows: readonly RowElement[], ranges: readonly Range[]): boolean {
  if (ranges.length > MOST_MERGED) return false;
  let left = rows.length * MAX_SPREADSHEET_COLUMNS;
  for (const { s: from, e: to } of ranges) {
    const last = Math.min(to.c, MAX_SPREADSHEET_COLUMNS - 1);
    const inRange = rows.filter(({ row }) => from.r < row && row <= to.r + 1);
    left -= inRange.length * Math.max(0, last - from.c + 1);
    if (left < 0) return false;
    const fault = `${nameOf(from)}:${nameOf(to)} are merged into one cell: unmerge them`;
    for (const { cells } of inRange) mark(cells, { from: from.c, to: last, fault });
  }
  return true;
}

function mark(
  cells: SpreadsheetCell[],
  { from, to, fault }: { from: number; to: number; fault: string },
): void {
  for (let column = from; column <= to; column += 1) {
    while (cells.length <= column) cells.push({ text: "", fault: null });
    cells[column] = { text: cells[column]?.text ?? "", fault };
  }
}

/** Formats a cell's name, such as `AB12`. */
function nameOf({ r, c }: Place): string {
  let letters = "";
  for (let left = c + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return `${letters}${r + 1}`;
}
