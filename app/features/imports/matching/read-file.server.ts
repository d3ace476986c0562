import { createHash } from "node:crypto";
import type { ReadTransaction } from "#db/index.ts";
import { type ReadImportRow, findImportMatch } from "#db/queries/imports/imports.ts";
import { getSchool } from "#db/queries/school.ts";
import { toCalendarDay } from "#domain/dates.ts";
import {
  IMPORT_FILE_DECISIONS,
  MAX_IMPORT_ROWS,
  NOT_IMPORTED_COLUMN,
  UNDECIDED_COLUMN,
  type ImportFileCell,
  type ImportFileChoices,
  type ImportFileColumn,
  type ImportFileDecision,
  type ImportFileReading,
  type ImportFileRow,
  type ImportCells,
} from "#domain/people/imports.ts";
import { readSpreadsheet } from "#files/sheets/read-sheet.server.ts";
import {
  MAX_SPREADSHEET_COLUMNS,
  describeTooManyRows,
  type SpreadsheetReaderDecision,
  type SpreadsheetReadingNotes,
  type SpreadsheetRow,
} from "#files/sheets/sheet.ts";
import { now } from "#runtime/clock.ts";
import type { ImportDefinition } from "../definition.server.ts";
import { decideDayMonthOrder, normaliseDateOrder } from "./day-order.rules.ts";
import { formatSpreadsheetColumnLetters, findHeadingsRow, type ImportTableLayout } from "./headings.rules.ts";
import { matchColumns } from "./match-columns.rules.ts";

/** The number of titles above the headings that do not count as rows of the list. */
const MOST_TITLES = 20;

type FileInput = {
  definition: ImportDefinition;
  choices: ImportFileChoices;
  /** The columns of an earlier reading of this file. A confirmed reading keeps them. */
  before: readonly ImportFileColumn[];
  isConfirmed: boolean;
};

/** The way in which a file was read, and the rows below the headings with the cells of all columns. */
export type ImportFileContent = { reading: ImportFileReading; rows: readonly ImportFileRow[] };

type ReadFile = ({ ok: true } & ImportFileContent) | { ok: false; fault: string };

export async function readImportFile(path: string, input: FileInput, t: ReadTransaction): Promise<ReadFile> {
  const { definition, choices, before, isConfirmed } = input;
  const most = MAX_IMPORT_ROWS[definition.kind];
  const { encoding, separator, sheet: wanted } = choices;
  const sheet = await readSpreadsheet(path, {
    rows: most + MOST_TITLES,
    choices: {
      ...(encoding === undefined ? {} : { encoding }),
      ...(separator === undefined ? {} : { separator }),
      ...(wanted === undefined ? {} : { sheet: wanted }),
    },
  });
  if (!sheet.ok) {
    const isTooLong = sheet.fault === describeTooManyRows({ rows: most + MOST_TITLES });
    return isTooLong ? { ok: false, fault: describeTooManyRows({ rows: most }) } : sheet;
  }
  const { about } = sheet;
  const shown =
    choices.hidden === LEFT_OUT
      ? withoutHidden([sheet.head, ...sheet.rows], about)
      : [sheet.head, ...sheet.rows];
  const layout = findHeadingsRow(shown, definition.columns, choices.headings);
  const fault = faultOf(layout, most);
  if (fault !== null) return { ok: false, fault };
  const columns = isConfirmed ? before : await matched(layout, input, t);
  const decisions = [
    ...readerDecisions(about),
    about.isCut ? withCut(layout.decision) : layout.decision,
    ...hiddenDecision(about, choices.hidden),
  ];
  const { format } = about;
  const { rows } = layout;
  const reading = { format, rows: rows.length, choices, decisions, columns };
  return { ok: true, rows, reading: withDayMonthOrder(reading, rows, definition) };
}

