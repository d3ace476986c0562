import { expect, test } from "vitest";
import { read } from "#tests/support/source.ts";

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
