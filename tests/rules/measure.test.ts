import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { importsOf } from "#tests/support/imports.ts";
import { read, sourceFiles } from "#tests/support/source.ts";

/** The measure of the house (style 14). */

const MOST_FILES = 20;
const MOST_LINES = 200;
const MOST_LINES_OF_A_CLASS = 150;
const LEAST_LINES = 20;

/** Code and style sheets. Pictures and fonts are data: a folder may hold any number of them. */
const CODE = /\.(?:tsx?|mjs|css)$/;

/** Tables of data and style sheets: their length says nothing of how hard they are to read. */
const DATA = /^db\/(?:migrations|demo)\/|\/sample\.ts$|\.css$/;

/** Files that are small by their nature: a tool, a route, a form or a document asks for one of its own. */
const SMALL_BY_NATURE = [
  /^app\/(?:root|entry\.\w+|routes)\.tsx?$/,
  /^app\/routes\//,
  /^app\/server\/(?:main|migrate|up|service-worker)\.ts$|\.mjs$/,
  /^jobs\/worker\.ts$/,
  /\.schema\.server\.ts$|\.css$/,
  /^db\/(?:migrations|demo)\//,
  /^templates\/(?:render\.ts$|[^/]+\/(?:data|pdf|docx|xlsx|sample)\.ts$)/,
];

const files = sourceFiles(CODE);
const product = files.filter((file) => !file.startsWith("tests/"));
const imports = new Map(files.map((file) => [file, importsOf(file)]));

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

test(`a file under ${LEAST_LINES} lines has two that import it`, () => {
  const importers = countedBy([...imports.values()].flat(), (file) => file);

  const crumbs = product
    .filter((file) => linesOf(file) < LEAST_LINES && (importers.get(file) ?? 0) < 2)
    .filter((file) => !SMALL_BY_NATURE.some((pattern) => pattern.test(file)));

  expect(crumbs).toEqual([]);
});

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

/** Few files have a class, and parsing all of them takes long. */
function longestClassOf(file: string): number {
  const text = read(file);
  if (!file.endsWith(".ts") || !/^(?:export )?(?:default )?(?:abstract )?class /m.test(text)) return 0;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const classes = source.statements.filter(ts.isClassDeclaration);
  return Math.max(0, ...classes.map((found) => found.getText(source).split("\n").length));
}

function linesOf(file: string): number {
  return read(file).split("\n").length - 1;
}

function countedBy(names: readonly string[], keyOf: (name: string) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(keyOf(name), (counts.get(keyOf(name)) ?? 0) + 1);
  return counts;
}
