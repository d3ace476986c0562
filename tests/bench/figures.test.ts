import { expect, test } from "vitest";
import { isMet, markdownTable, percentile, type Figure } from "./figures.ts";

const SHEET: Figure = {
  what: "mark sheet, p50",
  measured: 9.5,
  unit: "ms",
  budget: { most: 12 },
  yardstick: { measured: 26, text: "26 ms" },
};

test.each([
  [[7], 0.5, 7],
  [[3, 1, 2], 0.5, 2],
  [[4, 3, 2, 1], 0.5, 2],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.95, 10],
  [[5, 9, 1], 0, 1],
])("of %j the share %d lies at or below %d", (values, share, expected) => {
  const answer = percentile(values, share);

  expect(answer).toBe(expected);
});

test("there is no percentile of nothing", () => {
  const answer = percentile([], 0.5);

  expect(answer).toBeNaN();
});

test.each([
  ["at its ceiling", 12, { most: 12 }, true],
  ["above its ceiling", 12.1, { most: 12 }, false],
  ["at its floor", 240, { least: 240 }, true],
  ["below its floor", 239, { least: 240 }, false],
  ["without a budget", 1000, undefined, true],
])("a figure %s: %d of %j", (_where, measured, budget, expected) => {
  const met = isMet({ what: "a figure", measured, unit: "", ...(budget && { budget }) });

  expect(met).toBe(expected);
});

test("a line says what was measured, the budget, the verdict, the yardstick and the ratio", () => {
  const line = lineOf(SHEET);

  expect(line).toBe("| mark sheet, p50 | 9.5 ms | ≤ 12 ms | met | 26 ms | 2.7× |  |");
});

test("a missed budget says by how much, never by nothing", () => {
  const badly = lineOf({ ...SHEET, measured: 15 });
  const narrowly = lineOf({ ...SHEET, measured: 12.001 });

  expect(badly).toContain("| **missed by 25 %** |");
  expect(narrowly).toContain("| **missed by 1 %** |");
});

test("where more is better the budget is a floor and the ratio turns round", () => {
  const rate = { what: "sheets", unit: "/s", yardstick: { measured: 60, text: "60 /s" } };

  const line = lineOf({ ...rate, measured: 180, budget: { least: 240 } });

  expect(line).toBe("| sheets | 180 /s | ≥ 240 /s | **missed by 25 %** | 60 /s | 3.0× |  |");
});

test("what has neither budget nor yardstick stands for itself", () => {
  const line = lineOf({ what: "imports", measured: 21.26, unit: "ms" });

  expect(line).toBe("| imports | 21.3 ms |  |  |  |  |  |");
});

test("a detail stands in the row of its figure, one with a budget in its own", () => {
  const figures: Figure[] = [
    SHEET,
    { what: "… p95", measured: 21.26, unit: "ms" },
    { what: "… requests", measured: 2, unit: "", budget: { most: 3 } },
    { what: "… without headers", measured: 16.5, unit: "KB" },
    { what: "imports", measured: 1.2, unit: "s" },
  ];

  const lines = markdownTable(figures).split("\n").slice(2);

  expect(lines).toEqual([
    "| mark sheet, p50 | 9.5 ms | ≤ 12 ms | met | 26 ms | 2.7× | p95 21.3 ms; without headers 16.5 KB |",
    "| … requests | 2 | ≤ 3 | met |  |  |  |",
    "| imports | 1.2 s |  |  |  |  |  |",
  ]);
});

test.each([
  [0.625, "s", "0.63 s"],
  [2, "", "2"],
  [9.996, "KB", "10 KB"],
  [97.66, "KB", "97.7 KB"],
  [1234.5, "/s", "1235 /s"],
  [Number.NaN, "ms", "n/a"],
])("%d %s is written as '%s'", (measured, unit, expected) => {
  const line = lineOf({ what: "a figure", measured, unit });

  expect(line.split(" | ")[1]).toBe(expected);
});

function lineOf(figure: Figure): string {
  return markdownTable([figure]).split("\n")[2] ?? "";
}
