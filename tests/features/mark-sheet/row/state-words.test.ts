import { expect, test } from "vitest";
import { restingWords } from "#features/mark-sheet/row/state-words.rules.ts";
import { columnsOf } from "#features/mark-sheet/sheet/columns.rules.ts";

const columns = columnsOf({ rules: { testId: 1, kind: "marks", workRatings: true, criteria: [] } });

test.each([
  { counted: "saved", words: "Saved" },
  { counted: "absent", words: "Saved, absent" },
  { counted: "noWork", words: "Saved, no work" },
  { counted: "blank", words: "No mark yet" },
] as const)("a row that counts as $counted says $words", ({ counted, words }) => {
  const said = restingWords(counted, columns);

  expect(said).toBe(words);
});
