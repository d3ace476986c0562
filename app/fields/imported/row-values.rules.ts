import type { AskedRow, ImportCells, ImportColumn, ImportLine, Refusals } from "#domain/people/imports.ts";
import { readDay } from "#domain/text/read-day.ts";
import { onOneLine } from "#domain/text/storable-text.ts";
import { refusedChange, titleOf, valueWords, type RecordFields } from "../record.ts";
import type { FieldValue, Values } from "../value.ts";
import { isBox, type FieldKind } from "../kind.ts";

export function textOf(cells: ImportCells, name: string): string {
  return cells[name]?.text.trim() ?? "";
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

export function placesIn(rows: readonly AskedRow[], unique: readonly string[]): InFile {
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

export function twiceInFile({ row, cells }: AskedRow, { inFile, unique }: Unique): Refusals {
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

export function refusedOf(
  changes: Values,
  { fields, cells }: { fields: RecordFields; cells: ImportCells },
): Refusals {
  return Object.entries(changes).flatMap(([name, value]) => {
    const found = isUnread(cells, name) ? null : refusedChange(fields, { [name]: value }, "no such column");
    return found ? [refusal(titleOf(fields, name), withTyped(found.reason, value, cells, name))] : [];
  });
}

export function isUnread(cells: ImportCells, name: string): boolean {
  return (cells[name]?.fault ?? null) !== null;
}

/** Adds the typed text to a reason: `7 Digits Needed, ‘555-12’`. */
export function withTyped(
  reason: string,
  value: FieldValue | undefined,
  cells: ImportCells,
  name: string,
): string {
  const typed = textOf(cells, name);
  return value == null || typed === "" ? reason : `${reason}, ‘${typed.slice(0, 60)}’`;
}

/** Returns the values of a row that differ from the existing ones. */
export function changed(before: Values, after: Values): Values {
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => (before[name] ?? null) !== value),
  );
}

type Changing = { fields: RecordFields; before: Values };

export function changeLines(changes: Values, { fields, before }: Changing): ImportLine[] {
  return Object.entries(changes).map(([name, value]) => {
    const [from, to] = [valueWords(fields, name, before[name]), valueWords(fields, name, value)];
    return { say: "change", title: titleOf(fields, name), from: from === "–" ? "blank" : from, to };
  });
}

export function refusal(title: string, reason: string): Refusals[number] {
  return { say: "refused", title, reason };
}

const TICKED = /^(yes|y|true|1|x)$/i;
const NOT_TICKED = /^(no|n|false|0)$/i;
const SYNONYMS: Readonly<Record<string, string>> = { female: "f", male: "m", girl: "f", boy: "m" };

/** Reads a cell's text as a field's value; unreadable text stays text, so that it is rejected with a reason. */
function valueOfCell(kind: FieldKind, text: string): FieldValue {
  const written = text.trim();
  if (isBox(kind)) return boxed(written);
  if (kind.choices.length > 0 || kind.control === "list") return chosen(kind, written);
  if (kind.control === "date") return readDay(written) ?? written;
  return kind.normalise(kind.posted(isSeveralLines(kind, text) ? onOneLine(text) : text));
}

/** Tells whether a cell of an address, which is one line here, has line breaks from Alt and Enter. */
function isSeveralLines({ control }: FieldKind, text: string): boolean {
  return control === "line" && /[\r\n]/.test(text);
}

function boxed(written: string): FieldValue {
  if (TICKED.test(written)) return "Yes";
  return NOT_TICKED.test(written) ? null : written;
}

/** Finds a choice by its name, never by its number in our lists. */
function chosen(kind: FieldKind, written: string): FieldValue {
  const wanted = written.toLowerCase();
  const meant = SYNONYMS[wanted] ?? wanted;
  const found = kind.choices.find((choice) => {
    const called = kind.words(kind.posted(choice)).toLowerCase();
    return called === wanted || called === meant;
  });
  return found === undefined ? written : kind.posted(found);
}
