import { expect, test } from "vitest";
import { chooseShownLevel, MOST_CLASSES_LISTED } from "#domain/list/levels.ts";

const MANY = levelsOf(MOST_CLASSES_LISTED, 1);

test.each([
  ["no classes", [], 1, null],
  ["as many classes as a page lists", levelsOf(MOST_CLASSES_LISTED - 1, 1), 2, null],
  ["more classes, and no level requested", MANY, null, 1],
  ["more classes, and a level requested", MANY, 2, 2],
  ["more classes, and a level without classes requested", MANY, 7, 1],
])("the level that a page shows: %s", (_what, levels, requested, shown) => {
  expect(chooseShownLevel(levels, requested)).toEqual({ levels, shown });
});

function levelsOf(...classes: number[]) {
  return classes.map((count, index) => ({
    level: index + 1,
    title: `Standard ${index + 1}`,
    classes: count,
  }));
}
