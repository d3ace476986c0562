import { expect, test } from "vitest";
import { gradeLetters, DEFAULT_GRADING } from "#domain/grading.ts";
import { gradeField } from "#fields/choices.ts";
import { limitedMarkField } from "#fields/numbers.ts";
import { hasSeveralValues, findPasteError } from "#features/mark-sheet/row/row-controller.ts";

const grade = gradeField(gradeLetters(DEFAULT_GRADING));

test.each([
  { kind: limitedMarkField(100), text: "72/100", fault: null },
  { kind: grade, text: "b", fault: null },
  { kind: grade, text: "B+", fault: "‘B+’ was not entered. A, B, C, D or R only" },
  {
    kind: grade,
    text: "a whole line of a class list",
    fault: "‘a whole line of a cl’ was not entered. A, B, C, D or R only",
  },
])("$text pasted into a field is said to be: $fault", ({ kind, text, fault }) => {
  const said = findPasteError(kind, text);

  expect(said).toBe(fault);
});

test.each([
  { text: "72", many: false },
  { text: "72\r\n", many: false },
  { text: "72/100", many: false },
  { text: "72\n65", many: true },
  { text: "Ali\t65", many: true },
])("'$text' is more than one value: $many", ({ text, many }) => {
  const is = hasSeveralValues(text);

  expect(is).toBe(many);
});
