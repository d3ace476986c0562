import { expect, test } from "vitest";
import { existsSync } from "node:fs";
import path from "node:path";
import { readSource, ROOT } from "#tests/support/source.ts";
import { ATTACKS } from "../classes/all.ts";
import { REQUIREMENTS } from "./asvs.ts";
import { FINDINGS } from "./findings.ts";
import { WALK, type CoveringTest } from "./held-by.ts";

/** The number of weaknesses by section of the review, so that none is left out. */
const SECTIONS = { "1": 10, "2": 9, "2b": 7 };
const LEAST = 60;
const attacks = Object.values(ATTACKS).flat();

test("each finding of the first look is held by tests that are there", () => {
  const places = Object.entries(SECTIONS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
  );

  expect(FINDINGS.map(({ at }) => at)).toEqual(places);
  expect(FINDINGS.flatMap(({ at, heldBy }) => gone(at, heldBy))).toEqual([]);
});

test("each requirement is held by tests that are there, and stands once", () => {
  const numbers = REQUIREMENTS.map(({ number }) => number);

  expect(new Set(numbers).size).toBe(numbers.length);
  expect(REQUIREMENTS.flatMap(({ number, heldBy }) => gone(number, heldBy))).toEqual([]);
});

test("each class of bad input has a name of its own, and requirements that name the walk", () => {
  const walked = REQUIREMENTS.filter(({ heldBy }) => heldBy.includes(WALK)).map(({ number }) => number);
  const named = new Set(attacks.map(({ name }) => name));

  const unknown = attacks.flatMap(({ name, asvs }) =>
    asvs.filter((number) => !walked.includes(number)).map((number) => `${name}: ${number}`),
  );

  expect(unknown).toEqual([]);
  expect(named.size).toBe(attacks.length);
  expect(named.size).toBeGreaterThanOrEqual(LEAST);
});

/** Lists the tests whose file does not exist or has no test of that name. */
function gone(of: string, heldBy: readonly CoveringTest[]): string[] {
  if (heldBy.length === 0) return [`${of} is held by nothing`];
  return heldBy.filter((held) => !stands(held)).map(([file, name]) => `${of}: ${file}, ${name}`);
}

/** Tells whether the test exists; its name is the first argument of its call. */
function stands([file, name]: CoveringTest): boolean {
  const place = `tests/${file}`;
  if (!existsSync(path.join(ROOT, place))) return false;
  return new RegExp(`\\(\\s*(["'\`])${escaped(name)}\\1,`).test(readSource(place));
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
