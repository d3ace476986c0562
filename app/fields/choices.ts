import { CRITERION_GRADES, RATING_LETTERS, RATINGS } from "#domain/grades.ts";
import {
  returnUnchanged,
  formatFieldText,
  blankTypedInput,
  createTypedInputNote,
  UNCHANGED_COLUMN,
  type FieldKind,
  type TypedInput,
} from "./kind.ts";
import type { FieldValue } from "./value.ts";

type Chosen = {
  control: "letter" | "list" | "radios" | "box";
  values: readonly Exclude<FieldValue, null>[];
  /** The error for any value that is not allowed. */
  reason: string;
  words?: (value: FieldValue) => string;
};

/** A field with a few allowed values. Typed letters and digits are shown as capitals. */
export function choiceField({ control, values, reason, words = formatFieldText }: Chosen): FieldKind {
  const choices = values.map(String);
  const valueOf = (text: string) => values[choices.indexOf(text)] ?? null;
  const fault = `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)} only`;
  const isTypable = (characters: string) => choices.includes(characters.trim().toUpperCase());
  return {
    control,
    keyboard: values.every((value) => typeof value === "number") ? "numeric" : "text",
    choices,
    typed: (text, before): TypedInput => {
      const last = control === "letter" ? text.trim().slice(-1).toUpperCase() : text;
      const taken = choices.includes(last) ? { text: last, value: valueOf(last), note: null } : null;
      return (
        blankTypedInput(text) ??
        taken ?? { text: formatFieldText(before), value: before, note: createTypedInputNote(fault) }
      );
    },
    isTypable,
    fault,
    isPasteable: isTypable,
    posted: (text) => (text.trim() === "" ? null : (valueOf(text.trim()) ?? text.trim())),
    normalise: returnUnchanged,
    refuse: (value) => (value === null || values.includes(value) ? null : reason),
    words,
    ...UNCHANGED_COLUMN,
  };
}

/** A field for a grade of a level's scale. @param letters the grades, best first */
export function gradeField(letters: readonly string[]): FieldKind {
  const reason = `enter one of the grades ${letters.join(", ")}`;
  return choiceField({ control: "letter", values: letters, reason });
}

/** A field for a stored grade, for reading entries whose scale is not known. */
export const anyGradeField: FieldKind = {
  ...choiceField({
    control: "letter",
    values: [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"],
    reason: "enter the letter of a grade",
  }),
  fault: "a letter only",
};

const A_RATING = { values: Object.keys(RATINGS), reason: `enter ${RATING_LETTERS}` };

/** A rating (Consistently, Sometimes or Rarely) as radio buttons on a report. */
export const ratingField = choiceField({ control: "radios", ...A_RATING });

/** A rating that is typed as a letter in a column of a mark sheet. */
export const ratingLetterField = choiceField({ control: "letter", ...A_RATING });

export const criterionGradeField = choiceField({
  control: "letter",
  values: CRITERION_GRADES,
  reason: "enter a grade from 1 to 5",
});

/**
 * A yes-or-no question that may be left unanswered.
 * @param what the subject of the question, with which an error begins, such as 'promotion progress'
 */
export function yesOrNoField(what: string): FieldKind {
  return {
    ...choiceField({ control: "radios", values: ["Yes", "No"], reason: `${what} must be Yes or No` }),
    toColumn: (value) => (value === null ? null : value === "Yes"),
    fromColumn: (stored) => (stored ? "Yes" : "No"),
  };
}

/** A choice of radio buttons, the last of which stands for an empty value. @param blank that button's label */
export function optionalRadioField(
  labels: ReadonlyMap<number, string>,
  { blank, reason }: { blank: string; reason: string },
): FieldKind {
  const values = [...labels.keys()];
  const kind = choiceField({ control: "radios", values, reason });
  return {
    ...kind,
    choices: [...kind.choices, ""],
    words: (value) => (value === null ? blank : (labels.get(Number(value)) ?? formatFieldText(value))),
  };
}

const TICKED = new Set(["yes", "y", "true", "1", "x"]);
const NOT_TICKED = new Set(["", "no", "n", "false", "0"]);

/** A tick box: ticked or not ticked, stored as true or false. An unticked box is not posted. */
export const tickBoxField: FieldKind = {
  ...choiceField({ control: "box", values: ["Yes"], reason: "enter Yes or No" }),
  posted: (text) => {
    const said = text.trim().toLowerCase();
    if (TICKED.has(said)) return "Yes";
    return NOT_TICKED.has(said) ? null : text.trim();
  },
  words: (value) => (value === null ? "No" : formatFieldText(value)),
  toColumn: (value) => value === "Yes",
  fromColumn: (stored) => (stored ? "Yes" : null),
};

/** A value of one of the school's lists, such as the id of a house. @param labels the label of each value */
export function lookUpField(labels: ReadonlyMap<FieldValue, string>, reason: string): FieldKind {
  const values = [...labels.keys()].filter((value) => value !== null);
  const words = (value: FieldValue) => labels.get(value) ?? formatFieldText(value);
  const kind = choiceField({ control: "list", values, reason, words });
  return {
    ...kind,
    posted: (text) => {
      const read = kind.posted(text);
      const called = formatFieldText(read).toLowerCase();
      // People may also type the label of a value, in upper or lower case.
      return kind.refuse(read) === null
        ? read
        : (values.find((value) => words(value).toLowerCase() === called) ?? read);
    },
  };
}

/** A choice of values that are shown exactly as they are stored, such as the classes of a level. */
export function fixedChoiceField(values: readonly string[], reason: string): FieldKind {
  return lookUpField(new Map(values.map((value) => [value, value])), reason);
}
