import { expect, test } from "vitest";
import { resolveImport } from "#tests/support/imports.ts";
import { readSource } from "#tests/support/source.ts";

/** The texts after `from` and `import(`; type imports disappear before it runs. */
const IMPORTED =
  /^(?:import|export)(?! type)[^;]*? from "([#.][^"]+)"|^import "([#.][^"]+)"|import\("([#.][^"]+)"\)/gm;

test("the web process itself loads nothing that the built bundle brings a copy of", () => {
  const loaded = loadedBy("app/server/main.ts");

  const strangers = [...loaded].filter((file) => !/^app\/(?:server|runtime|domain)\//.test(file));

  expect(loaded.size).toBeGreaterThan(5);
  expect(strangers).toEqual([]);
});

test("the process that starts the web processes loads nothing that serves requests", () => {
  const loaded = loadedBy("app/server/web/processes.ts");

  expect([...loaded].filter((file) => file.startsWith("app/server/http"))).toEqual([]);
  expect(loaded).toContain("app/server/children.ts");
});

function loadedBy(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  for (const [, ...specifiers] of readSource(file).matchAll(IMPORTED)) {
    loadedBy(resolveImport(specifiers.find(Boolean) ?? "", file) ?? "", loaded);
  }
  return loaded;
}
