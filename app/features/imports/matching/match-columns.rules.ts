import {
  NOT_IMPORTED_COLUMN,
  UNDECIDED_COLUMN,
  type ImportFileColumn,
  type ImportColumn,
  type ColumnMatchSource,
} from "#domain/people/imports.ts";
import { parsePhone } from "#domain/text/phone.ts";
import { parseDay } from "#domain/text/read-day.ts";
import {
  formatSpreadsheetColumnLetters,
  findFieldByHeading,
  isFamilyHeading,
  type CellWithRowNumber,
  type UnmatchedFileColumn,
} from "./headings.rules.ts";

/** The fields that a person chose, by the keys of the columns. */
export type ChosenColumnFields = ReadonlyMap<string, string>;

type Matching = {
  known: readonly ImportColumn[];
  today: string;
  /** The choices for this file, and the choices for an earlier file with the same headings. */
  chosen: ChosenColumnFields;
  earlier: ChosenColumnFields;
};

type Match = { field: string; by: ColumnMatchSource };

/**
 * Matches columns with fields: first by a person's choice, then by the heading, then by the content. No field is used
 * twice, and an uncertain column stays undecided.
 */
export function matchColumns(
  columns: readonly UnmatchedFileColumn[],
  matching: Matching,
): ImportFileColumn[] {
  const { known, chosen, earlier } = matching;
  const matches = new Map<UnmatchedFileColumn, Match>();
  const isFree = (field: string) =>
    field === UNDECIDED_COLUMN ||
    field === NOT_IMPORTED_COLUMN ||
    (known.some(({ name }) => name === field) &&
      ![...matches.values()].some((match) => match.field === field));
  const take = (find: (column: UnmatchedFileColumn) => Match | null) => {
    for (const column of columns) {
      const match = matches.has(column) ? null : find(column);
      if (match && isFree(match.field)) matches.set(column, match);
    }
  };
  const asChosen = (fields: ChosenColumnFields, by: ColumnMatchSource) => (column: UnmatchedFileColumn) => {
    const field = fields.get(column.key);
    return field === undefined ? null : { field, by };
  };
  const byHeading = (by: ColumnMatchSource) => (column: UnmatchedFileColumn) => {
    const found = findFieldByHeading(column.heading, known);
    return found?.by === by ? found : null;
  };
  take(asChosen(chosen, "you"));
  take(asChosen(earlier, "earlier"));
  take(byHeading("title"));
  take(byHeading("heading"));
  const left = columns.filter((column) => !matches.has(column));
  const guessed = left.map((column) => ({ column, field: fieldOfContent(column, matching) }));
  take((column) => {
    const field = guessed.find((guess) => guess.column === column)?.field ?? null;
    const isOnly = guessed.filter((guess) => guess.field === field).length === 1;
    return field !== null && isOnly ? { field, by: "content" } : null;
  });
  return columns.map((column) => ({
    ...described(column, matches.get(column)),
    meant: findFieldByHeading(column.heading, known)?.field ?? null,
  }));
}

function described(
  { place, heading, key, cells }: UnmatchedFileColumn,
  match: Match | undefined,
): Omit<ImportFileColumn, "meant"> {
  const faulty = cells.find(({ fault }) => fault !== null);
  return {
    place,
    heading: heading.slice(0, LONGEST_SHOWN) || `Column ${formatSpreadsheetColumnLetters(place)}`,
    key,
    samples: telling(someOf(cells)),
    field: match?.field ?? UNDECIDED_COLUMN,
    by: match?.by ?? null,
    fault: faulty ? `Row ${faulty.row}: ${faulty.fault ?? ""}` : null,
  };
}

const LONGEST_SHOWN = 60;
const LONGEST_SAMPLE = 40;
const SAMPLES = 3;
/** The longest text that is compared, because the patterns below take quadratic time over longer texts. */
const LONGEST_COMPARED = 100;

/** The number of cells to examine in a column. A file may have 200 columns of 5,000 rows. */
const LOOKED_AT = 100;
const UNEVEN = 0.618;

/**
 * Returns a sample of cells from the whole column, including the longest and the first unreadable one. The steps
 * between cells are uneven, because the classes in a list often alternate and even steps could miss some.
 */
function someOf(cells: readonly CellWithRowNumber[]): readonly CellWithRowNumber[] {
  if (cells.length <= LOOKED_AT) return cells;
  const step = cells.length / LOOKED_AT;
  const places = new Set(
    Array.from({ length: LOOKED_AT }, (_, count) => Math.floor((count + ((count * UNEVEN) % 1)) * step)),
  );
  const longest = cells.reduce((best, cell) => (cell.text.length > best.text.length ? cell : best));
  const faulty = cells.find(({ fault }) => fault !== null);
  return cells.filter((cell, place) => places.has(place) || cell === longest || cell === faulty);
}

/**
 * Picks three sample values that show most about a column, in file order. It prefers an unreadable value, the longest,
 * the most unusual and an ordinary one, because the first three rows of a list often look the same.
 */
