import { expect, test } from "vitest";
import { readSource, sourceFiles } from "#tests/support/source.ts";

/** Migrations are not renamed once they have been released. */
const SOURCES = /^(?:app|db\/(?!migrations\/)|jobs|templates|tests)\/?.*\.(?:tsx?|mjs)$/;

const EXPORTED =
  /^export (?:default )?(?:abstract )?(?:async )?(?<kind>function\*?|const|let|type|interface|class) (?<name>\w+)(?<rest>.*)/gm;

/** A constant that holds a function. */
const FUNCTION_VALUE = /^(?::.*)? = (?:async )?(?:<.*>)?(?:\(.*|\w+) ?=>|= (?:async )?\($/;

/** Verbs with which a reader would not search for a function. */
const VERB = /^(?:takes?|keeps?|gives?|tells?|says?|asks?|holds?|leads?|meets?|stands?)$/;

/** Participles that do not say what a type contains. */
const PARTICIPLE = /^(?:asked|given|held|told|meant|came|sent|made|left)$/;

/** A rollover and a student's outcome are called by these names alone. */
const OTHER_WORD = /^(?:fates?|turns?|turned)$/;

/** Names that stay, each with the reason. */
const JUSTIFIED: Readonly<Record<string, string>> = {
  keepPageOnFailure: "names what the page does when a request fails",
  keepPageOnFailedRefresh: "names what the page does when a refresh fails",
  keepYours: "is called like the button 'Keep yours'",
  takeTheirs: "is called like the button 'Take theirs'",
  TakeBackDialog: "is called like its page’s address, take-back",
  TakeBackSignature: "is called like its page’s address, take-back",
};

test("no exported name uses a word that hides what it is", () => {
  const found = sourceFiles(SOURCES).flatMap((file) =>
    exportsOf(readSource(file))
      .filter((item) => isHiding(item) && !(item.name in JUSTIFIED))
      .map(({ name }) => `${file}: ${name}`),
  );

  expect(found).toEqual([]);
});

test("every justified name is still exported", () => {
  const names = new Set(
    sourceFiles(SOURCES).flatMap((file) => exportsOf(readSource(file)).map(({ name }) => name)),
  );

  expect(Object.keys(JUSTIFIED).filter((name) => !names.has(name))).toEqual([]);
});

test.each([
  ["export function takeToken(name: string) {", true],
  ["export const keepBackup = (file: string) => file;", true],
  ["export const askLater = async () => {", true],
  ["export type RowGiven = { row: number };", true],
  ["export type Asked = string;", true],
  ["export const TURN_STATES = [1];", true],
  ["export type FateView = { name: string };", true],
  ["export const KEEP_OPEN = true;", false],
  ["export function returnsNothing() {", false],
  ["export type Return = string;", false],
])("%s: %s", (line, hides) => {
  expect(exportsOf(line).some(isHiding)).toBe(hides);
});

type Exported = { name: string; isFunction: boolean; isType: boolean };

function exportsOf(source: string): Exported[] {
  return [...source.matchAll(EXPORTED)].map(({ groups: { kind = "", name = "", rest = "" } = {} }) => ({
    name,
    isFunction: kind.startsWith("function") || (kind === "const" && FUNCTION_VALUE.test(rest)),
    isType: ["type", "interface", "class"].includes(kind),
  }));
}

function isHiding({ name, isFunction, isType }: Exported): boolean {
  const words = wordsOf(name);
  const [first = ""] = words;
  if (words.some((word) => OTHER_WORD.test(word))) return true;
  if (isType) return PARTICIPLE.test(first) || PARTICIPLE.test(words.at(-1) ?? "");
  return isFunction && VERB.test(first);
}

/** Splits `takeToken`, `TakeToken` and `TAKE_TOKEN` into words in lower case. */
function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? []).map((word) => word.toLowerCase());
}
