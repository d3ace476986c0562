import type { DayRange } from "#domain/text/read-day.ts";
import type { ColumnValue, FieldValue } from "./value.ts";

/** A message about the typed text. `isOther` means that the field now holds another value than the one typed. */
export type InputNote = { words: string; isOther: boolean };

/** The result of a keystroke: the text that the field keeps, its value, and a message about it. */
export type TypedInput = { text: string; value: FieldValue; note: InputNote | null };

/** The kind of control. `text` has several lines, `letter` takes a single letter or digit, and `box` is a tick box. */
export type ControlKind = "line" | "text" | "letter" | "date" | "list" | "radios" | "box";

/** A kind of field, independent of the record that it belongs to. */
export type FieldKind = {
  control: ControlKind;
  /** The keyboard that a phone shows. Fields for numbers are aligned right. */
  keyboard: "text" | "numeric" | "decimal" | "tel" | "email";
  /** Text shown inside the field, before the value. */
  prefix?: string;
  /** Placeholder text, shown while the field is empty. */
  hint?: string;
  /**
   * The length at which typing and pasting stop, for fields whose script reports the part that was left out. All other
   * fields accept the whole text and reject it when it is too long.
   */
  stopsAt?: number;
  /** The choices as form values; empty when the value is typed. */
  choices: readonly string[];
  days?: DayRange;
  /** Handles a keystroke. @param before the previous value, kept when the text is not a value */
  typed: (text: string, before: FieldValue) => TypedInput;
  /** Tells whether these characters may be typed. Others are blocked as they are typed. */
  isTypable: (characters: string) => boolean;
  /** The message shown when a blocked character was typed. */
  fault: string;
  /** Tells whether a pasted text is exactly one value of the field, so that nothing has to be left out. */
  isPasteable: (text: string) => boolean;
  /** Converts a posted form value. Text that cannot be read stays text, so that `refuse` can explain it. */
  posted: (text: string) => FieldValue;
  /** Normalises a value for storing: blank text becomes null, and every line break becomes a single character. */
  normalise: (value: FieldValue) => FieldValue;
  /** Explains why a value is not accepted, or returns null. Empty values pass: `required` belongs to the record. */
  refuse: (value: FieldValue) => string | null;
  /** Formats the value as every page shows it: the label of a choice, a day as `20 Nov 2026`. */
  words: (value: FieldValue) => string;
  /** Converts the value for its database column. */
  toColumn: (value: FieldValue) => ColumnValue;
  /** Converts back from a database column that is not null. */
  fromColumn: (stored: NonNullable<ColumnValue>) => FieldValue;
};

/** Tells whether the field is a tick box, for which null means not ticked. */
export function isTickBox({ control }: Pick<FieldKind, "control">): boolean {
  return control === "box";
}

/** For fields whose database column stores the value unchanged. */
export const SAME_COLUMN: Pick<FieldKind, "toColumn" | "fromColumn"> = {
  toColumn: unchangedValue,
  fromColumn: (stored) => (typeof stored === "boolean" ? null : stored),
};

/** Returns the text that the field shows for a value, including a rejected one. */
export function fieldText(value: FieldValue | undefined): string {
  return value == null ? "" : String(value);
}

/** Formats a value. @param blank the text for an empty value, except that of a tick box */
export function formatValue(
  kind: FieldKind | undefined,
  value: FieldValue | undefined,
  blank: string,
): string {
  if (value == null && !(kind && isTickBox(kind))) return blank;
  return kind?.words(value ?? null) ?? fieldText(value);
}

export function plainNote(words: string): InputNote {
  return { words, isOther: false };
}

export function emptyInput(text: string): TypedInput | null {
  return text.trim() === "" ? { text: "", value: null, note: null } : null;
}

export function unchangedValue(value: FieldValue): FieldValue {
  return value;
}

/** Formats a value for an exported file, so that an import reads the same value again. */
export function formatExportedCell(kind: FieldKind | undefined, value: FieldValue): string {
  // An import also reads `20 Nov 2026`, but spreadsheets would sort that alphabetically.
  if (kind?.control === "date") return String(value ?? "");
  if (kind && value !== null) return kind.words(value);
  return kind?.control === "box" ? "No" : "";
}
