import { ATTENDANCE_ABBREVIATIONS, PRESENT_AT_TEST } from "#domain/attendance.ts";
import { formatDate } from "#domain/dates.ts";
import { capitalise } from "#domain/text/capital.ts";
import { listResultFields, type MarkRules } from "#fields/mark.ts";
import { createBlankValues, type RecordField } from "#fields/record.ts";
import type { FieldValues } from "#fields/value.ts";
import { findValueChanges, hasChanges } from "#saving/protocol/protocol.ts";
import { isBlankCell, readCellValue } from "../bulk/paste/read-value.rules.ts";
import { readTestAttendance } from "../row/sheet-values.rules.ts";
import { withoutMarkWhenAway } from "../save/marks.rules.ts";
import { listMarkSheetColumns, toMarkSheetColumns } from "../sheet/columns.rules.ts";

export const MAX_MARK_FILE_MB = 2;

/** The number of rows of a file that are read. No class has that many, even with titles and notes around its rows. */
export const MAX_MARK_FILE_ROWS = 300;

/** Matches the heading of the column that identifies each row, which contains the time of the download. */
const MARKER = /^Termbook (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/;
const TAG = /^Mark sheet (\d+\/\d+\/\d+(?:-\d+)?), row ([1-9]\d{0,8}), version (\d{1,9})$/;
const ID_TITLE = "Student ID";
const NAME_TITLE = "Name";
const MOST_TITLE = "Max Mark";

/** A cell of an uploaded file. `fault` says why the cell cannot be read. */
export type MarkFileCell = { text: string; fault: string | null };
export type MarkFileLine = { row: number; cells: readonly MarkFileCell[] };

/**
 * A line of an uploaded mark sheet. `cells` has the present text of each field, and `before` has the text at the time
 * of the download.
 */
export type MarkFileRow = {
  line: number;
  id: string;
  name: string;
  maxMark: string;
  tag: string;
  cells: Readonly<Record<string, MarkFileCell>>;
  before: Readonly<Record<string, string>>;
};

export type MarkFile = { downloaded: string; rows: readonly MarkFileRow[] };

/** The row of Termbook that a line belongs to, and the version of that row at the time of the download. */
export type MarkSheetRowReference = { sheet: string; row: string; version: number };

export function formatDownloadMarker(moment: Date): string {
  return `Termbook ${moment.toISOString()}`;
}

export function formatRowReference({ sheet, row, version }: MarkSheetRowReference): string {
  return `Mark sheet ${sheet}, row ${row}, version ${version}`;
}

function parseTag(text: string): MarkSheetRowReference | null {
  const [, sheet, row, version] = TAG.exec(text.trim()) ?? [];
  return sheet !== undefined && row !== undefined ? { sheet, row, version: Number(version) } : null;
}

/** Lists the columns to fill in, with unique titles. A criterion may be named like any other column. */
export function listColumnsToFillIn(rules: MarkRules): readonly RecordField[] {
  const { hasMark, ...others } = toMarkSheetColumns({ rules });
  const columns = listMarkSheetColumns({ hasMark, ...others }).map((column) =>
    hasMark && column.name === "mark" ? { ...column, title: "Mark" } : column,
  );
  const taken = new Set([ID_TITLE, NAME_TITLE, MOST_TITLE].map(comparedText));
  return columns.map((column) => {
    let title = column.title;
    for (let place = 2; taken.has(comparedText(title)); place += 1) title = `${column.title} (${place})`;
    taken.add(comparedText(title));
    return { ...column, title };
  });
}

/** Reduces a text to what spreadsheet programs keep: they may change spaces, but not letters. */
function comparedText(text: string): string {
  return text.normalize("NFKC").replaceAll(/\s+/g, " ").trim().toLowerCase();
}

/** Returns the title of a hidden column, which has the values at the time of the download. */
export function hiddenColumnTitle(title: string): string {
  return `${title} when downloaded`;
}

/** Returns a row's values as cells. An absence goes into the first column that could have a result. */
export function toMarkFileCells(values: FieldValues, rules: MarkRules): (string | number | null)[] {
  const attendance = readTestAttendance(values);
  const columns = listColumnsToFillIn(rules);
  const first = columns.find(({ name }) => listResultFields(rules).includes(name));
  return columns.map((column) =>
    attendance !== PRESENT_AT_TEST && column === first
      ? ATTENDANCE_ABBREVIATIONS[attendance]
      : (values[column.name] ?? null),
  );
}

const NOT_OURS =
  "Termbook did not make this file, or its hidden columns are missing, so it is not clear which marks it changes. Download the mark sheet here, copy your marks into it, then upload that file.";

/** Finds the rows of a mark sheet in the lines of a file. Titles above the headings and blank lines are left out. */
export function readMarkFile(
  lines: readonly MarkFileLine[],
  columns: readonly Pick<RecordField, "name" | "title">[],
): { file: MarkFile } | { fault: string } {
  const start = lines.findIndex(({ cells }) => cells.some(({ text }) => MARKER.test(text.trim())));
  const head = (lines[start]?.cells ?? []).map(({ text }) => text.trim());
  const marker = head.findIndex((title) => MARKER.test(title));
  const [, moment = ""] = MARKER.exec(head[marker] ?? "") ?? [];
  if (Number.isNaN(Date.parse(moment))) return { fault: NOT_OURS };
  const downloaded = new Date(moment).toISOString();
  const titles = [ID_TITLE, ...columns.flatMap(({ title }) => [title, hiddenColumnTitle(title)])];
  const places = new Map(head.map((title, place) => [comparedText(title), place] as const).toReversed());
  const missing = titles.find((title) => !places.has(comparedText(title)));
  if (missing !== undefined)
    return { fault: `The column ‘${missing}’ is missing. Download the mark sheet again.` };
  const twice = titles.find(
    (title) => head.filter((other) => comparedText(other) === comparedText(title)).length > 1,
  );
  if (twice !== undefined)
    return { fault: `The column ‘${twice}’ is in the file more than once. Delete the added column.` };
  const rows = lines.slice(start + 1).map(({ row: line, cells }): MarkFileRow => {
    const cell = (title: string) => cells[places.get(comparedText(title)) ?? -1] ?? { text: "", fault: null };
    const text = (title: string) => cell(title).text.trim();
    return {
      line,
      id: text(ID_TITLE),
      name: text(NAME_TITLE),
      maxMark: text(MOST_TITLE),
      tag: cells[marker]?.text.trim() ?? "",
      cells: Object.fromEntries(columns.map(({ name, title }) => [name, cell(title)])),
      before: Object.fromEntries(columns.map(({ name, title }) => [name, text(hiddenColumnTitle(title))])),
    };
  });
  return {
    file: { downloaded, rows: rows.filter((row) => row.tag !== "" || row.id !== "" || hasEntry(row)) },
  };
}

/** Returns whether something was typed in the row. The row need not name a student. */
function hasEntry({ cells }: MarkFileRow): boolean {
  return Object.values(cells).some(({ text, fault }) => !isBlankCell(text) || fault !== null);
}

export type MarkFileStudent = { id: string; name: string; maxMark: number };

type Sheets = {
  /** The mark sheets that share these marks. Two teachers may teach the same subject in a class. */
  sheets: ReadonlySet<string>;
  students: ReadonlyMap<string, MarkFileStudent>;
  rules: MarkRules;
};

/** The result of reading a line. `changes` are the differences from the download. */
export type MarkFileRowReading =
  | { kind: "refused"; row: string | null; reason: string }
  /** `hasCleared` means that a cell is blank now but was not blank in the download. */
  | { kind: "unchanged"; row: string; isBlank: boolean; hasCleared: boolean }
  | { kind: "changed"; row: string; base: number; changes: FieldValues };

const NO_TAG =
  "the hidden columns of this row are missing, so it is not clear which mark it changes. Download the mark sheet again";
const TWICE = "this student is in the file more than once";
const NO_STUDENT =
  "this row has no student ID. Add the student to the class, then download the mark sheet again";
const MOVED =
  "the ID and the name belong to different students, so cells were moved to other rows. Download the mark sheet again";

/** Compares each line with the sheet. */
export function readMarkFileRows({ rows }: MarkFile, sheets: Sheets): MarkFileRowReading[] {
  const readings = rows.map((row) => readFileRow(row, sheets));
  return readings.map((reading) => {
    const { row } = reading;
    const isTwice = row !== null && readings.filter((other) => other.row === row).length > 1;
    return isTwice ? refused(TWICE, row) : reading;
  });
}

function readFileRow(file: MarkFileRow, { sheets, students, rules }: Sheets): MarkFileRowReading {
  const tag = parseTag(file.tag);
  const isKnown = [...students.values()].some(({ id }) => isSameId(id, file.id));
  if (!tag && file.tag === "" && file.id === "") return refused(NO_STUDENT);
  if (!tag) return refused(file.tag !== "" || isKnown ? NO_TAG : "no student on this sheet has this ID");
  if (!sheets.has(tag.sheet)) return refused("this row is from another mark sheet");
  const { row, version: base } = tag;
  const student = students.get(row);
  if (!student) return { kind: "changed", row, base, changes: {} };
  if (!isSameId(student.id, file.id))
    return refused(
      "the ID does not belong to the mark in this row: the rows were sorted or copied without their hidden columns. Download the mark sheet again",
    );
  if (hasNameOfAnother(file, student, students)) return refused(MOVED);
  const read = readCells(file, { maxMark: student.maxMark, rules });
  if ("reason" in read) return refused(read.reason, row);
  if (typeof read.changes["mark"] === "number" && toNumber(file.maxMark) !== student.maxMark)
    return refused(formatOtherMaximum(file.maxMark, student.maxMark), row);
  return hasChanges(read.changes)
    ? { kind: "changed", row, base, changes: read.changes }
    : { kind: "unchanged", row, isBlank: read.isBlank, hasCleared: read.hasCleared };
}

/**
 * Returns whether the line has another student's name. A corrected spelling is nobody else's name, but the name of
 * another student means that the columns of names and marks were sorted separately.
 */
function hasNameOfAnother(
  { name }: MarkFileRow,
  student: MarkFileStudent,
  students: Sheets["students"],
): boolean {
  const isNamed = (other: MarkFileStudent) => comparedText(other.name) === comparedText(name);
  return !isNamed(student) && [...students.values()].some(isNamed);
}

/** Parses a number. Spreadsheets in other languages write a decimal comma. */
function toNumber(text: string): number {
  return text === "" ? Number.NaN : Number(text.replace(",", "."));
}

function formatOtherMaximum(inFile: string, here: number): string {
  const said = inFile === "" ? "does not say what the marks are out of" : `has marks out of ${inFile}`;
  return `the file ${said}, but the max mark here is ${here}. Download the mark sheet again`;
}

function refused(reason: string, row: string | null = null): MarkFileRowReading {
  return { kind: "refused", row, reason: `${capitalise(reason)}.` };
}

function isSameId(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

type Reader = { maxMark: number; rules: MarkRules };
type CellsRead = { changes: FieldValues; isBlank: boolean; hasCleared: boolean } | { reason: string };

/**
 * Reads the cells of a line. A blank cell changes nothing; otherwise deleting a column would clear the marks of a whole
 * class.
 */
function readCells({ cells, before }: MarkFileRow, { maxMark, rules }: Reader): CellsRead {
  const columns = listColumnsToFillIn(rules);
  const held: FieldValues[] = [];
  const kept: FieldValues[] = [];
  const wanted: FieldValues[] = [];
  for (const { name: field, kind, title } of columns) {
    const { text, fault } = cells[field] ?? { text: "", fault: null };
    if (fault !== null) return { reason: fault };
    const column = { field, kind, maxMark, rules };
    const [was, now] = [readCellValue(before[field] ?? "", column), readCellValue(text, column)];
    if (was.kind === "value") held.push(was.values);
    if (text.trim() === (before[field] ?? "")) {
      if (now.kind === "value") kept.push(now.values);
      continue;
    }
    if (now.kind === "refused") {
      const reason = describeDated(text) ?? now.reason;
      return { reason: columns.length > 1 ? `${title}: ${reason}` : reason };
    }
    if (now.kind === "value") wanted.push(now.values);
  }
  if (isContradiction(wanted, kept))
    return { reason: "the row has a mark and an absence. Clear one of them" };
  const start: FieldValues = { ...blankOf(columns), ...merged(held) };
  const values = withoutMarkWhenAway({ ...start, ...merged(wanted) }, rules);
  const blank = columns.filter(({ name }) => isBlankCell(cells[name]?.text ?? ""));
  return {
    changes: findValueChanges(start, values),
    isBlank: blank.length === columns.length,
    hasCleared: blank.some(({ name }) => !isBlankCell(before[name] ?? "")),
  };
}

const MONTH = String.raw`(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?`;

/** Matches the dates and times into which spreadsheet programs turn marks such as 12/20, in cells and in text files. */
const DATES = [
  /^\d{4}([-/.])\d{1,2}\1\d{1,2}(?!\d)/,
  /^\d{1,2}([-/.])\d{1,2}\1(?:\d{2}|\d{4})$/,
  new RegExp(String.raw`^\d{1,2}[- .]${MONTH}(?:[- .,]+\d{2,4})?$`, "i"),
  new RegExp(String.raw`^${MONTH}[- .,]+\d{1,4}(?:[- .,]+\d{2,4})?$`, "i"),
  /^\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?$/i,
];

/**
 * Describes a mark that a spreadsheet program turned into a date. Returns null for any other text. Nobody can know
 * the mark, because 12/20 and 20/12 become the same date.
 */
function describeDated(text: string): string | null {
  const cell = text.trim();
  if (!DATES.some((date) => date.test(cell))) return null;
  const day = /^\d{4}-\d\d-\d\d$/.test(cell) ? formatDate(cell) : cell;
  return `the spreadsheet program turned this mark into a date or a time (${day}). Type the mark as a plain number, without a slash`;
}

/**
 * Returns whether a mark and an absence contradict each other. A new absence replaces the marks, but a new mark next to
 * an unchanged absence may be a mistake.
 */
function isContradiction(wanted: readonly FieldValues[], kept: readonly FieldValues[]): boolean {
  const isAway = (values: FieldValues) =>
    "attendance" in values && readTestAttendance(values) !== PRESENT_AT_TEST;
  const isPresent = (values: FieldValues) => values.attendance === PRESENT_AT_TEST;
  return wanted.some(isPresent) && [...wanted, ...kept].some(isAway);
}

function blankOf(columns: readonly RecordField[]): FieldValues {
  return {
    ...createBlankValues(new Map(columns.map((column) => [column.name, column]))),
    attendance: PRESENT_AT_TEST,
  };
}

function merged(values: readonly FieldValues[]): FieldValues {
  return Object.assign({}, ...values) as FieldValues;
}

/** Leaves out the rows that are as they were downloaded, which change nothing. */
export function filterChangedRows({ rows, ...file }: MarkFile): MarkFile {
  const counts = new Map<string, number>();
  for (const { tag } of rows) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const isAsBefore = ({ tag, cells, before }: MarkFileRow) =>
    counts.get(tag) === 1 &&
    tag !== "" &&
    Object.entries(cells).every(
      ([name, { text, fault }]) => fault === null && text.trim() === (before[name] ?? ""),
    );
  return { ...file, rows: rows.filter((row) => !isAsBefore(row)) };
}

/** Returns the text of a row's cells as in the file, such as '72' or '72, B'. */
export function formatMarkFileCells({ cells }: MarkFileRow): string {
  const texts = Object.values(cells).map(({ text }) => (isBlankCell(text) ? "" : text.trim()));
  return texts.filter(Boolean).join(", ") || "–";
}

/**
 * Returns whether most students in the file have other names in Termbook. A file from another school may use the same
 * IDs. A few differences are only corrected spellings. If names and marks were sorted separately, each row is refused
 * by itself.
 */
export function isFileOfAnotherSchool({ rows }: MarkFile, students: Sheets["students"]): boolean {
  const here = new Set([...students.values()].map((student) => comparedText(student.name)));
  const matches = rows.flatMap(({ tag, id, name }) => {
    const student = students.get(parseTag(tag)?.row ?? "");
    if (!student || !isSameId(student.id, id)) return [];
    return [here.has(comparedText(name))];
  });
  return matches.filter(Boolean).length * 2 < matches.length;
}

/** Returns the sheet that most rows belong to, or null if no row names a sheet. */
export function findMarkSheetIdOfFile({ rows }: MarkFile): string | null {
  const counts = new Map<string, number>();
  for (const sheet of rows.flatMap(({ tag }) => parseTag(tag)?.sheet ?? []))
    counts.set(sheet, (counts.get(sheet) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? null;
}
