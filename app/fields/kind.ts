import type { FieldValue } from "./value.ts";

/** What a field has to say about what was typed; `isOther`: something else stands there now than was typed. */
export type Note = { words: string; isOther: boolean };

/** What becomes of the text in a field as it is typed: the text as it stays, its value, and what to say about it. */
export type Typed = { text: string; value: FieldValue; note: Note | null };

/** How a value is entered: a line, a text of several lines, one letter or figure, a list, radios, or a box to tick. */
export type Control = "line" | "text" | "letter" | "list" | "radios" | "box";

/** What a kind of field is, whichever record it stands in. */
export type FieldKind = {
  control: Control;
  /** Which keyboard a telephone shows; figures stand at the right. */
  keyboard: "text" | "numeric" | "decimal" | "tel" | "email";
  /** Characters that fit. */
  longest: number;
  /** What can be chosen, as a form has it; empty where the value is typed. */
  choices: readonly string[];
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
  /** As history says it. */
  words: (value: FieldValue) => string;
};

/** A value as its field shows it; also one that was not taken and is no value at all. */
export function fieldText(value: FieldValue | undefined): string {
  return value == null ? "" : String(value);
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