/** Decides again whether the day or the month comes first, because other columns may contain dates now. */
export function withDayMonthOrder(
  reading: ImportFileReading,
  rows: readonly ImportFileRow[],
  { dates: known }: Pick<ImportDefinition, "dates">,
): ImportFileReading {
  const places = reading.columns.filter(({ field }) => known.includes(field)).map(({ place }) => place);
  const cells = rows.flatMap(({ row, cells: all }) =>
    places.flatMap((place) => (all[place] ? { ...all[place], row } : [])),
  );
  const dates = decideDayMonthOrder(cells, reading.choices.dates);
  const others = reading.decisions.filter(({ name }) => name !== "dates");
  const decisions = [...others, ...(dates ? [dates] : [])].sort(
    (a, b) => IMPORT_FILE_DECISIONS.indexOf(a.name) - IMPORT_FILE_DECISIONS.indexOf(b.name),
  );
  return { ...reading, decisions };
}

/** Returns the cells of each row by field, for the columns that have a field. */
export function mapRowsByField(
  { reading, rows }: ImportFileContent,
  { dates }: ImportDefinition,
): ReadImportRow[] {
  const order = reading.decisions.find(({ name }) => name === "dates")?.value;
  const used = reading.columns.filter(
    ({ field }) => field !== UNDECIDED_COLUMN && field !== NOT_IMPORTED_COLUMN,
  );
  return rows.map(({ row, cells }) => ({
    row,
    cells: cellsBy(
      used.map(({ place, field }) => {
        const cell = cells[place];
        return [field, cell && dates.includes(field) ? normaliseDateOrder(cell, order) : cell];
      }),
    ),
  }));
}

/** Returns the cells of each row by position. Rows are stored like this until the columns are confirmed. */
export function mapCellsByPosition(rows: readonly ImportFileRow[]): ReadImportRow[] {
  return rows.map(({ row, cells }) => ({
    row,
    cells: cellsBy(cells.map((cell, place) => [String(place), cell])),
  }));
}

/** Restores rows that were stored by position. */
export function restoreStoredRows(kept: readonly ReadImportRow[]): ImportFileRow[] {
  return kept.map(({ row, cells }) => {
    const width = Math.max(0, ...Object.keys(cells).map((place) => Number(place) + 1));
    return { row, cells: Array.from({ length: width }, (_, place) => cells[String(place)] ?? BLANK) };
  });
}

/** The fault of a file or sheet that has column names only, such as a template that was not filled in. */
export const NO_ROWS_FAULT = "The file has no rows below the column names. Add at least one row.";

const BLANK = { text: "", fault: null };

function faultOf({ rows, columns }: ImportTableLayout, most: number): string | null {
  if (rows.length === 0 || columns.length === 0) return NO_ROWS_FAULT;
  return rows.length > most ? describeTooManyRows({ rows: most }) : null;
}

async function matched(
  { columns }: ImportTableLayout,
  { definition, before }: FileInput,
  t: ReadTransaction,
): Promise<ImportFileColumn[]> {
  const shape = hashHeadings(columns);
  const earlier = (await findImportMatch({ kind: definition.kind, shape }, t)) ?? {};
  const { time_zone: timeZone } = await getSchool(t);
  return matchColumns(columns, {
    known: definition.columns,
    today: toCalendarDay(now(), timeZone),
    chosen: new Map(before.filter(({ by }) => by === "you").map(({ key, field }) => [key, field])),
    earlier: new Map(Object.entries(earlier)),
  });
}

/** Returns a key that is the same for files with the same headings in any order. */
export function hashHeadings(columns: readonly { key: string }[]): string {
  const keys = columns.map(({ key }) => key).toSorted();
  return createHash("sha256").update(JSON.stringify(keys)).digest("hex");
}

function readerDecisions({ encoding, separator, sheet }: SpreadsheetReadingNotes): ImportFileDecision[] {
  const named = [
    ["encoding", encoding],
    ["separator", separator],
    ["sheet", sheet],
  ] as const;
  return named.flatMap(([name, decision]) => (decision ? [withWords(name, decision)] : []));
}

