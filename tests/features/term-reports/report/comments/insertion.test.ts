import { expect, test } from "vitest";
import { insertPhraseIntoText } from "#features/term-reports/report/record/record-controller.ts";

test.each([
  { value: "", at: [0, 0], text: "A pleasure.", cursor: 11 },
  { value: "She reads.", at: [10, 10], text: "She reads. A pleasure.", cursor: 22 },
  { value: "She reads. And writes.", at: [10, 10], text: "She reads. A pleasure. And writes.", cursor: 22 },
  { value: "One two three", at: [4, 7], text: "One A pleasure. three", cursor: 15 },
])("a phrase put into '$value' makes '$text'", ({ value, at, text, cursor }) => {
  const [selectionStart = 0, selectionEnd = 0] = at;

  const made = insertPhraseIntoText({ value, selectionStart, selectionEnd }, "A pleasure.");

  expect(made).toEqual({ text, cursor });
});