function telling(cells: readonly CellWithRowNumber[]): ImportFileColumn["samples"] {
  const distinct = [
    ...new Map(cells.toReversed().map((cell) => [cell.text.trim(), cell])).values(),
  ].toReversed();
  const counts = new Map<string, number>();
  const shapes = new Map(cells.map((cell) => [cell, shapeOf(cell.text)]));
  for (const shape of shapes.values()) counts.set(shape, (counts.get(shape) ?? 0) + 1);
  const frequency = (cell: CellWithRowNumber) => counts.get(shapes.get(cell) ?? "") ?? 0;
  const byFrequency = distinct.toSorted((a, b) => frequency(a) - frequency(b));
  const picked = new Set(distinct.filter(({ fault }) => fault !== null).slice(0, 1));
  const orders = [
    distinct.toSorted((a, b) => b.text.length - a.text.length),
    byFrequency,
    byFrequency.toReversed(),
  ];
  for (const order of [...orders, distinct, distinct]) {
    const next = order.find((cell) => !picked.has(cell));
    if (next && picked.size < SAMPLES) picked.add(next);
  }
  return [...picked]
    .toSorted((a, b) => a.row - b.row)
    .map(({ text, fault }) => ({ text: text.trim().slice(0, LONGEST_SAMPLE), isFaulty: fault !== null }));
}

/** Returns the shape of a text: `12/4/2014` and `3/7/2014` are both `9/9/9`. */
function shapeOf(text: string): string {
  return text
    .trim()
    .slice(0, LONGEST_COMPARED)
    .replaceAll(/\p{L}+/gu, "a")
    .replaceAll(/\d+/g, "9");
}

/**
 * The share of a column's values that must match a pattern. It is below 1 because real columns contain typing errors.
 */
const MOST = 0.8;
const FEWEST_VALUES = 2;

const GENDER = /^(?:f|m|female|male|girl|boy)$/i;
/** Matches the number on a birth certificate of Trinidad and Tobago, which begins with the date of birth. */
const PIN = /^(?:19|20)?\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3,4}$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const CLASS =
  /^(?:(?:std\.?|standard|form) ?[1-6] ?[a-z]?|[1-6] ?[a-z]{1,2}|(?:1st|2nd|first|second) year ?[a-z]?)$/i;

/** The lowest ages in years, by which a column of birth dates is distinguished from other dates. */
const YOUNGEST_STUDENT = 4;
const YOUNGEST_EMPLOYEE = 18;
const OLDEST = 80;

function fieldOfContent({ heading, cells }: UnmatchedFileColumn, { known, today }: Matching): string | null {
  if (isFamilyHeading(heading)) return null;
  const texts = someOf(cells)
    .map(({ text }) => text.trim().slice(0, LONGEST_COMPARED))
    .filter((text) => text !== "");
  if (texts.length < FEWEST_VALUES) return null;
  const mostly = (test: (text: string) => boolean) => texts.filter(test).length >= texts.length * MOST;
  const offered = (field: string) => (known.some(({ name }) => name === field) ? field : null);
  if (mostly((text) => GENDER.test(text))) return offered("gender");
  if (mostly((text) => PIN.test(text))) return offered("birth_certificate_pin");
  if (mostly((text) => EMAIL.test(text))) return offered("email") ?? offered("email_moe");
  if (mostly((text) => parsePhone(text) !== null)) return offered("phone_mobile");
  if (mostly((text) => CLASS.test(text))) return offered("form_class_id");
  if (mostly((text) => parseDay(text) !== null)) return dateField(texts, { today, offered });
  return null;
}

/** Recognises a column of dates as dates of birth if most of the people would be of a plausible age. */
function dateField(
  texts: readonly string[],
  { today, offered }: { today: string; offered: (field: string) => string | null },
): string | null {
  const ages = texts.map((text) => Number(today.slice(0, 4)) - Number(parseDay(text)?.slice(0, 4) ?? 0));
  const youngest = offered("form_class_id") === null ? YOUNGEST_EMPLOYEE : YOUNGEST_STUDENT;
  const fitting = ages.filter((age) => age >= youngest && age <= OLDEST).length;
  return fitting >= texts.length * MOST ? offered("date_of_birth") : null;
}

/** Returns, for each column with the same field as another column, that other column. */
export function findRepeatedFields(columns: readonly ImportFileColumn[]): Map<number, ImportFileColumn> {
  const repeated = new Map<number, ImportFileColumn>();
  for (const { place, field } of columns) {
    if (field === UNDECIDED_COLUMN || field === NOT_IMPORTED_COLUMN) continue;
    const other = columns.find((item) => item.field === field && item.place !== place);
    if (other) repeated.set(place, other);
  }
  return repeated;
}

export function findMissingFields(
  columns: readonly ImportFileColumn[],
  { columns: known, needed }: { columns: readonly ImportColumn[]; needed: readonly string[] },
): ImportColumn[] {
  return known.filter(({ name }) => needed.includes(name) && !columns.some(({ field }) => field === name));
}

/** Returns whether every column has a title of our own template. Nobody then has to confirm the columns. */
export function isOwnTemplate(columns: readonly ImportFileColumn[]): boolean {
  return columns.every(({ by }) => by === "title");
}
