import type { DayRange } from "#domain/text/day-fault.ts";
import type { ColumnValue, FieldValue } from "./value.ts";

/** A message about the typed text; `isOther`: the field now holds something else than was typed. */
export type Note = { words: string; isOther: boolean };

/** The result of a keystroke: the text that the field keeps, its value, and a message about it. */
export type Typed = { text: string; value: FieldValue; note: Note | null };

/** How a value is entered; `text` has several lines, `letter` takes one letter or figure, `box` is ticked. */
export type Control = "line" | "text" | "letter" | "date" | "list" | "radios" | "box";

/** What a kind of field is, whichever record it stands in. */
export type FieldKind = {
  control: Control;
  /** The keyboard that a phone shows; numbers are aligned right. */
  keyboard: "text" | "numeric" | "decimal" | "tel" | "email";
  /** Shown inside the field, before the text. */
  prefix?: string;
  /** Shown in the empty field. */
  hint?: string;
  /** Where typing and pasting stop, once script can say what was left out. Every other field takes all of it and is refused. */
  stopsAt?: number;
  /** The choices, as form values; empty where the value is typed. */
  choices: readonly string[];
  days?: DayRange;
  /** @param before the value until now, which is kept when the text is not a value */
  typed: (text: string, before: FieldValue) => Typed;
  /** Whether these characters may be typed; others are stopped before they replace the text. */
  isTypable: (characters: string) => boolean;
  /** The message when something else was typed. */
  fault: string;
  /** Whether a pasted text is exactly one value of the field, with nothing to leave out. */
  isPasteable: (text: string) => boolean;
  /** Reads a posted form value. Unreadable text stays text, so that `refuse` can say why. */
  posted: (text: string) => FieldValue;
  /** The value as it is stored: text of only spaces is null, and a line break is one character on every system. */
  normalise: (value: FieldValue) => FieldValue;
  /** Why a value is not accepted, or null. An empty value is accepted: `required` belongs to the record. */
  refuse: (value: FieldValue) => string | null;
  /** The value in words, for every screen: the label of a choice, a day as `20 Nov 2026`. */
  words: (value: FieldValue) => string;
  /** The value as its database column holds it. */
  toColumn: (value: FieldValue) => ColumnValue;
  /** The reverse of `toColumn`, for a column that is not null. */
  fromColumn: (stored: NonNullable<ColumnValue>) => FieldValue;
};

/** A tick box, where null means not ticked. */
export function isBox({ control }: Pick<FieldKind, "control">): boolean {
  return control === "box";
}

/** A column that holds the value itself. */
export const SAME_COLUMN: Pick<FieldKind, "toColumn" | "fromColumn"> = {
  toColumn: asItIs,
  fromColumn: (stored) => (typeof stored === "boolean" ? null : stored),
};

/** The text that the field shows for a value, also for one that was refused. */
export function fieldText(value: FieldValue | undefined): string {
  return value == null ? "" : String(value);
}

/** A value in words. @param blank for an empty value, except of a box, which is always ticked or not */
export function valueInWords(
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
