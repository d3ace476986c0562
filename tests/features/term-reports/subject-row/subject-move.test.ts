import { expect, test } from "vitest";
import {
  findMarksLostByMove,
  type FortnightlyTestNumbers,
} from "#features/term-reports/subject-row/subject-row.server.ts";

const NONE: FortnightlyTestNumbers = new Map();
const MARK = { fortnightly_test_id: null, mark: 64, grade: null, is_entered: true };
const GRADE = { ...MARK, mark: null, grade: "B" };
const ABSENT = { ...MARK, mark: null };
const TEST_9 = { ...MARK, fortnightly_test_id: 9 };

test.each([
  ["a mark", MARK, "marks", true],
  ["a mark", MARK, "grades", true],
  ["a mark", MARK, "criteria", false],
  ["a chosen grade", GRADE, "marks", false],
  ["a chosen grade", GRADE, "grades", true],
  ["a chosen grade", GRADE, "criteria", false],
  ["an absence", ABSENT, "criteria", true],
] as const)("%s (%j) moved to a subject of %s is seen: %s", (_what, mark, kind, isSeen) => {
  expect(findMarksLostByMove([mark], { kind, from: NONE, to: NONE })).toEqual(isSeen ? [] : [mark]);
});

test.each([
  ["the subject has no such test", 1, null, false],
  ["it is among its first two", 2, 2, true],
  ["it was on the report and is too late for it", 2, 3, false],
  ["it was on sheets only and stays there", 3, 4, true],
] as const)("a fortnightly mark: %s", (_what, from, to, isSeen) => {
  const move = {
    kind: "marks",
    from: new Map([[9, from]]),
    to: to === null ? NONE : new Map([[9, to]]),
  } as const;

  const unseen = findMarksLostByMove([TEST_9], move);

  expect(unseen).toEqual(isSeen ? [] : [TEST_9]);
});

test("what is blank is nobody's loss", () => {
  const blank = { ...TEST_9, mark: null, is_entered: false };

  expect(findMarksLostByMove([blank], { kind: "marks", from: NONE, to: NONE })).toEqual([]);
});
