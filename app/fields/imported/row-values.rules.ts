import type {
  MatchedImportRow,
  ImportCells,
  ImportColumn,
  ImportRemark,
  ImportRefusals,
} from "#domain/people/imports.ts";
import { parseDay } from "#domain/text/read-day.ts";
import { removeInvisibleCharacters } from "#domain/text/storable-text.ts";
import { listRefusedChanges, findFieldTitle, formatFieldValue, type RecordFields } from "../record.ts";
import type { FieldValue, FieldValues } from "../value.ts";
import type { FieldKind } from "../kind.ts";

export function readCellText(cells: ImportCells, name: string): string {
  return removeInvisibleCharacters(cells[name]?.text ?? "").trim();
}

/** Leaves out the cells with only a dash, which people write for no value. */
export function withoutDashes(cells: ImportCells): ImportCells {
  return Object.fromEntries(
    Object.entries(cells).filter(
      ([name, { fault }]) => fault !== null || !/^[-–—−\s]+$/.test(readCellText(cells, name)),
    ),
  );
}

/** Parses the values of a row. Empty cells are left out, because they do not change the stored values. */
export function parseRowValues(cells: ImportCells, fields: RecordFields): FieldValues {
  const values: Record<string, FieldValue> = {};
  for (const [name, { kind }] of fields) {
    const text = readCellText(cells, name);
    if (text !== "") values[name] = valueOfCell(kind, text);
  }
  return values;
}

export function listUnreadableCells(cells: ImportCells, columns: readonly ImportColumn[]): ImportRefusals {
  return columns.flatMap(({ name, title }) => {
    const fault = cells[name]?.fault ?? null;
    return fault === null ? [] : [toRefusalLine(title, fault)];
  });
}

/** For each value that must be unique, the numbers of the file's rows that contain the value. */
export type RowsByUniqueValue = ReadonlyMap<string, readonly number[]>;

export function uniqueValueKey(field: string, value: FieldValue): string {
  return `${field} ${String(value).trim().toLowerCase()}`;
}

export function findRowsByUniqueValue(
  rows: readonly MatchedImportRow[],
  unique: readonly string[],
): RowsByUniqueValue {
  const places = new Map<string, number[]>();
  for (const { row, cells } of rows) {
    for (const name of unique) {
      const text = readCellText(cells, name);
      const key = uniqueValueKey(name, text);
      const known = places.get(key);
      if (known) known.push(row);
      else if (text !== "") places.set(key, [row]);
    }
  }
  return places;
}

type Unique = { inFile: RowsByUniqueValue; unique: readonly ImportColumn[] };

export function listDuplicateValues(
  { row, cells }: MatchedImportRow,
  { inFile, unique }: Unique,
): ImportRefusals {
  return unique.flatMap(({ name, title }) => {
    const places = inFile.get(uniqueValueKey(name, readCellText(cells, name))) ?? [];
    return places.length < 2 ? [] : [toRefusalLine(title, alsoIn(places, row))];
  });
}

const MOST_NAMED = 5;

/** Formats `also in rows 3, 4, 5, 6, 7 and 4,994 more`. The list is cut, because every row may have the same value. */
function alsoIn(places: readonly number[], row: number): string {
  const named = places
    .slice(0, MOST_NAMED + 1)
    .filter((other) => other !== row)
    .slice(0, MOST_NAMED);
  const more = places.length - 1 - named.length;
  const words = `also in ${named.length === 1 ? "row" : "rows"} ${named.join(", ")}`;
  return more === 0 ? words : `${words} and ${more.toLocaleString("en")} more`;
}

export function listRefusedImportChanges(
  changes: FieldValues,
  row: { fields: RecordFields; cells: ImportCells },
): ImportRefusals {
  return toRefusalLines(listRefusedChanges(row.fields, changes, "no such column"), changes, row);
}

/** Lists rejected cells: `7 Digits Needed, ‘555-12’`. Unreadable cells were reported before and are left out. */
export function toRefusalLines(
  refusals: readonly { field: string; reason: string }[],
  values: FieldValues,
  { fields, cells }: { fields: RecordFields; cells: ImportCells },
): ImportRefusals {
  const read = refusals.filter(({ field }) => (cells[field]?.fault ?? null) === null);
  return read.map(({ field, reason }) => {
    const typed = values[field] == null ? "" : readCellText(cells, field);
    return toRefusalLine(
      findFieldTitle(fields, field),
      typed === "" ? reason : `${reason}, ‘${typed.slice(0, 60)}’`,
    );
  });
}

/** Returns the values of a row that differ from the stored values. */
export function changedValues(before: FieldValues, after: FieldValues): FieldValues {
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => (before[name] ?? null) !== value),
  );
}

type Changing = { fields: RecordFields; before: FieldValues };

export function toChangeLines(changes: FieldValues, { fields, before }: Changing): ImportRemark[] {
  return Object.entries(changes).map(([name, value]) => {
    const [from, to] = [formatFieldValue(fields, name, before[name]), formatFieldValue(fields, name, value)];
    return { say: "change", title: findFieldTitle(fields, name), from: from === "–" ? "blank" : from, to };
  });
}

export function toRefusalLine(title: string, reason: string): ImportRefusals[number] {
  return { say: "refused", title, reason };
}

/** Converts a cell's text to a value of its field. Text that is not a value is returned unchanged for the error. */
function valueOfCell(kind: FieldKind, text: string): FieldValue {
  const called = text.toLowerCase();
  const choices = kind.choices.map(kind.posted);
  const value = choices.find((choice) => kind.words(choice).toLowerCase() === called);
  if (value !== undefined) return value;
  // A two-digit year in a file is ambiguous, because the program that wrote the file may put the year or month first.
  const isUnclear = kind.control === "date" && parseDay(text) === null;
  const read = kind.normalise(isUnclear ? text : kind.posted(text));
  // Entries of the school's lists are accepted by label only, because a file from elsewhere cannot know our ids.
  return choices.includes(read) && typeof read === "number" ? text : read;
}
