import { expect, test } from "vitest";
import { readSource, sourceFiles } from "#tests/support/source.ts";

const SOURCES = /^(?:app|db|jobs|templates|tests)\/.*\.(?:tsx?|mjs)$/;

/** Words with which a sentence has no subject yet, or a question is no question. */
const OPENER = /^(?:Of|What|Whatever|Who|Whoever|Whom|Whose|That|Where)\b/;

/** Documents that the school and the designers have, and this repository does not. A4 is a size of paper. */
const ABSENT =
  /\bdesign(?: sections?)? \d|\bscreens\.md\b|\([AT]\d{1,2}\b|\b(?:T\d{1,2}|A(?!4\b)\d{1,2})[,):]/;

/** A fragment that goes on with the description; types in plain JavaScript begin with a brace. */
const FRAGMENT = /@returns (?!\{)/;

const files = sourceFiles(SOURCES);

test.each<[string, RegExp]>([
  ["opens with a word that has no subject", OPENER],
  ["names a document that is not in the repository", ABSENT],
  ["goes on after @returns", FRAGMENT],
])("no comment %s", (_what, pattern) => {
  const found = files.flatMap((file) =>
    commentsIn(readSource(file))
      .filter((comment) => pattern.test(comment))
      .map((comment) => `${file}: ${comment}`),
  );

  expect(found).toEqual([]);
});

test("documents that comments name are in the repository", () => {
  const named = files.flatMap((file) =>
    commentsIn(readSource(file)).flatMap((comment) =>
      [...comment.matchAll(/\b[\w/-]+\.md\b/g)].map(([name]) => `${file}: ${name}`),
    ),
  );

  const absent = named.filter((name) => !name.endsWith("README.md"));
  expect(absent).toEqual([]);
});

/** Returns block comments and runs of line comments, in code and in SQL, without their marks. */
function commentsIn(source: string): string[] {
  const blocks = [...source.matchAll(/(?<=^|\s)\/\*\*?\s([^]*?)\*\//g)].map(([, text = ""]) => text);
  const runs = [...source.matchAll(/(?:^[ \t]*(?:\/\/|--) .*\n)+/gm)].map(([text]) => text);
  return [...blocks, ...runs].map((text) =>
    text
      .replaceAll(/^[ \t]*(?:\*|\/\/|--) ?/gm, "")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );
}
