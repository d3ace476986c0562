import { expect, test } from "vitest";
import { END_OF_TERM_TEST_ID, OTHER_ASSESSMENT_TEST_ID, type TestId } from "#domain/terms.ts";
import { interpretLetter } from "#features/mark-sheet/row/row-controller.ts";

const NAMES = ["alexander", "abraham", "aaliyah", "naomi", "noel", "rampersad"];

/** Lists the meaning of a word after each typed letter, until one leads to a name. */
function read(typed: string, testId: TestId) {
  const sheet = { testId, beginsName: (word: string) => NAMES.some((name) => name.startsWith(word)) };
  const said: (string | number | null)[] = [];
  let before = "";
  for (const key of typed) {
    const { word, attendance, isName } = interpretLetter(key, before, sheet);
    said.push(isName ? `find ${word}` : attendance);
    before = word;
  }
  return said;
}

test.each<{ typed: string; testId: TestId; said: unknown[] }>([
  { typed: "a", testId: END_OF_TERM_TEST_ID, said: [2] },
  { typed: "A", testId: END_OF_TERM_TEST_ID, said: [2] },
  { typed: "Abs", testId: END_OF_TERM_TEST_ID, said: [2, 2, 2] },
  { typed: "n", testId: OTHER_ASSESSMENT_TEST_ID, said: [3] },
  { typed: "nw", testId: OTHER_ASSESSMENT_TEST_ID, said: [3, 3] },
  { typed: "n", testId: END_OF_TERM_TEST_ID, said: [null] },
  { typed: "p", testId: END_OF_TERM_TEST_ID, said: [1] },
  { typed: "al", testId: END_OF_TERM_TEST_ID, said: [2, "find al"] },
  { typed: "abr", testId: END_OF_TERM_TEST_ID, said: [2, 2, "find abr"] },
  { typed: "aa", testId: END_OF_TERM_TEST_ID, said: [2, "find aa"] },
  { typed: "na", testId: OTHER_ASSESSMENT_TEST_ID, said: [3, "find na"] },
  { typed: "Ra", testId: END_OF_TERM_TEST_ID, said: [null, "find ra"] },
  { typed: "xq", testId: END_OF_TERM_TEST_ID, said: [null, null] },
  { typed: "xan", testId: OTHER_ASSESSMENT_TEST_ID, said: [null, 2, 3] },
])("'$typed' in a mark field of test $testId says $said", ({ typed, testId, said }) => {
  const heard = read(typed, testId);

  expect(heard).toEqual(said);
});
