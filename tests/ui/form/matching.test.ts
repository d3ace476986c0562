import { expect, test } from "vitest";
import { filterByWords } from "#ui/form/matching.ts";

const NAMES = ["Pierre, Renée", "Pierre, Colin", "La Borde, Josiah"];

test.each([
  ["", NAMES],
  ["  ", NAMES],
  ["pierre", ["Pierre, Renée", "Pierre, Colin"]],
  ["ren pie", ["Pierre, Renée"]],
  ["RENÉE", ["Pierre, Renée"]],
  ["renee", ["Pierre, Renée"]],
  ["borde", ["La Borde, Josiah"]],
  ["x", []],
])("a search for '%s' finds every name that holds its words", (typed, expected) => {
  const found = filterByWords(NAMES, typed, (name) => name);

  expect(found).toEqual(expected);
});
