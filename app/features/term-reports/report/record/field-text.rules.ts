import { COMMENT_LIMITS, SHORT_TEXT_LIMIT } from "#domain/term-reports.ts";
import type { CommentField } from "#domain/term-reports.ts";
import type { FieldValue } from "#fields/value.ts";

const SESSIONS = new Set(["total_sessions", "sessions_absent", "sessions_late"]);
const MOST_DIGITS = 3;

export function isCommentField(field: string): field is CommentField {
  return field in COMMENT_LIMITS;
}

export function isSessionsField(field: string): boolean {
  return SESSIONS.has(field);
}

/** The most characters that fit, and the browser lets in. */
export function lengthLimit(field: string): number {
  if (isSessionsField(field)) return MOST_DIGITS;
  return isCommentField(field) ? COMMENT_LIMITS[field] : SHORT_TEXT_LIMIT;
}

/** A value as its field holds it. */
export function fieldText(value: FieldValue | undefined): string {
  return value == null ? "" : String(value);
}

export type Typed = {
  /** What the field holds from now on. */
  text: string;
  value: FieldValue;
  /** What there is to say about it. */
  note: string | null;
};

/** What somebody's typing comes to: sessions are digits, and text that is all spaces is no text. */
export function typedText(field: string, text: string): Typed {
  if (!isSessionsField(field)) return { text, value: text.trim() === "" ? null : text, note: null };
  const digits = text.replaceAll(/\D/g, "").slice(0, MOST_DIGITS);
  const note = digits === text ? null : "Sessions are a whole number";
  return { text: digits, value: digits === "" ? null : Number(digits), note };
}

/** Said when a hand goes on where nothing more fits. */
export function fullWords(field: string): string {
  return `${lengthLimit(field)} characters fit, no more`;
}

/** Said of a text that was put in from elsewhere and is cut at the limit; null when all of it fits. */
export function cutWords(field: string, { text, room }: { text: string; room: number }): string | null {
  const length = text.replaceAll("\r\n", "\n").length;
  return length > room ? `${room} of the ${length} characters fit: the rest was left out` : null;
}

type Selected = { value: string; selectionStart: number; selectionEnd: number };

/** A phrase in the place of what is selected, with a space to its neighbours, and where the cursor goes on. */
export function insertedText({ value, selectionStart, selectionEnd }: Selected, phrase: string) {
  const before = value.slice(0, selectionStart).trimEnd();
  const after = value.slice(selectionEnd).trimStart();
  const start = before === "" ? phrase : `${before} ${phrase}`;
  return { text: after === "" ? start : `${start} ${after}`, cursor: start.length };
}
