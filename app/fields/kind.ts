import type { ColumnValue, FieldValue } from "./value.ts";

/** What a field has to say about what was typed; `isOther`: something else stands there now than was typed. */
export type Note = { words: string; isOther: boolean };

/** What becomes of the text in a field as it is typed: the text as it stays, its value, and what to say about it. */
export type Typed = { text: string; value: FieldValue; note: Note | null };

/** How a value is entered: a line, a text of several lines, one letter or figure, a day, a list, radios, or a box to tick. */
export type Control = "line" | "text" | "letter" | "date" | "list" | "radios" | "box";

/** What a kind of field is, whichever record it stands in. */
export type FieldKind = {
  control: Control;
  /** Which keyboard a telephone shows; figures stand at the right. */
  keyboard: "text" | "numeric" | "decimal" | "tel" | "email";
  /** Print inside the field, before what is typed. */
  prefix?: string;
  /** Characters that fit. */
  longest: number;
  /** What can be chosen, as a form has it; empty where the value is typed. */
  choices: readonly string[];
  /** The first and the last day that is taken. */
  days?: { from: string; to: string };
  /** What a keystroke leaves in the field. @param before its value until now, which stays where the text is none */
  typed: (text: string, before: FieldValue) => Typed;
  /** Whether characters have any place in the field; others are turned away before they replace what is there. */
  isTypable: (characters: string) => boolean;
  /** Said when something else was typed. */
  fault: string;
  /** Whether a text that was pasted is one value of the field as it is, with nothing to leave out of it. */
  isPasteable: (text: string) => boolean;
  /** What a form without script posted; what cannot be read stays text, to be refused in words. */
  posted: (text: string) => FieldValue;
  /** As it is kept: text of spaces alone is none, and one line end is one character whoever typed it. */
  normalise: (value: FieldValue) => FieldValue;
  /** Why a value has no place in the field, or null; that nothing was entered is no fault of the kind's. */
  refuse: (value: FieldValue) => string | null;
  /** As every screen says it: the label of what was chosen, a day as `20 Nov 2026`. */
  words: (value: FieldValue) => string;
  /** As its column of the database has it. */
  toColumn: (value: FieldValue) => ColumnValue;
  /** What a column that is not null says; the other way of `toColumn`. */
  fromColumn: (stored: NonNullable<ColumnValue>) => FieldValue;
};

/** It is ticked or not: what is not ticked is nothing. */
export function isBox({ control }: Pick<FieldKind, "control">): boolean {
  return control === "box";
}

/** A column that holds the value itself. */
export const SAME_COLUMN: Pick<FieldKind, "toColumn" | "fromColumn"> = {
  toColumn: asItIs,
  fromColumn: (stored) => (typeof stored === "boolean" ? null : stored),
};

/** A value as its field shows it; also one that was not taken and is no value at all. */
export function fieldText(value: FieldValue | undefined): string {
  return value == null ? "" : String(value);
}

/** A value in words. @param blank said where there is none, but of a box, which is ticked or not */
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
