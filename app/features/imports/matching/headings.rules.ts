import {
  NOT_IMPORTED_COLUMN,
  type ImportFileCell,
  type ImportFileDecision,
  type ImportFileRow,
  type ImportColumn,
} from "#domain/people/imports.ts";
import { HEADING_SYNONYMS } from "./synonyms.ts";

/** The heading of the reasons in a file of refused rows. The column is ignored when the file is uploaded again. */
export const REASON_HEADING = "Reason";

/** The value of the option "this file has no headings". */
const NO_HEADINGS = "none";

/** The number of rows in which the headings are searched. A title, a date and empty rows may come before them. */
const FIRST_ROWS = 10;
/** The longest text, in characters, that may be a heading. The patterns below take quadratic time over longer texts. */
const LONGEST_HEADING = 100;
const LONGEST_NAMED = 60;
const MOST_NAMED = 4;

/** A column of the file before it is matched with a field. */
export type UnmatchedFileColumn = {
  place: number;
  heading: string;
  key: string;
  cells: readonly CellWithRowNumber[];
};
export type CellWithRowNumber = ImportFileCell & { row: number };

export type ImportTableLayout = {
  columns: UnmatchedFileColumn[];
  rows: readonly ImportFileRow[];
  decision: ImportFileDecision;
};

/** Reduces a heading to letters and digits, so that `Phone(mobile)` and `Phone (Mobile)` are the same. */
function plainHeading(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, "");
}

/** Finds the field with this title or synonym. The column of reasons in a file of refused rows is not imported. */
export function findFieldByHeading(
  heading: string,
  known: readonly ImportColumn[],
): { field: string; by: "title" | "heading" } | null {
  const plain = heading.length > LONGEST_HEADING ? "" : plainHeading(heading);
  if (plain === "") return null;
  if (plain === plainHeading(REASON_HEADING)) return { field: NOT_IMPORTED_COLUMN, by: "title" };
  const titled = known.find(({ title }) => plainHeading(title) === plain);
  if (titled) return { field: titled.name, by: "title" };
  if (isFamilyHeading(heading)) return null;
  const names = otherForms(heading);
  const called = known.find(({ name, title, also = [] }) => {
    const own = [title, ...also].map(plainHeading);
    return names.some((form) => own.includes(form) || PLAIN_SYNONYMS.get(name)?.has(form));
  });
  return called ? { field: called.name, by: "heading" } : null;
}

const OTHERS = /contact|mother|father|parent|guardian|emergency|\bkin\b|\b(?:mum|mom|dad)\b/i;

/** Returns whether a column may be about the family, so that a parent's phone does not become the student's. */
export function isFamilyHeading(heading: string): boolean {
  return OTHERS.test(heading);
}

const PLAIN_SYNONYMS = new Map(
  Object.entries(HEADING_SYNONYMS).map(([name, words]) => [name, new Set(words.map(plainHeading))]),
);

/**
 * Returns other forms of a heading. For example, `DOB (dd/mm/yyyy)` may also be written `DOB`, and `Surname / Last
 * Name` may be either name.
 */
function otherForms(heading: string): string[] {
  const bare = heading.replaceAll(/\([^()]*(?:[\d/]|yyyy|required|optional)[^()]*\)|\*/gi, "");
  return [heading, bare, ...bare.split("/")].map(plainHeading).filter((form) => form !== "");
}

/** Finds the row of headings: the chosen row or, among the first rows, the row with the most names of fields. */
export function findHeadingsRow(
  all: readonly ImportFileRow[],
  known: readonly ImportColumn[],
  wanted: string | undefined,
): ImportTableLayout {
  const first = all.slice(0, FIRST_ROWS);
  const counted = first.map((item) => ({
    item,
    fields: fieldsIn(item, known),
    filled: filledIn(item).length,
  }));
  const most = Math.max(0, ...counted.map(({ fields }) => fields));
  const widest = Math.max(0, ...counted.map(({ filled }) => filled));
  const found =
    most > 1
      ? counted.find(({ fields }) => fields === most)
      : counted.find(({ filled }) => filled * 2 > widest);
  const chosen = wanted === undefined ? undefined : counted.find(({ item }) => String(item.row) === wanted);
  const used = chosen ?? found;
  const isBare = wanted === NO_HEADINGS || !used;
  const head = isBare ? null : used.item;
  const below = head ? all.slice(all.indexOf(head) + 1) : all;
  const repeated = head ? below.filter((row) => isSameHeadings(row, head)) : [];
  const rows = below.filter((row) => !repeated.includes(row));
  const reason = (): string => {
    const isChosen = wanted === NO_HEADINGS || (chosen !== undefined && chosen !== found);
    const why = isChosen ? "You chose this." : headingWords(used?.fields ?? 0, used?.filled ?? 0);
    return `${why}${head ? aboveWords(all, all.indexOf(head)) : ""}${repeatedWords(repeated)}`;
  };
  const options = [
    ...first.map((item) => ({ value: String(item.row), label: `Row ${item.row}: ${cellsNamed(item)}` })),
    { value: NO_HEADINGS, label: "The file has no headings" },
  ];
  const value = head ? String(head.row) : NO_HEADINGS;
  const decided = head ? `Row ${head.row}` : "No headings";
  return {
    columns: columnsOf(head, rows),
    rows,
    decision: { name: "headings", value, decided, evidence: reason(), options },
  };
}

