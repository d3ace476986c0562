import { formatFileSize } from "#domain/text/noun.ts";
import { expect, test } from "vitest";
import {
  parseNewBatchInput,
  describeOutOfDate,
  formatTimeLeft,
} from "#features/reports/batches/batches.rules.ts";

test.each([
  [{ laidOut: 0, left: 1200, seconds: 3 }, null],
  [{ laidOut: 35, left: 1165, seconds: 0.4 }, null],
  [{ laidOut: 676, left: 524, seconds: 8 }, "about 6 seconds left"],
  [{ laidOut: 1199, left: 1, seconds: 8 }, "about 1 second left"],
  [{ laidOut: 83, left: 1113, seconds: 36 }, "about 8 minutes left"],
  // Only one of 35 classes is made again: the documents that were there say nothing about its time.
  [{ laidOut: 10, left: 25, seconds: 2 }, "about 5 seconds left"],
  [{ laidOut: 1200, left: 0, seconds: 9 }, null],
])("time that is left, %o", (progress, words) => {
  expect(formatTimeLeft(progress)).toBe(words);
});

test.each([
  ["report-card", { parts: 3, classes: 2 }, "Out of date: 3 cards have changed since they were made"],
  ["report-card", { parts: 1, classes: 1 }, "Out of date: 1 card has changed since it was made"],
  ["mark-sheet", { parts: 30, classes: 2 }, "Out of date: 2 sheets have changed since they were made"],
  ["mark-sheet", { parts: 0, classes: 2 }, "Out of date: the letterhead or the layout has changed since"],
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
