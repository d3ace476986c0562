import { formatFileSize } from "#domain/text/noun.ts";
import { expect, test } from "vitest";
import {
  parseNewBatchInput,
  describeBatchChoices,
  describeOutOfDate,
  formatTimeLeft,
} from "#features/reports/batches/batches.rules.ts";

test.each([
  [{ finished: 0, left: 1200, seconds: 3 }, null],
  [{ finished: 140, left: 1060, seconds: 3 }, null],
  [{ finished: 35, left: 1165, seconds: 0.4 }, null],
  [{ finished: 676, left: 524, seconds: 8 }, "about 6 seconds left"],
  [{ finished: 1199, left: 1, seconds: 8 }, "about 1 second left"],
  [{ finished: 183, left: 1013, seconds: 79 }, "about 7 minutes left"],
  // Only a class of 35 is made again: the documents that were there do not count.
  [{ finished: 10, left: 25, seconds: 2 }, "about 5 seconds left"],
  [{ finished: 1200, left: 0, seconds: 9 }, null],
])("time that is left, %o", (progress, words) => {
  expect(formatTimeLeft(progress)).toBe(words);
});

/** Seconds for each class of a school: a new document, or one that is reused. The first one of a worker is slow. */
const [NEW, REUSED, FIRST] = [0.17, 0.03, 1.2];

test.each([
  ["all new", () => NEW],
  ["all reused", () => REUSED],
  ["only the first ones new", (index: number) => (index < 3 ? NEW : REUSED)],
  ["only the last ones new", (index: number) => (index > 25 ? NEW : REUSED)],
  ["every fifth one new", (index: number) => (index % 5 === 0 ? NEW : REUSED)],
  ["classes of which each takes longer", (index: number) => NEW * (1 + index / 5)],
])("the time left is never ten times wrong: %s", (_what, secondsOf) => {
  const times = Array.from({ length: 34 }, (_each, index) => secondsOf(index) + (index === 0 ? FIRST : 0));
  const all = times.reduce((sum, time) => sum + time, 0);

  const wrong = times.flatMap((_time, index) => {
    const seconds = times.slice(0, index + 1).reduce((sum, time) => sum + time, 0);
    const words = formatTimeLeft({ finished: 35 * (index + 1), left: 35 * (33 - index), seconds });
    const told = Number(/\d+/.exec(words ?? "")?.[0] ?? Number.NaN);
    const left = Math.max(1, all - seconds);
    return told > 10 * left || 10 * told < left ? [{ index, words, left }] : [];
  });

  expect(wrong).toEqual([]);
});

test.each([
  ["report-card", { parts: 3, classes: 2 }, "Out of date: 3 cards have changed since they were made"],
  ["report-card", { parts: 1, classes: 1 }, "Out of date: 1 card has changed since it was made"],
  ["mark-sheet", { parts: 30, classes: 2 }, "Out of date: 2 sheets have changed since they were made"],
  [
    "mark-sheet",
    { parts: 0, classes: 2 },
    "Out of date: the letterhead or the layout has changed since this run",
  ],
] as const)("what is out of date, %s %o", (kind, counts, words) => {
  expect(describeOutOfDate(kind, counts)).toBe(words);
});

test.each([
  [400, "1 KB"],
  [723_946, "707 KB"],
  [1_048_575, "1.0 MB"],
  [20_615_067, "19.7 MB"],
])("a size of %i bytes", (bytes, words) => {
  expect(formatFileSize(bytes)).toBe(words);
});

test.each([
  ["kind=report-card&term=202520263", { level: null, classId: null }],
  ["kind=report-card&term=202520263&level=5", { level: 5, classId: null }],
  ["kind=mark-sheet&term=202520263&class=12&sheet=1", { level: null, classId: 12 }],
])("what an address asks for, %s", (query, of) => {
  expect(parseNewBatchInput(new URLSearchParams(query))?.of).toEqual(of);
});

test.each([
  "",
  "kind=statistics&term=202520263",
  "kind=attendance-register&term=202520263",
  "kind=report-card",
  "kind=report-card&term=202520263&level=0",
])("an address that asks for nothing that is made, '%s'", (query) => {
  expect(parseNewBatchInput(new URLSearchParams(query))).toBeNull();
});

test.each([
  [{ cards: "all", unprinted: false, classIds: null }, "Standard 4"],
  [{ cards: "complete", unprinted: false, classIds: [12] }, "Standard 4, 1 class, only complete ones"],
  [{ cards: "signed", unprinted: true, classIds: null }, "Standard 4, only signed ones, not printed yet"],
] as const)("the title of a run with the choices %o", (choices, words) => {
  expect(describeBatchChoices("Standard 4", choices)).toBe(words);
});
