import { formatDate } from "#domain/dates.ts";
import { linesOf } from "../parts/fonts.ts";
import type { ListColumn, ListRow, Marked, Value, ListDocument, ListHeading, ListTable } from "./data.ts";

export type FormattedValue = {
  text: string;
  strong: boolean;
  italics: boolean;
  quiet: boolean;
  underlined: boolean;
  oneLine: boolean;
  under: string;
  outOf: number | null;
  /** The value's units are aligned with those of other rows. */
  isFigure: boolean;
};

/** The text under a value is this much smaller. */
export const UNDER = 0.87;

const NOT_KNOWN = "–";
/** Zero prints as a dot, so that other numbers and patterns stand out. */
const ZERO = "·";
const FIGURE = /^(?:-?\d+(?:\.\d+)?|[–·])$/;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Formats a column's part of a row, one value per line; a column to fill in by hand has none. */
export function formattedValues(column: ListColumn, row: ListRow): FormattedValue[] {
  if (column.kind === "bar") return [];
  return cellValues(column, row).map((marked) => formatted(column, marked));
}

export function cellValues(column: ListColumn, row: ListRow): Marked[] {
  if (column.kind === "box") return [];
  const cell = row[column.key] ?? (column.key in row ? null : "");
  const values = Array.isArray(cell) ? cell : [cell];
  return values.map((value: Value | Marked) =>
    typeof value === "object" && value !== null ? value : { value },
  );
}

function formatted(column: ListColumn, { value, under = "", outOf, ...look }: Marked): FormattedValue {
  const isUnknown = value === null;
  const text = isUnknown ? unknownOf(column) : textOf(column, value);
  const italics = look.italics ?? (isUnknown && text !== NOT_KNOWN);
  return {
    text,
    under,
    outOf: outOf ?? null,
    italics,
    // No font is both bold and italic.
    strong: !italics && (look.strong ?? column.strong ?? false),
    quiet: look.quiet ?? (text === ZERO || text === NOT_KNOWN),
    underlined: look.underlined ?? false,
    oneLine: look.oneLine ?? hasFigures(column),
    isFigure: hasFigures(column) && FIGURE.test(text),
  };
}

function unknownOf(column: ListColumn): string {
  return (column.kind === "box" ? undefined : column.unknown) ?? NOT_KNOWN;
}

function textOf({ kind }: ListColumn, value: Exclude<Value, null>): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (kind === "count" && value === 0) return ZERO;
  if (kind === "date" && isIsoDate(value)) return formatDate(value);
  return String(value);
}

export function isIsoDate(value: Value): value is string {
  return typeof value === "string" && ISO_DATE.test(value);
}

/** Numbers stay on one line. */
function hasFigures({ kind }: ListColumn): boolean {
  return kind === "number" || kind === "count";
}

export function alignOf({ kind, align }: ListColumn): "left" | "center" | "right" {
  if (align !== undefined) return align;
  if (kind === "box") return "center";
  return kind === "number" || kind === "count" || kind === "date" || kind === "phone" ? "right" : "left";
}

/** Counts the lines that a value takes at a text size, including the text under it. */
export function linesOfValue(
  { text, strong, italics, under, oneLine }: FormattedValue,
  { width, size }: { width: number; size: number },
): number {
  const below = under === "" ? 0 : linesOf(under, width, { size: size * UNDER, italics }) * UNDER;
  return (oneLine ? 1 : linesOf(text, width, { size, bold: strong, italics })) + below;
}

/** Splits a row into rows with one value in each column, one per line. */
export function rowsOfLines(columns: readonly ListColumn[], row: ListRow): ListRow[] {
  const filled = columns.flatMap((column) => (column.kind === "box" ? [] : [{ key: column.key, column }]));
  const lines = Math.max(1, ...filled.map(({ column }) => cellValues(column, row).length));
  return Array.from({ length: lines }, (_each, line) =>
    Object.fromEntries(filled.map(({ key, column }) => [key, cellValues(column, row)[line] ?? ""])),
  );
}

export function titleOf({ title, referenceDate }: ListHeading): string {
  return referenceDate === null ? title : `${title}, on ${formatDate(referenceDate)}`;
}

export function aboutOf({ about, aside }: ListHeading): string {
  return aside === "" ? about : `${about}, ${aside}`;
}

/** A sheet that was separated from the others still says what it is. */
export function footOf(list: ListHeading): string[] {
  return [titleOf(list), aboutOf(list), list.period, `printed ${list.printed.on}`];
}

export function isEmpty({ tables }: ListDocument): boolean {
  return tables.every(({ groups }) => groups.every(({ rows }) => rows.length === 0));
}

/** Prepares a table for Word and worksheets, where blocks follow one below the other and nothing is drawn. */
export function withoutDrawings(table: ListTable): ListTable {
  const columns = table.columns.filter(({ kind }) => kind !== "bar");
  return { ...table, columns, ...(table.arrangement === "blocks" && { arrangement: "bands" }) };
}
