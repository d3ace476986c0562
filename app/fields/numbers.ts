import { asItIs, fieldText, nothingTyped, plainNote, type FieldKind, type Note, type Typed } from "./kind.ts";
import type { FieldValue } from "./value.ts";

const DECIMALS = 2;
const MOST_SHOWN = 20;
const LONGEST_MARK = 12;

const FIGURES = /^-?\d{1,9}([.,]\d{0,9})?$|^[.,]\d{1,9}$/;
const PASTED_MARK = /^(?=.*\d)\d*(?:[.,]\d{0,2})?$/;
const WHOLE = /^\d{1,9}$/;

/** A mark from 0 to its maximum, with two decimals at most: held to its bounds as typed (T5). */
export function mark(maxMark: number): FieldKind {
  const fault = "Figures only";
  const isTypable = (characters: string) => /^[\d.,\s]*$/.test(characters);
  return {
    control: "line",
    keyboard: "decimal",
    longest: LONGEST_MARK,
    choices: [],
    typed: (text, before) =>
      nothingTyped(text) ??
      (isTypable(text) ? typedMark(text, maxMark) : null) ?? {
        text: fieldText(before),
        value: before,
        note: plainNote(fault),
      },
    isTypable,
    fault,
    isPasteable: (text) => PASTED_MARK.test(text),
    posted: (text) => postedNumber(text.trim(), FIGURES),
    normalise: asItIs,
    refuse: (value) => markFault(value, maxMark),
    words: fieldText,
  };
}

/** Figures with one point or comma and two decimals; more than the most becomes the most. */
function typedMark(text: string, maxMark: number): Typed | null {
  const [whole = "", ...rest] = text
    .replace(/,/g, ".")
    .replace(/[^\d.]/g, "")
    .split(".");
  const clean = rest.length > 0 ? `${whole}.${rest.join("").slice(0, DECIMALS)}` : whole;
  if (clean === "") return null;
  const earned = Number(clean);
  if (Number.isNaN(earned)) return { text: clean, value: null, note: null };
  if (earned > maxMark) return { text: String(maxMark), value: maxMark, note: clippedNote(clean, maxMark) };
  return { text: clean, value: earned, note: null };
}

/** Nobody sees it happen: eyes are on the paper. */
function clippedNote(typed: string, maxMark: number): Note {
  const shown = typed.slice(0, MOST_SHOWN);
  return { words: `${shown} is more than ${maxMark}: ${maxMark} was entered`, isOther: true };
}

function postedNumber(text: string, form: RegExp): FieldValue {
  if (text === "") return null;
  return form.test(text) ? Number(text.replace(",", ".")) : text;
}

function markFault(value: FieldValue, maxMark: number): string | null {
  if (value === null) return null;
  if (typeof value !== "number" || !Number.isFinite(value)) return "a mark is a number";
  if (value < 0 || value > maxMark) return `the mark must be from 0 to ${maxMark}`;
  // What the database would round is not what was typed.
  return Number(value.toFixed(DECIMALS)) === value ? null : "a mark has two decimals at most";
}

/** @param of what is counted, in the plural: 'sessions' */
export function wholeNumber({ most, of }: { most: number; of: string }): FieldKind {
  const longest = String(most).length;
  const fault = `${of.charAt(0).toUpperCase()}${of.slice(1)} are a whole number`;
  return {
    control: "line",
    keyboard: "numeric",
    longest,
    choices: [],
    typed: (text) => typedDigits(text, { longest, fault }),
    isTypable: (characters) => /^\d*$/.test(characters),
    fault,
    isPasteable: (text) => WHOLE.test(text.trim()),
    posted: (text) => postedNumber(text.trim(), WHOLE),
    normalise: asItIs,
    refuse: (value) => wholeFault(value, { most, of }),
    words: fieldText,
  };
}

function typedDigits(text: string, { longest, fault }: { longest: number; fault: string }): Typed {
  const digits = text.replaceAll(/\D/g, "").slice(0, longest);
  const value = digits === "" ? null : Number(digits);
  return { text: digits, value, note: digits === text ? null : plainNote(fault) };
}

function wholeFault(value: FieldValue, { most, of }: { most: number; of: string }): string | null {
  if (value === null) return null;
  if (typeof value !== "number" || !Number.isInteger(value)) return `${of} are a whole number`;
  return value >= 0 && value <= most ? null : `${of} are from 0 to ${most}`;
}
