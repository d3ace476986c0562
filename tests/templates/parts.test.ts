import { expect, test } from "vitest";
import { countMaxDecimals, alignFigure } from "#templates/parts/figures.ts";
import { findBalancedHeight, distributeInColumns } from "#templates/list/pdf/pages.ts";
import { chooseRowDimensions } from "#templates/parts/fit.ts";
import { countTextLines, measureTextWidth } from "#templates/parts/fonts.ts";
import { listRuleWeights } from "#templates/parts/rules.ts";
import { fitColumnWidths } from "#templates/parts/widths.ts";
import { onePage } from "./one-page.ts";

const PADDING = { tight: 0.3, roomy: 2, comfortable: 1.5 };

test("the open column takes what padding and lines leave", () => {
  expect(fitColumnWidths({ total: 500, columns: [20, "*", 80], gap: 10, lines: 4 })).toEqual([20, 376, 80]);
});

test.each([
  ["fixed columns wider than the page", [300, 250] as const],
  ["no room for a name", [300, "*", 150] as const],
  ["two open columns", ["*", "*"] as const],
])("a table is refused: %s", (_why, columns) => {
  expect(() => fitColumnWidths({ total: 500, columns, gap: 8 })).toThrow();
});

test("decimals hang over the column's edge, or have their room in each row", () => {
  const mean = alignFigure("78.1", 0, { bold: true });
  const whole = alignFigure("78", 1);
  const half = alignFigure("78.5", 1);

  const hang = measureTextWidth(".1", { size: 9.5, bold: true });
  expect(mean.margin).toEqual([0, 0, -hang, 0]);
  expect(whole.margin).toEqual([0, 0, measureTextWidth(".5", { size: 9.5 }), 0]);
  expect(half.margin).toEqual([0, 0, 0, 0]);
  expect(countMaxDecimals(["7", null, "7.25", "7.5"])).toBe(2);
});

test("rows are as roomy as a page allows, then smaller, then go on over pages", () => {
  const fit = (rows: number) => chooseRowDimensions(listOf(rows));

  expect(fit(5)).toEqual({ size: 9.5, padding: 2 });
  expect(fit(33).size).toBe(9.5);
  expect(fit(33).padding).toBeLessThan(1);
  expect(fit(37).size).toBe(8.6);
  expect(fit(60)).toEqual({ size: 9.5, padding: 1.5 });
});

test("rows are nudged when a last page would have too few of them", () => {
  const comfortable = 9.5 * 1.424 + 2 * 1.5 + 0.28;
  const first = Math.floor(500 / comfortable);
  const next = Math.floor(700 / comfortable);

  const forgotten = chooseRowDimensions(listOf(first + next + 1));

  expect(forgotten).toEqual({ size: 9.5, padding: 1.75 });
});

test.each([
  ["Ramdeen", 1],
  ["Ramdeen-Joseph-Villafaña, Christopher-Emmanuel Nathaniel", 2],
  ["one\ntwo", 2],
  ["Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft", 2],
])("%s takes as many lines as it is told to", async (text, lines) => {
  const { page } = await onePage([{ table: { widths: [180], body: [[text]] }, layout: "noBorders" }]);

  const counted = countTextLines(text, 180, { size: 9.5 });

  expect(counted).toBe(lines);
  expect(new Set(page.texts.filter(({ size }) => size === 9.5).map(({ baseline }) => baseline)).size).toBe(
    lines,
  );
});

function listOf(rows: number) {
  return {
    room: { first: 500, next: 700, tail: 0 },
    lines: () => Array.from({ length: rows }, () => 1),
    sizes: [9.5, 8.6],
    padding: PADDING,
    keep: 3,
  };
}

test("a list has a heavier rule after every fifth row, under its head, before its totals and at its end", () => {
  expect(listRuleWeights(7, 2)).toEqual([0, 0.8, 0.2, 0.2, 0.2, 0.2, 0.5, 0.2, 0.8, 0.2, 0.8]);
});

test("what keeps together comes into one column, unless no column could hold it", () => {
  const item = (height: number, keepWithPrevious = false, opening = 0) => ({
    height,
    keepWithPrevious,
    opening,
  });
  const first = item(40);
  const pair = [item(40), item(40, true)];

  expect(distributeInColumns([first, ...pair], () => 100)).toEqual([[first], pair]);
  expect(distributeInColumns([item(60), item(60, true)], () => 100)).toHaveLength(2);
  expect(distributeInColumns([item(60)], (column) => (column === 0 ? 50 : 100))).toEqual([[], [item(60)]]);
  expect(distributeInColumns([item(120)], () => 100)).toEqual([[item(120)]]);
  expect(distributeInColumns([item(60), item(60, false, 50)], () => 100)).toHaveLength(2);
});

test("columns side by side end together", () => {
  const items = Array.from({ length: 10 }, () => ({ height: 20, opening: 0, keepWithPrevious: false }));

  const room = findBalancedHeight(items, 2, 700);

  expect(distributeInColumns(items, () => room).map(({ length }) => length)).toEqual([5, 5]);
});
