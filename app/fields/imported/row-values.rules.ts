import type { MatchedRow, ImportCells, ImportColumn, ImportLine, Refusals } from "#domain/people/imports.ts";
import { readDay } from "#domain/text/read-day.ts";
import { cleanText } from "#domain/text/storable-text.ts";
import { refusedChanges, titleOf, formatFieldValue, type RecordFields } from "../record.ts";
import type { FieldValue, Values } from "../value.ts";
import type { FieldKind } from "../kind.ts";

export function textOf(cells: ImportCells, name: string): string {
  return cleanText(cells[name]?.text ?? "").trim();
}

/** Reads a row's values. An empty cell leaves the existing value. */
export function valuesIn(cells: ImportCells, fields: RecordFields): Values {
  const values: Record<string, FieldValue> = {};
  for (const [name, { kind }] of fields) {
    const text = textOf(cells, name);
    if (text !== "") values[name] = valueOfCell(kind, text);
  }
  return values;
}

export function unread(cells: ImportCells, columns: readonly ImportColumn[]): Refusals {
  return columns.flatMap(({ name, title }) => {
    const fault = cells[name]?.fault ?? null;
    return fault === null ? [] : [refusal(title, fault)];
  });
}

/** The values that must be unique, with the rows of the file that contain each. */
export type InFile = ReadonlyMap<string, readonly number[]>;

export function keyOf(field: string, value: FieldValue): string {
  return `${field} ${String(value).trim().toLowerCase()}`;
}

export function placesIn(rows: readonly MatchedRow[], unique: readonly string[]): InFile {
  const places = new Map<string, number[]>();
  for (const { row, cells } of rows) {
    for (const name of unique) {
      const text = textOf(cells, name);
      const key = keyOf(name, text);
      const known = places.get(key);
      if (known) known.push(row);
      else if (text !== "") places.set(key, [row]);
    }
  }
  return places;
}

type Unique = { inFile: InFile; unique: readonly ImportColumn[] };

export function twiceInFile({ row, cells }: MatchedRow, { inFile, unique }: Unique): Refusals {
  return unique.flatMap(({ name, title }) => {
    const places = inFile.get(keyOf(name, textOf(cells, name))) ?? [];
    return places.length < 2 ? [] : [refusal(title, alsoIn(places, row))];
  });
}

const MOST_NAMED = 5;

/** Formats `also in rows 3, 4, 5, 6, 7 and 4,994 more`: a column may have the same value in every row of the file. */
function alsoIn(places: readonly number[], row: number): string {
  const named = places
    .slice(0, MOST_NAMED + 1)
    .filter((other) => other !== row)
    .slice(0, MOST_NAMED);
  const more = places.length - 1 - named.length;
  const words = `also in ${named.length === 1 ? "row" : "rows"} ${named.join(", ")}`;
  return more === 0 ? words : `${words} and ${more.toLocaleString("en")} more`;
}

export function refusedOf(changes: Values, row: { fields: RecordFields; cells: ImportCells }): Refusals {
  return refusalLines(refusedChanges(row.fields, changes, "no such column"), changes, row);
}

/** Why, and what stands there: `7 Digits Needed, ‘555-12’`. A cell that could not be read is refused already. */
export function refusalLines(
  refusals: readonly { field: string; reason: string }[],
  values: Values,
  { fields, cells }: { fields: RecordFields; cells: ImportCells },
): Refusals {
  const read = refusals.filter(({ field }) => (cells[field]?.fault ?? null) === null);
  return read.map(({ field, reason }) => {
    const typed = values[field] == null ? "" : textOf(cells, field);
    return refusal(titleOf(fields, field), typed === "" ? reason : `${reason}, ‘${typed.slice(0, 60)}’`);
  });
}

/** Returns the values of a row that differ from those that are stored. */
export function changed(before: Values, after: Values): Values {
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => (before[name] ?? null) !== value),
  );
}

type Changing = { fields: RecordFields; before: Values };

export function changeLines(changes: Values, { fields, before }: Changing): ImportLine[] {
  return Object.entries(changes).map(([name, value]) => {
    const [from, to] = [formatFieldValue(fields, name, before[name]), formatFieldValue(fields, name, value)];
    return { say: "change", title: titleOf(fields, name), from: from === "–" ? "blank" : from, to };
  });
}

export function refusal(title: string, reason: string): Refusals[number] {
  return { say: "refused", title, reason };
}

/** Returns the value that a cell's text has in a field. A text that has none stays text, and is refused in words. */
function valueOfCell(kind: FieldKind, text: string): FieldValue {
  const called = text.toLowerCase();
  const choices = kind.choices.map(kind.posted);
  const value = choices.find((choice) => kind.words(choice).toLowerCase() === called);
  if (value !== undefined) return value;
  // A file's year of two digits is ambiguous: it may come from a program that writes the month first.
  const isUnclear = kind.control === "date" && readDay(text) === null;
  const read = kind.normalise(isUnclear ? text : kind.posted(text));
  // An entry of the school's lists goes by what it is called, never by its number here.
  return choices.includes(read) && typeof read === "number" ? text : read;
}
