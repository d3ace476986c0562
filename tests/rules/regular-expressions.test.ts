import ts from "typescript";
import { expect, test } from "vitest";
import { readSource, sourceFiles } from "#tests/support/source.ts";

/** Patterns that may be slow over a long text, with the reason why nobody waits for them. */
const MAY_BE_SLOW: Readonly<Record<string, string>> = {
  "app/domain/text/pasted-cells.ts": "in the browser of who pastes, over lines of at most 200 characters",
  "app/files/sheets/workbook-parts.server.ts": "in the worker, where no page waits for it",
  "app/files/sheets/workbook.server.ts": "in the worker, where no page waits for it",
  "app/files/sheets/worksheet.server.ts": "in the worker, where no page waits for it",
};

/** A slash in a place where a pattern can begin: other files need not be parsed. */
const HAS_A_PATTERN = /(?:[([{=,:;?!&|>]|return)\s*\/(?![/*])/;

const LENGTH = 6_000;
/**
 * A pattern in linear time takes a hundredth of what a quadratic one takes over such a text, on a fast machine and on a
 * slow one. The limit is a quarter of the time of a pattern that is known to be quadratic.
 */
const SLOW_MS =
  Math.min(...[1, 2, 3, 4, 5].map(() => timeOf(/Android.*Mobile/, "Android".repeat(LENGTH / 7)))) / 4;

test("no pattern takes quadratic time over a text that somebody made for it", { timeout: 60_000 }, () => {
  const slow = sourceFiles(/^(?!tests\/).*\.(?:tsx?|mjs)$/)
    .filter((file) => !(file in MAY_BE_SLOW) && HAS_A_PATTERN.test(readSource(file)))
    .flatMap((file) =>
      patternsIn(file).flatMap((pattern) => slowOn(pattern).map((text) => [file, pattern.source, text])),
    );

  expect(slow).toEqual([]);
});

test("the walk finds a quadratic pattern", () => {
  const known = [
    /^[.\s]+|[.\s]+$/g,
    /"[^"]*"|\\.|\[[^\]]*\]/g,
    /Android.*Mobile/,
    /(?<=(?:PANIC|FATAL): +).*/,
    /at (?:\S+ )?\S*?\/((?:app|db)\/[^\s():]+):(\d+)/,
    /^(.*\p{L}.*?)[\s,;:=]+(\S+)$/u,
  ];

  expect(known.filter((pattern) => slowOn(pattern).length === 0)).toEqual([]);
});

function patternsIn(file: string): RegExp[] {
  const patterns: RegExp[] = [];
  const source = ts.createSourceFile(file, readSource(file), ts.ScriptTarget.Latest);
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) patterns.push(patternOf(node.text));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return patterns.filter(({ source }) => /[*+]|,\}/.test(source));
}

function patternOf(literal: string): RegExp {
  const end = literal.lastIndexOf("/");
  return new RegExp(literal.slice(1, end), literal.slice(end + 1));
}

/** Returns the beginning of a text over which the pattern is slow, if one was found. */
function slowOn(pattern: RegExp): string[] {
  const { starts, pieces } = partsOf(pattern.source);
  for (const start of starts) {
    for (const piece of pieces) {
      const text = start + piece.repeat(Math.ceil(LENGTH / piece.length)) + "\u0001";
      if (isSlow(pattern, text)) return [text.slice(0, 40)];
    }
  }
  return [];
}

/** Three slow runs in a row count: a machine that was busy for a moment is not a slow pattern. */
/** On a busy machine a linear pattern may be interrupted several times in a row, so only twelve slow times count. */
function isSlow(pattern: RegExp, text: string): boolean {
  return Array.from({ length: 12 }).every(() => timeOf(pattern, text) > SLOW_MS);
}

function timeOf(pattern: RegExp, text: string): number {
  pattern.lastIndex = 0;
  const began = performance.now();
  pattern.exec(text);
  return performance.now() - began;
}

/** Builds texts from the parts of the pattern itself: its characters, its words, and pairs of them. */
function partsOf(source: string) {
  const signs = [" ", ".", "a", "1", ...signsIn(source)].filter(isFirst).slice(0, 10);
  const runs = [...source.matchAll(/(?:[\w<>" :=-]|\\[\W])+/g)].map(([run]) => run.replaceAll("\\", ""));
  const words = [...runs, ...(source.replaceAll(/\\./g, " ").match(/[a-z]{2,}/gi) ?? [])]
    .filter((word) => word.length > 1)
    .filter(isFirst)
    .slice(0, 6);
  const pairs = signs.flatMap((sign) => [
    ...signs.map((other) => sign + other),
    ...words.flatMap((word) => [sign + word, word + sign, sign + word + sign]),
  ]);
  return { starts: ["", "x", ...words.slice(0, 2)], pieces: [...signs, ...words, ...pairs] };
}

const SIGNS_OF_CLASS: Readonly<Record<string, readonly string[]>> = {
  "\\s": ["\n"],
  "\\n": ["\n"],
  "\\t": ["\t"],
  "\\p": ["A", "\u0301"],
};

function signsIn(source: string): string[] {
  return (source.match(/\\.|[^\\]/gs) ?? []).flatMap((part) => {
    if (part.length === 2) return SIGNS_OF_CLASS[part] ?? (/\w/.test(part) ? [] : [part.slice(1)]);
    return /[\w()|?*+^$[\]{}]/.test(part) ? [] : [part];
  });
}

function isFirst<Item>(item: Item, index: number, all: readonly Item[]): boolean {
  return all.indexOf(item) === index;
}