/** Returns whether a row repeats the headings, as a program does at the top of each printed page. */
function isSameHeadings(row: ImportFileRow, head: ImportFileRow): boolean {
  const plain = (cell: ImportFileCell | undefined) =>
    plainHeading((cell?.text ?? "").slice(0, LONGEST_HEADING));
  const isSame = (cell: ImportFileCell, place: number) =>
    plain(cell) === "" || plain(cell) === plain(head.cells[place]);
  return row.cells.every(isSame) && filledIn(row).filter((cell) => plain(cell) !== "").length > 1;
}

function repeatedWords(rows: readonly ImportFileRow[]): string {
  const [first] = rows;
  if (!first) return "";
  return rows.length === 1
    ? ` Row ${first.row} repeats the headings and is not read.`
    : ` ${rows.length} rows repeat the headings and are not read; the first is row ${first.row}.`;
}

function aboveWords(all: readonly ImportFileRow[], count: number): string {
  const [first] = all;
  if (count === 0 || !first) return "";
  const named = `‘${cellsNamed(first)}’`;
  return count === 1
    ? ` The row above is not read: ${named}.`
    : ` The ${count} rows above are not read; the first is ${named}.`;
}

function headingWords(fields: number, filled: number): string {
  if (fields === 0)
    return "No cell in the first rows is the name of a field, so the first full row is used as the headings.";
  return `${fields} of the ${filled} cells in this row ${fields === 1 ? "is the name of a field" : "are names of fields"}.`;
}

function fieldsIn({ cells }: ImportFileRow, known: readonly ImportColumn[]): number {
  return new Set(cells.flatMap(({ text }) => findFieldByHeading(text, known)?.field ?? [])).size;
}

function filledIn({ cells }: ImportFileRow): ImportFileCell[] {
  return cells.filter(({ text }) => text.trim() !== "");
}

function cellsNamed(row: ImportFileRow): string {
  const texts = filledIn(row).map(({ text }) => text.trim());
  const words = texts.slice(0, MOST_NAMED).join(", ");
  const isCut = texts.length > MOST_NAMED || words.length > LONGEST_NAMED;
  return isCut ? `${words.slice(0, LONGEST_NAMED).trim()} …` : words;
}

function columnsOf(head: ImportFileRow | null, rows: readonly ImportFileRow[]): UnmatchedFileColumn[] {
  const width = Math.max(head?.cells.length ?? 0, ...rows.map(({ cells }) => cells.length));
  const seen = new Map<string, number>();
  return Array.from({ length: width }, (_, place): UnmatchedFileColumn => {
    const heading = (head?.cells[place]?.text ?? "").trim();
    const plain = heading === "" ? `column ${place + 1}` : plainHeading(heading.slice(0, LONGEST_HEADING));
    const count = (seen.get(plain) ?? 0) + 1;
    seen.set(plain, count);
    const cells: CellWithRowNumber[] = [];
    for (const { row, cells: all } of rows) {
      const cell = all[place];
      if (cell && (cell.fault !== null || cell.text.trim() !== ""))
        cells.push({ text: cell.text, fault: cell.fault, row });
    }
    return { place, heading, key: count === 1 ? plain : `${plain} ${count}`, cells };
  }).filter(({ heading, cells }) => heading !== "" || cells.length > 0);
}

/** Returns the letters of a column, as a spreadsheet program shows them. */
export function formatSpreadsheetColumnLetters(place: number): string {
  const last = String.fromCharCode("A".charCodeAt(0) + (place % 26));
  return place < 26 ? last : formatSpreadsheetColumnLetters(Math.floor(place / 26) - 1) + last;
}
