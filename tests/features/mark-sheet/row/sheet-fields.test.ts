import { expect, test } from "vitest";
import type { FieldValue } from "#fields/value.ts";
import { isMany, isTypable, pasteFault, typedField } from "#features/mark-sheet/row/sheet-fields.rules.ts";

test.each<{
  field: string;
  typed: string;
  before?: FieldValue;
  text: string;
  value: FieldValue;
  note?: string;
  isOther?: boolean;
}>([
  { field: "mark", typed: "72", text: "72", value: 72 },
  { field: "mark", typed: "0", text: "0", value: 0 },
  { field: "mark", typed: "100", text: "100", value: 100 },
  {
    field: "mark",
    typed: "101",
    text: "100",
    value: 100,
    note: "101 is more than 100: 100 was entered",
    isOther: true,
  },
  { field: "mark", typed: "72,5", text: "72.5", value: 72.5 },
  { field: "mark", typed: "72.559", text: "72.55", value: 72.55 },
  { field: "mark", typed: "7.2.5", text: "7.25", value: 7.25 },
  { field: "mark", typed: "-5", text: "", value: null, note: "Figures only" },
  { field: "mark", typed: "-5", before: 64, text: "64", value: 64, note: "Figures only" },
  { field: "mark", typed: "72/100", before: 64, text: "64", value: 64, note: "Figures only" },
  { field: "mark", typed: " 64 ", text: "64", value: 64 },
  { field: "mark", typed: ".", before: 64, text: ".", value: null },
  { field: "mark", typed: "", before: 64, text: "", value: null },
  { field: "mark", typed: "abc", before: 64, text: "64", value: 64, note: "Figures only" },
  { field: "grade", typed: "b", text: "B", value: "B" },
  { field: "grade", typed: "E", before: "A", text: "A", value: "A", note: "A, B, C, D or R only" },
  { field: "application", typed: "s", text: "S", value: "S" },
  { field: "preparedness", typed: "A", before: null, text: "", value: null, note: "C, S or R only" },
  { field: "criterion_11", typed: "4", text: "4", value: 4 },
  { field: "criterion_11", typed: "6", before: 4, text: "4", value: 4, note: "1, 2, 3, 4 or 5 only" },
])(
  "$typed in the field $field becomes $text",
  ({ field, typed, before = null, text, value, note = null, isOther = false }) => {
    const left = typedField({ field, maxMark: 100 }, typed, before);

    expect(left).toEqual({ text, value, note: note && { words: note, isOther } });
  },
);

test("a mark is held to its own most", () => {
  const left = typedField({ field: "mark", maxMark: 37.5 }, "38", null);

  expect(left).toEqual({
    text: "37.5",
    value: 37.5,
    note: { words: "38 is more than 37.5: 37.5 was entered", isOther: true },
  });
});

test.each([
  { field: "mark", key: "7", typable: true },
  { field: "mark", key: ",", typable: true },
  { field: "mark", key: "e", typable: false },
  { field: "mark", key: "-", typable: false },
  { field: "grade", key: "r", typable: true },
  { field: "grade", key: "5", typable: false },
  { field: "criterion_3", key: "5", typable: true },
  { field: "criterion_3", key: "0", typable: false },
])("the key $key has a place in the field $field: $typable", ({ field, key, typable }) => {
  const has = isTypable(field, key);

  expect(has).toBe(typable);
});

test.each([
  { field: "mark", text: "72", fault: null },
  { field: "mark", text: "72,5", fault: null },
  { field: "mark", text: ".5", fault: null },
  { field: "mark", text: "-5", fault: "‘-5’ was not taken. Figures only" },
  { field: "mark", text: "72/100", fault: "‘72/100’ was not taken. Figures only" },
  { field: "mark", text: "72 %", fault: "‘72 %’ was not taken. Figures only" },
  { field: "mark", text: "1,000", fault: "‘1,000’ was not taken. Figures only" },
  { field: "mark", text: "65 72", fault: "‘65 72’ was not taken. Figures only" },
  { field: "mark", text: ".", fault: "‘.’ was not taken. Figures only" },
  { field: "grade", text: "b", fault: null },
  { field: "grade", text: "B+", fault: "‘B+’ was not taken. A, B, C, D or R only" },
])("$text pasted into the field $field is said to be: $fault", ({ field, text, fault }) => {
  const said = pasteFault(field, text);

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
