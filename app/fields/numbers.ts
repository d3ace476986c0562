import {
  returnUnchanged,
  formatFieldText,
  blankTypedInput,
  createTypedInputNote,
  UNCHANGED_COLUMN,
  type FieldKind,
  type TypedInputNote,
  type TypedInput,
} from "./kind.ts";
import type { FieldValue } from "./value.ts";

const DECIMALS = 2;
const MOST_SHOWN = 20;

const FIGURES = /^-?(\d{1,15}([.,]\d{0,9})?|[.,]\d{1,9})$/;
const WHOLE = /^-?\d{1,15}$/;
/** Matches the beginning of a number, such as a minus sign, which more typing can complete. */
const BEGINNING = /^-?[.,]?$/;

type NumberKind = {
  form: RegExp;
  keyboard: FieldKind["keyboard"];
  characters: RegExp;
  /** The message shown as soon as anything other than a number is typed. */
  fault: string;
  /** Brings a typed number within the limits. The note tells the user which number was entered instead. */
  held?: (typed: number) => { value: number; note: TypedInputNote | null };
  refuse: FieldKind["refuse"];
};

/** A field for numbers. Text that is not a number remains as it was typed, pasted or posted, and is rejected. */
function numberKind({ form, keyboard, characters, fault, held, refuse }: NumberKind): FieldKind {
  function typed(text: string): TypedInput {
    const trimmed = text.trim();
    const value = postedNumber(trimmed, form);
    if (typeof value !== "number") {
      return { text, value, note: BEGINNING.test(trimmed) ? null : createTypedInputNote(fault) };
    }
    const { value: kept, note } = held?.(value) ?? { value, note: null };
    return { text: kept === value ? trimmed.replace(",", ".") : formatFieldText(kept), value: kept, note };
  }

  return {
    control: "line",
    keyboard,
    choices: [],
    typed: (text) => blankTypedInput(text) ?? typed(text),
    isTypable: (typed) => characters.test(typed),
    fault,
    isPasteable: () => true,
    posted: (text) => postedNumber(text.trim(), form),
    normalise: returnUnchanged,
    refuse,
    words: formatFieldText,
    ...UNCHANGED_COLUMN,
  };
}

/** A mark from 0 to its maximum, with at most two decimals. Typed numbers outside these limits are corrected. */
export function limitedMarkField(maxMark: number): FieldKind {
  return numberKind({
    form: FIGURES,
    keyboard: "decimal",
    characters: /^[-\d.,\s]*$/,
    fault: "Numbers only",
    held: (typed) => withinBounds(typed, maxMark),
    refuse: (value) => markFault(value, maxMark),
  });
}

/** A mark that is not corrected while it is typed. An impossible value is rejected with the given message. */
export function uncorrectedMarkField(maxMark: number, refusal: string): FieldKind {
  return numberKind({
    form: FIGURES,
    keyboard: "decimal",
    characters: /^[-\d.,\s]*$/,
    fault: refusal,
    refuse: (value) => (markFault(value, maxMark) === null ? null : refusal),
  });
}

/** Limits a mark to its range. A note reports the correction, because teachers look at their paper as they type. */
function withinBounds(typed: number, maxMark: number): { value: number; note: TypedInputNote | null } {
  const value = Math.min(Math.max(typed, 0), maxMark);
  if (value === typed) return { value, note: null };
  const bound = typed < 0 ? "less than 0" : `more than ${maxMark}`;
  const shown = formatFieldText(typed).slice(0, MOST_SHOWN);
  return { value, note: { words: `${shown} is ${bound}: ${value} was entered`, isOther: true } };
}

function postedNumber(text: string, form: RegExp): FieldValue {
  if (text === "") return null;
  return form.test(text) ? Number(text.replace(",", ".")) : text;
}

function markFault(value: FieldValue, maxMark: number): string | null {
  if (value === null) return null;
  if (typeof value !== "number" || !Number.isFinite(value)) return "enter the mark as a number";
  if (value < 0 || value > maxMark) return `the mark must be from 0 to ${maxMark}`;
  // A third decimal is rejected, because the database would silently round the mark.
  return Number(value.toFixed(DECIMALS)) === value ? null : "enter the mark with at most two decimals";
}

/** The maximum of a test. @param refuse explains why a number is not accepted, or returns null */
export function maxMarkField({
  most,
  refuse,
}: {
  most: number;
  refuse: (typed: number) => string | null;
}): FieldKind {
  return numberKind({
    form: FIGURES,
    keyboard: "decimal",
    characters: /^[\d.,\s]*$/,
    fault: "Numbers only",
    refuse: (value) => {
      if (value === null) return null;
      if (typeof value !== "number" || !Number.isFinite(value)) return "enter the max mark as a number";
      if (value <= 0 || value > most) return `enter a max mark above 0 and up to ${most}`;
      if (Number(value.toFixed(DECIMALS)) !== value) return "enter the max mark with at most two decimals";
      return refuse(value);
    },
  });
}

/** A number from 0 to a maximum, such as a distance. Its column stores an exact decimal, which is read as text. */
export function decimalField({ most, decimals }: { most: number; decimals: number }): FieldKind {
  const range = `enter a number from 0 to ${most} with at most ${decimals} decimal${decimals === 1 ? "" : "s"}`;
  const isInRange = (value: FieldValue) =>
    typeof value === "number" && value >= 0 && value <= most && Number(value.toFixed(decimals)) === value;
  const kind = numberKind({
    form: FIGURES,
    keyboard: "decimal",
    characters: /^[\d.,\s]*$/,
    fault: "Numbers only",
    refuse: (value) => (value === null || isInRange(value) ? null : range),
  });
  return { ...kind, fromColumn: (stored) => Number(stored) };
}

/** A field for a whole number. @param over the message for a larger number; the default message states the range */
export function wholeNumberField({ most, over }: { most: number; over?: string }): FieldKind {
  const range = `Enter a whole number from 0 to ${most}`;
  return numberKind({
    form: WHOLE,
    keyboard: "numeric",
    characters: /^\d*$/,
    fault: "Whole numbers only",
    refuse: (value) => {
      if (value === null) return null;
      if (typeof value !== "number" || !Number.isInteger(value) || value < 0) return range;
      return value <= most ? null : (over ?? range);
    },
  });
}
