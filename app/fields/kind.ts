import type { DayRange } from "#domain/text/read-day.ts";
import type { ColumnValue, FieldValue } from "./value.ts";

/** A message about the typed text; `isOther` means that the field now holds something else than was typed. */
export type Note = { words: string; isOther: boolean };

/** The result of a keystroke: the text that the field keeps, its value, and a message about it. */
export type Typed = { text: string; value: FieldValue; note: Note | null };

/** The control for a value; `text` has several lines, `letter` takes one letter or digit, `box` is ticked. */
export type Control = "line" | "text" | "letter" | "date" | "list" | "radios" | "box";

/** A kind of field, independent of its record. */
export type FieldKind = {
  control: Control;
  /** The keyboard that a phone shows; numbers are aligned right. */
  keyboard: "text" | "numeric" | "decimal" | "tel" | "email";
  /** Shown inside the field, before the text. */
  prefix?: string;
  /** Shown in the empty field. */
  hint?: string;
  /**
   * The length at which typing and pasting stop, when a script can say what was left out. Every other field accepts
   * the whole text and rejects it.
   */
  stopsAt?: number;
  /** The choices as form values; empty when the value is typed. */
  choices: readonly string[];
  days?: DayRange;
  /** Handles typing. @param before the previous value, which stays when the text is not a value */
  typed: (text: string, before: FieldValue) => Typed;
  /** Tells whether these characters may be typed; others are stopped before they replace the text. */
  isTypable: (characters: string) => boolean;
  /** The message when something else was typed. */
  fault: string;
  /** Tells whether a pasted text is exactly one value of the field, with nothing to leave out. */
  isPasteable: (text: string) => boolean;
  /** Reads a posted form value. Unreadable text stays text, so that `refuse` can say why. */
  posted: (text: string) => FieldValue;
  /** Normalises a value for storing: blank text is null, and a line break is one character on every system. */
  normalise: (value: FieldValue) => FieldValue;
  /** Explains why a value is not accepted, or returns null. An empty value passes: `required` belongs to the record. */
  refuse: (value: FieldValue) => string | null;
  /** Formats the value for every screen: the label of a choice, a day as `20 Nov 2026`. */
  words: (value: FieldValue) => string;
  /** Converts the value for its database column. */
  toColumn: (value: FieldValue) => ColumnValue;
  /** Reverses `toColumn`, for a column that is not null. */
  fromColumn: (stored: NonNullable<ColumnValue>) => FieldValue;
};

/** Tells whether the field is a tick box, where null means not ticked. */
export function isBox({ control }: Pick<FieldKind, "control">): boolean {
  return control === "box";
}

/** A column that holds the value itself. */
export const SAME_COLUMN: Pick<FieldKind, "toColumn" | "fromColumn"> = {
  toColumn: asItIs,
  fromColumn: (stored) => (typeof stored === "boolean" ? null : stored),
};

/** Returns the text that the field shows for a value, including a rejected one. */
export function fieldText(value: FieldValue | undefined): string {
  return value == null ? "" : String(value);
}

/** Formats a value. @param blank the text for an empty value, except of a box, which is always ticked or not */
export function formatValue(
  kind: FieldKind | undefined,
  value: FieldValue | undefined,
  blank: string,
): string {
  if (value == null && !(kind && isBox(kind))) return blank;
  return kind?.words(value ?? null) ?? fieldText(value);
}

export function plainNote(words: string): Note {
  return { words, isOther: false };
}

export function nothingTyped(text: string): Typed | null {
  return text.trim() === "" ? { text: "", value: null, note: null } : null;
}

export function asItIs(value: FieldValue): FieldValue {
  return value;
}

/** A field's value as an import reads it again. */
export function exportedCell(kind: FieldKind | undefined, value: FieldValue): string {
  // A day is written as it is stored: `20 Nov 2026` would be read again too, but spreadsheets sort it by its letters.
  if (kind?.control === "date") return String(value ?? "");
  if (kind && value !== null) return kind.words(value);
  return kind?.control === "box" ? "No" : "";
}
