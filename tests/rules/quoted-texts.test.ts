import { expect, test } from "vitest";
import { RATINGS } from "#domain/grades.ts";
import { gradeLetters, DEFAULT_GRADING } from "#domain/grading.ts";
import { standardLevels } from "#domain/school/levels.ts";
import { yearLabel } from "#domain/terms.ts";
import { QUOTED_TEXTS } from "./quoted-texts.ts";
import { CATALOGUES, HOLE, textsFrom } from "./shown-texts.ts";

test.each(QUOTED_TEXTS)("$screen has its texts as quoted", ({ screen, source, texts }) => {
  const produced = textsFrom(source);

  const missing = texts.filter((text) => !produced.has(patternOf(text)));

  const reasons = missing.map((text) => `${screen}: no “${text}”, but “${nearest(text, produced)}”`);
  expect(reasons).toEqual([]);
});

const levels = standardLevels("primary");

test.each([
  [
    "groups of classes",
    levels.map(({ group_title }) => group_title),
    "1st Year Infants, 2nd Year Infants, Standard 1, Standard 2, Standard 3, Standard 4, Standard 5",
  ],
  [
    "classes",
    levels.flatMap(({ form_classes }) => form_classes),
    "1st Year, 2nd Year, Std 1, Std 2, Std 3, Std 4, Std 5",
  ],
  ["grades", gradeLetters(DEFAULT_GRADING), "A, B, C, D, R"],
  ["behaviour ratings", Object.keys(RATINGS), "C, S, R"],
  ["academic years", [yearLabel(20212022)], "2021-2022"],
])("%s are as quoted", (_what, words, quoted) => {
  expect(words.join(", ")).toBe(quoted);
});

test("every message of the catalogues is a quoted text", () => {
  const quoted = new Set(QUOTED_TEXTS.flatMap(({ texts }) => texts));

  const others = Object.values(CATALOGUES)
    .flatMap((messages) => Object.values(messages))
    .filter((message) => !quoted.has(message));

  expect(others).toEqual([]);
});

/** Turns `Term Set to {term}` into the text with a hole that a template in the sources becomes. */
function patternOf(quoted: string): string {
  return quoted.replaceAll(/\{\w+\}/g, HOLE);
}

/** Finds the text with the most pairs of letters in common. */
function nearest(text: string, produced: ReadonlySet<string>): string {
  const pairs = pairsOf(text);
  const likeness = (other: string) => {
    const others = pairsOf(other);
    return [...pairs].filter((pair) => others.has(pair)).length / (pairs.size + others.size);
  };
  return [...produced].reduce((best, other) => (likeness(other) > likeness(best) ? other : best), "");
}

function pairsOf(text: string): Set<string> {
  const letters = [...` ${text} `.toLowerCase()];
  return new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`));
}