function withWords(
  name: ImportFileDecision["name"],
  { value, evidence, options }: SpreadsheetReaderDecision,
): ImportFileDecision {
  const decided = options.find((option) => option.value === value)?.label ?? value;
  return { name, value, decided, evidence, options };
}

function withCut(decision: ImportFileDecision): ImportFileDecision {
  return {
    ...decision,
    evidence: `${decision.evidence} Only the first ${MAX_SPREADSHEET_COLUMNS} columns are read.`,
  };
}

const READ = "read";
const LEFT_OUT = "left-out";

function hiddenDecision(
  { hiddenRows, hiddenColumns }: SpreadsheetReadingNotes,
  wanted: string | undefined,
): ImportFileDecision[] {
  const parts = [
    ...(hiddenRows.length > 0 ? [counted(hiddenRows.length, "row", "rows")] : []),
    ...(hiddenColumns.length > 0 ? [counted(hiddenColumns.length, "column", "columns")] : []),
  ];
  if (parts.length === 0) return [];
  const value = wanted === LEFT_OUT ? LEFT_OUT : READ;
  const decided = `${parts.join(" and ")}, ${value === READ ? "read as well" : "left out"}`;
  const evidence = [
    ...(hiddenRows.length > 0 ? [`${spans(hiddenRows, String, ["Row", "Rows"])} hidden in the file.`] : []),
    ...(hiddenColumns.length > 0
      ? [`${spans(hiddenColumns, formatSpreadsheetColumnLetters, ["Column", "Columns"])} hidden in the file.`]
      : []),
  ].join(" ");
  const options = [
    { value: READ, label: "Read hidden cells as well" },
    { value: LEFT_OUT, label: "Leave hidden cells out" },
  ];
  return [{ name: "hidden", value, decided, evidence, options }];
}

function counted(count: number, one: string, several: string): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : several}`;
}

const MOST_SPANS = 5;

/** Returns text such as `Rows 4 and 120 to 131 are`. */
function spans(
  places: readonly number[],
  named: (place: number) => string,
  [one, several]: readonly [string, string],
): string {
  const found: [number, number][] = [];
  for (const place of places) {
    const last = found.at(-1);
    if (last?.[1] === place - 1) last[1] = place;
    else found.push([place, place]);
  }
  const words = found
    .slice(0, MOST_SPANS)
    .map(([from, to]) => (from === to ? named(from) : `${named(from)} to ${named(to)}`));
  const more = found.length > MOST_SPANS ? ["others"] : [];
  const all = [...words, ...more];
  const listed = all.length > 1 ? `${all.slice(0, -1).join(", ")} and ${all.at(-1) ?? ""}` : all.join("");
  return places.length === 1 ? `${one} ${listed} is` : `${several} ${listed} are`;
}

function withoutHidden(
  rows: readonly SpreadsheetRow[],
  { hiddenRows, hiddenColumns }: SpreadsheetReadingNotes,
): SpreadsheetRow[] {
  const hidden = new Set(hiddenRows);
  return rows
    .filter(({ row }) => !hidden.has(row))
    .map(({ row, cells }) => ({
      row,
      cells: cells.map((cell, place) => (hiddenColumns.includes(place) ? BLANK : cell)),
    }));
}

/** Builds a row's cells by name, leaving out empty cells. */
function cellsBy(named: readonly (readonly [string, ImportFileCell | undefined])[]): ImportCells {
  return Object.fromEntries(
    named.flatMap(([name, cell]) =>
      cell && (cell.text !== "" || cell.fault !== null) ? [[name, storable(cell)] as const] : [],
    ),
  );
}

const NOT_IN_JSON = /\0|\p{Surrogate}/u;

/** Removes characters that the database cannot store. The fields check later whether the value is allowed. */
function storable(cell: ImportFileCell): ImportFileCell {
  if (!NOT_IN_JSON.test(cell.text)) return cell;
  // Encoding as UTF-8 and decoding replaces an unpaired surrogate, which JSON in PostgreSQL cannot contain.
  return { ...cell, text: Buffer.from(cell.text.replaceAll("\0", "\uFFFD")).toString() };
}
