import type { DayRange } from "#domain/text/read-day.ts";
import type { ColumnValue, FieldValue } from "./value.ts";

/** A message about the typed text. `isOther` means that the field's value now differs from the typed text. */
export type TypedInputNote = { words: string; isOther: boolean };

/** The result of a keystroke: the text that the field keeps, its value, and a message about it. */
export type TypedInput = { text: string; value: FieldValue; note: TypedInputNote | null };

/** The kind of control. `text` has several lines, `letter` takes a single letter or digit, and `box` is a tick box. */
export type ControlKind = "line" | "text" | "letter" | "date" | "list" | "radios" | "box";

/** A kind of field. It does not depend on the record to which the field belongs. */
export type FieldKind = {
  control: ControlKind;
  /** The keyboard that a phone shows. Fields for numbers are aligned to the right. */
  keyboard: "text" | "numeric" | "decimal" | "tel" | "email";
  /** Text shown inside the field, before the value. */
  prefix?: string;
  /** Placeholder text, shown while the field is empty. */
  hint?: string;
  /**
   * The length at which typing and pasting stop. Only fields with a script that reports the rest of the text have
   * such a length. All other fields accept a longer text and reject it when it is saved.
   */
  stopsAt?: number;
  /** The choices as form values; empty when the value is typed. */
  choices: readonly string[];
  days?: DayRange;
  /** Handles a keystroke. `before` is the previous value, which stays when the text is not a value. */
  typed: (text: string, before: FieldValue) => TypedInput;
  /** Tells whether these characters may be typed. The field blocks all others. */
  isTypable: (characters: string) => boolean;
  /** The message shown when a blocked character was typed. */
  fault: string;
  /** Tells whether a pasted text is exactly one value of the field, so that no part must be left out. */
  isPasteable: (text: string) => boolean;
  /** Converts a posted form value. Text that is not a value is returned unchanged, so that `refuse` can explain it. */
  posted: (text: string) => FieldValue;
  /** Normalises a value for storing: blank text becomes null, and every line break becomes one character. */
  normalise: (value: FieldValue) => FieldValue;
  /** Explains why a value is not accepted, or returns null. Empty values are accepted: the record checks `required`. */
  refuse: (value: FieldValue) => string | null;
  /** Formats the value for pages: the label of a choice, a day as `20 Nov 2026`. */
  words: (value: FieldValue) => string;
  toColumn: (value: FieldValue) => ColumnValue;
  /** Converts a stored value that is not null back into a field value. */
  fromColumn: (stored: NonNullable<ColumnValue>) => FieldValue;
};

/** Tells whether the field is a tick box. The value null of a tick box means that it is not ticked. */
export function isTickBox({ control }: Pick<FieldKind, "control">): boolean {
  return control === "box";
}

/** The conversions of a field whose database column stores the value unchanged. */
export const UNCHANGED_COLUMN: Pick<FieldKind, "toColumn" | "fromColumn"> = {
  toColumn: returnUnchanged,
  fromColumn: (stored) => (typeof stored === "boolean" ? null : stored),
};

/** Returns the text that the field shows for a value, even for a rejected one. */
export function formatFieldText(value: FieldValue | undefined): string {
  return value == null ? "" : String(value);
}

/** Formats a value. @param blank the text for an empty value of any control but a tick box */
export function formatValue(
  kind: FieldKind | undefined,
  value: FieldValue | undefined,
  blank: string,
): string {
  if (value == null && !(kind && isTickBox(kind))) return blank;
  return kind?.words(value ?? null) ?? formatFieldText(value);
}

export function createTypedInputNote(words: string): TypedInputNote {
  return { words, isOther: false };
}

export function blankTypedInput(text: string): TypedInput | null {
  return text.trim() === "" ? { text: "", value: null, note: null } : null;
}

export function returnUnchanged(value: FieldValue): FieldValue {
  return value;
}

/** Formats a value for an exported file, so that an import reads the same value again. */
export function formatExportedCell(kind: FieldKind | undefined, value: FieldValue): string {
  // Imports also accept `20 Nov 2026`, but spreadsheets would sort this format alphabetically.
  if (kind?.control === "date") return String(value ?? "");
  if (kind && value !== null) return kind.words(value);
  return kind?.control === "box" ? "No" : "";
}
