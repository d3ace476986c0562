import { CRITERION_GRADES, GRADES, RATING_LETTERS, RATINGS } from "#domain/grades.ts";
import {
  asItIs,
  fieldText,
  nothingTyped,
  plainNote,
  SAME_COLUMN,
  type FieldKind,
  type Typed,
} from "./kind.ts";
import type { FieldValue } from "./value.ts";

type Chosen = {
  control: "letter" | "list" | "radios" | "box";
  values: readonly Exclude<FieldValue, null>[];
  /** The message for any other value. */
  reason: string;
  words?: (value: FieldValue) => string;
};

/** One of some values; letters and digits are typed, and shown in capitals. */
export function choice({ control, values, reason, words = fieldText }: Chosen): FieldKind {
  const choices = values.map(String);
  const valueOf = (text: string) => values[choices.indexOf(text)] ?? null;
  const fault = `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)} only`;
  const isTypable = (characters: string) => choices.includes(characters.trim().toUpperCase());
  return {
    control,
    keyboard: values.every((value) => typeof value === "number") ? "numeric" : "text",
    choices,
    typed: (text, before): Typed => {
      const last = control === "letter" ? text.trim().slice(-1).toUpperCase() : text;
      const taken = choices.includes(last) ? { text: last, value: valueOf(last), note: null } : null;
      return (
        nothingTyped(text) ?? taken ?? { text: fieldText(before), value: before, note: plainNote(fault) }
      );
    },
    isTypable,
    fault,
    isPasteable: isTypable,
    posted: (text) => (text.trim() === "" ? null : (valueOf(text.trim()) ?? text.trim())),
    normalise: asItIs,
    refuse: (value) => (value === null || values.includes(value) ? null : reason),
    words,
    ...SAME_COLUMN,
  };
}

export const grade = choice({
  control: "letter",
  values: GRADES,
  reason: `enter one of the grades ${GRADES.join(", ")}`,
});

const A_RATING = { values: Object.keys(RATINGS), reason: `enter ${RATING_LETTERS}` };

/** Consistently, Sometimes, Rarely: radio buttons on a report. */
export const rating = choice({ control: "radios", ...A_RATING });

/** The same rating, typed down a column of a sheet. */
export const ratingLetter = choice({ control: "letter", ...A_RATING });

export const criterionGrade = choice({
  control: "letter",
  values: CRITERION_GRADES,
  reason: "enter a grade from 1 to 5",
});

/**
 * True, false, or not answered yet.
 * @param what the subject of the field, with which a rejection begins: 'promotion progress'
 */
export function yesOrNo(what: string): FieldKind {
  return {
    ...choice({ control: "radios", values: ["Yes", "No"], reason: `${what} must be Yes or No` }),
    toColumn: (value) => (value === null ? null : value === "Yes"),
    fromColumn: (stored) => (stored ? "Yes" : "No"),
  };
}

const TICKED = new Set(["yes", "y", "true", "1", "x"]);
const NOT_TICKED = new Set(["", "no", "n", "false", "0"]);

/** A box that is ticked or not, true or false. A box that is not ticked has no value. */
export const flag: FieldKind = {
  ...choice({ control: "box", values: ["Yes"], reason: "enter Yes or No" }),
  posted: (text) => {
    const said = text.trim().toLowerCase();
    if (TICKED.has(said)) return "Yes";
    return NOT_TICKED.has(said) ? null : text.trim();
  },
  words: (value) => (value === null ? "No" : fieldText(value)),
  toColumn: (value) => value === "Yes",
  fromColumn: (stored) => (stored ? "Yes" : null),
};

/** A value of one of the school's lists, such as a house by its id. @param labels the name of each value */
export function lookUp(labels: ReadonlyMap<FieldValue, string>, reason: string): FieldKind {
  const values = [...labels.keys()].filter((value) => value !== null);
  const words = (value: FieldValue) => labels.get(value) ?? fieldText(value);
  const kind = choice({ control: "list", values, reason, words });
  return {
    ...kind,
    posted: (text) => {
      const read = kind.posted(text);
      const called = fieldText(read).toLowerCase();
      // An entry may also be typed as its label, in upper or lower case.
      return kind.refuse(read) === null
        ? read
        : (values.find((value) => words(value).toLowerCase() === called) ?? read);
    },
  };
}

/** A choice of values that are shown as they are stored, such as the classes of a level. */
export function oneOf(values: readonly string[], reason: string): FieldKind {
  return lookUp(new Map(values.map((value) => [value, value])), reason);
}
