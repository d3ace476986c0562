import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { read, ROOT, sourceFiles } from "#tests/support/source.ts";

test("every command that the README names is a script", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

  const named = [...read("README.md").matchAll(/\bnpm (?:run )?(start|test|(?<=run )[\w:-]+)/g)].map(
    ([, name]) => name,
  );

  expect(named).toContain("start");
  expect(named.filter((name) => !name || !(name in scripts))).toEqual([]);
});

test("the README explains every variable of the environment, and no other", () => {
  const declared = [...read("app/runtime/env.ts").matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name);

  const explained = [...read("README.md").matchAll(/^\|\s*`([A-Z_]+)`/gm)].map(([, name]) => name);

  expect(declared).toContain("PORT");
  expect(explained.toSorted()).toEqual(declared.toSorted());
});

test("every path that the README names exists, from the root or in app/", () => {
  const files = sourceFiles();

  const named = [...read("README.md").matchAll(/`([a-z][^\s`<…:]*\/[^\s`<…]+)`/g)].flatMap(([, name = ""]) =>
    spelledOut(name),
  );

  expect(named.length).toBeGreaterThan(200);
  expect(named.filter((name) => !isThere(name, files))).toEqual([]);
});

test("what the README says is in a file is in it", () => {
  const files = sourceFiles();
  const said = [...read("README.md").matchAll(/((?:`\w+`(?:, | and | ))+)in `([^`\s]+\.\w+)`/g)];

  const missing = said.flatMap(([, words = "", place = ""]) => {
    const texts = placesOf(place, files).map(read).join("");
    return [...words.matchAll(/\w+(?=`)/g)].map(([word]) => word).filter((word) => !texts.includes(word));
  });

  expect(said.length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});

function isThere(name: string, files: readonly string[]): boolean {
  return placesOf(name, files).length > 0 || existsSync(path.join(ROOT, name));
}

/** Expands `a/{b,c}.ts` to `a/b.ts` and `a/c.ts`. */
function spelledOut(name: string): string[] {
  const [all, choices] = /\{([^}]*)\}/.exec(name) ?? [];
  if (!all || !choices) return [name];
  return choices.split(",").flatMap((choice) => spelledOut(name.replace(all, choice)));
}

/** Lists the files that a path names, in which `*` stands for any part: one file, or those of a folder. */
function placesOf(name: string, files: readonly string[]): string[] {
  const pattern = name.replace(/\/$/, "").replaceAll(".", "\\.").replaceAll("*", "[^/]*");
  const named = new RegExp(`^(app/)?${pattern}(/|$)`);
  return files.filter((file) => named.test(file));
}
