import { expect, test } from "vitest";
import { mark } from "#fields/numbers.ts";
import { isMany, pasteFault } from "#features/mark-sheet/row/paste-one.rules.ts";

test.each([
  { text: "72", fault: null },
  { text: "72/100", fault: "‘72/100’ was not taken. Figures only" },
  { text: "a whole line of a class list", fault: "‘a whole line of a cl’ was not taken. Figures only" },
])("$text pasted into the field of a mark is said to be: $fault", ({ text, fault }) => {
  const said = pasteFault(mark(100), text);

  expect(said).toBe(fault);
});

test.each([
  { text: "72", many: false },
  { text: "72\r\n", many: false },
  { text: "72/100", many: false },
  { text: "72\n65", many: true },
  { text: "Ali\t65", many: true },
])("'$text' is more than one value: $many", ({ text, many }) => {
  const is = isMany(text);

  expect(is).toBe(many);
});
