import { CRITERION_GRADES, GRADES, RATINGS } from "#domain/grades.ts";
import type { FieldValue } from "#saving/protocol.ts";

type Field = { field: string; maxMark: number };

/** What becomes of the text in a field as it is typed: the text as it stays, its value, and what to say about it. */
export type Typed = { text: string; value: FieldValue; note: string | null };

const DECIMALS = 2;
const RATING_LETTERS = Object.keys(RATINGS);
const CRITERION_FIGURES = CRITERION_GRADES.map(String);

/**
 * What a keystroke, or a paste, leaves in a field: held to its bounds as typed (T5).
 * @param before its value until now, which stays where the new text is none at all
 */
export function typedField({ field, maxMark }: Field, text: string, before: FieldValue): Typed {
  if (text.trim() === "") return { text: "", value: null, note: null };
  const typed = field === "mark" ? typedMark(text, maxMark) : typedChoice(field, text);
  return typed ?? { text: fieldText(before), value: before, note: faultOf(field) };
}

/** Whether a character has any place in the field; others are turned away before they replace what is there. */
export function isTypable(field: string, characters: string): boolean {
  if (field === "mark") return /^[\d.,\s]*$/.test(characters);
  return choicesOf(field).includes(characters.trim().toUpperCase());
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
  const [whole = "", ...rest] = text
    .replace(/,/g, ".")
    .replace(/[^\d.]/g, "")
    .split(".");
  const clean = rest.length > 0 ? `${whole}.${rest.join("").slice(0, DECIMALS)}` : whole;
  if (clean === "") return null;
  const mark = Number(clean);
  if (Number.isNaN(mark)) return { text: clean, value: null, note: null };
  if (mark > maxMark) return { text: String(maxMark), value: maxMark, note: `Most is ${maxMark}` };
  return { text: clean, value: mark, note: null };
}

function typedChoice(field: string, text: string): Typed | null {
  const choice = text.trim().slice(-1).toUpperCase();
  if (!choicesOf(field).includes(choice)) return null;
  return { text: choice, value: isCriterion(field) ? Number(choice) : choice, note: null };
}

function choicesOf(field: string): readonly string[] {
  if (field === "grade") return GRADES;
  return isCriterion(field) ? CRITERION_FIGURES : RATING_LETTERS;
}

function isCriterion(field: string): boolean {
  return field.startsWith("criterion_");
}
