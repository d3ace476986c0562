import { CRITERION_GRADES, GRADES, RATINGS } from "#domain/grades.ts";
import type { FieldValue } from "#fields/value.ts";

type Field = { field: string; maxMark: number };

/** What a field has to say about what was typed; `isOther`: something else stands there now than was typed. */
export type Note = { words: string; isOther: boolean };

/** What becomes of the text in a field as it is typed: the text as it stays, its value, and what to say about it. */
export type Typed = { text: string; value: FieldValue; note: Note | null };

const DECIMALS = 2;
const MOST_SHOWN = 20;
const RATING_LETTERS = Object.keys(RATINGS);
const CRITERION_FIGURES = CRITERION_GRADES.map(String);

/**
 * What a keystroke, or a paste, leaves in a field: held to its bounds as typed (T5).
 * @param before its value until now, which stays where the new text is none at all
 */
export function typedField({ field, maxMark }: Field, text: string, before: FieldValue): Typed {
  if (text.trim() === "") return { text: "", value: null, note: null };
  const typed = field === "mark" ? typedMark(text, maxMark) : typedChoice(field, text);
  return typed ?? { text: fieldText(before), value: before, note: plainNote(faultOf(field)) };
}

export function plainNote(words: string): Note {
  return { words, isOther: false };
}

/** Whether a character has any place in the field; others are turned away before they replace what is there. */
export function isTypable(field: string, characters: string): boolean {
  if (field === "mark") return /^[\d.,\s]*$/.test(characters);
  return choicesOf(field).includes(characters.trim().toUpperCase());
}

/** Whether more than one value was pasted; a spreadsheet ends even one with a line break. */
export function isMany(text: string): boolean {
  return /[\t\n\r]/.test(text.trim());
}

/** Why a pasted value has no place in the field, or null: '-5' would be 5 there, and '72/100' the most. */
export function pasteFault(field: string, text: string): string | null {
  const fits = field === "mark" ? /^(?=.*\d)\d*(?:[.,]\d{0,2})?$/.test(text) : isTypable(field, text);
  return fits ? null : `‘${text.slice(0, MOST_SHOWN)}’ was not taken. ${faultOf(field)}`;
}

/** Said when something else was typed. */
export function faultOf(field: string): string {
  if (field === "mark") return "Figures only";
  const choices = choicesOf(field);
  return `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)} only`;
}

/** As a field shows a value; also one that was not taken and is no value at all. */
export function fieldText(value: FieldValue | undefined): string {
  return value == null ? "" : String(value);
}

/** Figures with one point or comma and two decimals; more than the most becomes the most (T5). */
function typedMark(text: string, maxMark: number): Typed | null {
  if (!isTypable("mark", text)) return null;
  const [whole = "", ...rest] = text
    .replace(/,/g, ".")
    .replace(/[^\d.]/g, "")
    .split(".");
  const clean = rest.length > 0 ? `${whole}.${rest.join("").slice(0, DECIMALS)}` : whole;
  if (clean === "") return null;
  const mark = Number(clean);
  if (Number.isNaN(mark)) return { text: clean, value: null, note: null };
  if (mark > maxMark) return { text: String(maxMark), value: maxMark, note: clippedNote(clean, maxMark) };
  return { text: clean, value: mark, note: null };
}

/** Nobody sees it happen: eyes are on the paper. */
function clippedNote(typed: string, maxMark: number): Note {
  const shown = typed.slice(0, MOST_SHOWN);
  return { words: `${shown} is more than ${maxMark}: ${maxMark} was entered`, isOther: true };
}

function typedChoice(field: string, text: string): Typed | null {
  const choice = text.trim().slice(-1).toUpperCase();
  if (!choicesOf(field).includes(choice)) return null;
  return { text: choice, value: isCriterion(field) ? Number(choice) : choice, note: null };
}

export function choicesOf(field: string): readonly string[] {
  if (field === "grade") return GRADES;
  return isCriterion(field) ? CRITERION_FIGURES : RATING_LETTERS;
}

function isCriterion(field: string): boolean {
  return field.startsWith("criterion_");
}
