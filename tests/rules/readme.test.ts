import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readSource, ROOT, sourceFiles } from "#tests/support/source.ts";

/** The front door is read in one go. Whatever needs more room stands in the README of its folder. */
const LARGEST_README_BYTES = 10_000;

const readmes = ["README.md", "deploy/README.md", ...sourceFiles(/(?:^|\/)README\.md$/)];
const texts = readmes.map((file) => ({ file, text: readSource(file) }));

test(`README.md has at most ${LARGEST_README_BYTES} bytes`, () => {
  expect(Buffer.byteLength(readSource("README.md"))).toBeLessThanOrEqual(LARGEST_README_BYTES);
});

test("README.md links every other README", () => {
  const linked = linksIn("README.md", readSource("README.md"));

  expect(readmes.filter((file) => file !== "README.md" && !linked.includes(file))).toEqual([]);
});

test("every relative link and picture of a README exists", () => {
  const linked = texts.flatMap(({ file, text }) => linksIn(file, text).map((target) => ({ file, target })));

  expect(linked.length).toBeGreaterThan(10);
  expect(linked.filter(({ target }) => !isThere(target))).toEqual([]);
});

test("every path that a README names from the top of the repository exists", () => {
  const named = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/`([^`\s<…]+)`/g)].map(([, target = ""]) => ({ file, target })).filter(isFromTop),
  );

  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ target }) => !isThere(target))).toEqual([]);
});

test("every name that a README says is in a file is in it", () => {
  const said = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/`(\w+)` in `([^`\s]+\.\w+)`/g)]
      .map(([, name = "", target = ""]) => ({ file, name, target }))
      .filter(isFromTop),
  );

  expect(said.length).toBeGreaterThan(0);
  expect(said.filter(({ name, target }) => !readSource(target).includes(name))).toEqual([]);
});

test("every npm script that a README names is in package.json", () => {
  const { scripts } = JSON.parse(readSource("package.json")) as { scripts: Record<string, string> };

  const named = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/\bnpm (?:run (?:--silent )?([\w:-]+)|(start|test)\b)/g)].map(([, run, short]) => ({
      file,
      script: run ?? short ?? "",
    })),
  );

  expect(named.map(({ script }) => script)).toContain("start");
  expect(named.filter(({ script }) => !(script in scripts))).toEqual([]);
});

test("deploy/README.md explains every variable of the environment, and no other", () => {
  const declared = [...readSource("app/runtime/env.ts").matchAll(/^ {2}([A-Z_]+): /gm)].map(
    ([, name]) => name,
  );

  const explained = [...readSource("deploy/README.md").matchAll(/^\|\s*`([A-Z_]+)`/gm)].map(
    ([, name]) => name,
  );

  expect(declared).toContain("PORT");
  expect(explained.toSorted()).toEqual(declared.toSorted());
});

/** Returns the targets of a README's links and pictures, as paths from the top. Examples of code are left out. */
function linksIn(file: string, text: string): string[] {
  const prose = text.replace(/^ *```[^]*?^ *```/gm, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)|\bsrc="([^"]+)"/g)]
    .map(([, link, picture]) => (link ?? picture ?? "").replace(/#.*$/, ""))
    .filter((target) => target !== "" && !/^[a-z]+:/.test(target))
    .map((target) => path.posix.join(path.posix.dirname(file), target));
}

function isFromTop({ target }: { target: string }): boolean {
  return /^(?:app|db|jobs|templates|deploy|tests|\.ci)\//.test(target);
}

function isThere(target: string): boolean {
  return existsSync(path.join(ROOT, target));
}
