import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import routeConfig from "../../app/routes.ts";
import everywhere from "../../tailwind.config.ts";
import cover from "../../tailwind.cover.config.ts";
import forms from "../../tailwind.forms.config.ts";
import people from "../../tailwind.people.config.ts";
import overview from "../../tailwind.overview.config.ts";
import register from "../../tailwind.register.config.ts";
import { listImportsOf } from "../support/imports.ts";
import { sourceFiles } from "../support/source.ts";

type Page = { drawnBy: string[]; styles: string };

/**
 * The modules that a route imports when its page has more styles than the others, and the content that these styles
 * cover.
 */
const CONTENT: Record<string, readonly string[]> = {
  "app/ui/styles/for-forms.ts": forms.content,
  "app/ui/styles/for-people.ts": people.content,
  "app/features/attendance-register/register.css?url": register.content,
  "app/features/attendance-summary/overview/overview.css?url": overview.content,
  "app/root.tsx": everywhere.content,
};

const reachable = new Map<string, string[]>();

test("a style sheet is made of all that its pages draw", () => {
  const forgotten = pages(routeConfig, ["app/root.tsx"]).flatMap(({ drawnBy, styles }) => {
    const content = CONTENT[styles] ?? [];
    return drawnBy
      .flatMap(partsOf)
      .filter((part) => part.endsWith(".tsx") && !part.endsWith(".server.tsx") && !isIn(part, content))
      .map((part) => `${part} is not in that of ${styles}`);
  });

  expect([...new Set(forgotten)]).toEqual([]);
});

test("the styles inside the sign-in page are made of all that it and the error page in its place draw", () => {
  const drawn = ["app/features/sign-in/sign-in-page.tsx", "app/features/shell/frame/failure.tsx"];

  const parts = drawn.flatMap(partsOf).filter((part) => part.endsWith(".tsx"));

  expect(parts.filter((part) => !isIn(part, cover.content))).toEqual([]);
  expect(cover.content.filter((glob) => !sourceFiles().some((file) => isIn(file, [glob])))).toEqual([]);
});

function pages(entries: readonly RouteConfigEntry[], above: string[]): Page[] {
  return entries.flatMap(({ file, children = [] }) => {
    const drawnBy = [...above, `app/${file}`];
    const named = drawnBy.flatMap(listImportsOf).filter((imported) => imported in CONTENT);
    return [{ drawnBy, styles: named.at(0) ?? "app/root.tsx" }, ...pages(children, drawnBy)];
  });
}

/** Lists a module and everything that it imports, except server code. */
function partsOf(module: string): string[] {
  const known = reachable.get(module);
  if (known) return known;
  const parts = new Set([module]);
  for (const part of parts) {
    for (const imported of part.includes(".server.") || !/\.tsx?$/.test(part) ? [] : listImportsOf(part))
      parts.add(imported);
  }
  reachable.set(module, [...parts]);
  return [...parts];
}

/** Tells whether the file matches the globs, in order. */
function isIn(file: string, content: readonly string[]): boolean {
  const decisive = content.filter((glob) => expressionOf(glob.replace("!", "")).test(`./${file}`)).at(-1);
  return (
    decisive !== undefined &&
    !content.some((glob) => glob.startsWith("!") && expressionOf(glob.slice(1)).test(`./${file}`))
  );
}

function expressionOf(glob: string): RegExp {
  const source = glob
    .replaceAll(".", "\\.")
    .replaceAll(/\{([^}]*)\}/g, (_, choices: string) => `(${choices.replaceAll(",", "|")})`)
    .replaceAll("**/*", "§")
    .replaceAll("**", "§")
    .replaceAll("*", "[^/]*")
    .replaceAll("§", ".*");
  return new RegExp(`^${source}$`);
}
