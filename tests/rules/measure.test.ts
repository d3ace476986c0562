import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { listImportsOf } from "#tests/support/imports.ts";
import { readSource, sourceFiles } from "#tests/support/source.ts";

/** The limits for the sizes of files, folders and classes. */

const MOST_FILES = 20;
const MOST_LINES = 400;
const MOST_LINES_OF_A_CLASS = 200;
const MOST_FOLDERS_DEEP = 2;

/** A file below this with a single importer usually belongs in that importer. A migration has one importer by nature. */
const SLIVER_LINES = 60;

/** Code and style sheets. Pictures and fonts are data, so a folder may have any number of them. */
const CODE = /\.(?:tsx?|mjs|css)$/;

/** Tables of data and style sheets, whose length does not make them hard to read. */
const DATA = /^db\/(?:migrations|demo)\/|\/sample\.ts$|\.css$/;

/** The names under which areas exported the results of verbs; an outcome is also what a rollover does to a student. */
const RESULT_TYPE =
  /export type \w*(?:Result|Answer|Stored|Verdict|Sent|Came|Taken|Made|Saved|Kept|Given|Refusal)\w* =/g;

const files = sourceFiles(CODE);
const product = files.filter((file) => !file.startsWith("tests/"));
const features = product.filter((file) => file.startsWith("app/features/"));
const imports = new Map(files.map((file) => [file, listImportsOf(file)]));

test("no file imports itself by way of others, types included", () => {
  const inCircles = product.filter((file) => reachableFrom(file).has(file));

  expect(inCircles).toEqual([]);
});

test(`no folder holds more than ${MOST_FILES} files`, () => {
  const counts = countedBy(files, (file) => path.posix.dirname(file));

  const crowded = [...counts].filter(([, count]) => count > MOST_FILES).map(([folder]) => folder);

  expect(crowded).toEqual([]);
});

test(`no file is longer than ${MOST_LINES} lines, but tables of data`, () => {
  const long = product.filter((file) => linesOf(file) > MOST_LINES && !DATA.test(file));

  expect(long).toEqual([]);
});

test(`no class is longer than ${MOST_LINES_OF_A_CLASS} lines`, () => {
  const long = product.filter((file) => longestClassOf(file) > MOST_LINES_OF_A_CLASS);

  expect(long).toEqual([]);
});

test(`no folder is more than ${MOST_FOLDERS_DEEP} deep inside a feature`, () => {
  const deep = features.filter((file) => file.split("/").length - 4 > MOST_FOLDERS_DEEP);

  expect(deep).toEqual([]);
});

/** Each of these numbers may only go down: a change that lowers one must write the lower number here. */
test.each([
  ["lines of code", () => sum(product, linesOf), 179_158],
  ["files", () => product.length, 1_480],
  [`files under ${SLIVER_LINES} lines with one importer`, () => slivers().length, 23],
  ["reads of a form field by hand in features", () => sum(features, occurrences(/form\.get\(/g)), 10],
  ["spreads of an object literal", () => sum(product, occurrences(/\.\.\.\{/g)), 0],
  ["exported result types", () => sum(product, occurrences(RESULT_TYPE)), 15],
])("%s do not grow", (_what, count, most) => {
  expect(count()).toBeLessThanOrEqual(most);
});

function slivers(): string[] {
  const importers = countedBy(
    product.flatMap((file) => [...new Set(imports.get(file))]),
    (file) => file,
  );
  return product.filter(
    (file) => importers.get(file) === 1 && linesOf(file) < SLIVER_LINES && !file.startsWith("db/migrations/"),
  );
}

function occurrences(pattern: RegExp): (file: string) => number {
  return (file) => readSource(file).match(pattern)?.length ?? 0;
}

function sum(names: readonly string[], count: (name: string) => number): number {
  return names.reduce((total, name) => total + count(name), 0);
}

function reachableFrom(start: string): Set<string> {
  const reached = new Set<string>();
  const next = [...(imports.get(start) ?? [])];
  for (let file = next.pop(); file !== undefined; file = next.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    next.push(...(imports.get(file) ?? []));
  }
  return reached;
}

/** Only files with the word are parsed, because few have a class and parsing all of them takes long. */
function longestClassOf(file: string): number {
  const text = readSource(file);
  if (!file.endsWith(".ts") || !/^(?:export )?(?:default )?(?:abstract )?class /m.test(text)) return 0;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const classes = source.statements.filter(ts.isClassDeclaration);
  return Math.max(0, ...classes.map((found) => found.getText(source).split("\n").length));
}

function linesOf(file: string): number {
  return readSource(file).split("\n").length - 1;
}

function countedBy(names: readonly string[], keyOf: (name: string) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(keyOf(name), (counts.get(keyOf(name)) ?? 0) + 1);
  return counts;
}
