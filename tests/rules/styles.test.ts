import type { RouteConfigEntry } from "@remix-run/route-config";
import path from "node:path";
import { expect, test } from "vitest";
import routeConfig from "../../app/routes.ts";
import { filesOfStyleSheet } from "../../app/server/http/tailwind-by-sheet.ts";
import { styleSheetOfPage, type StyleSheetName } from "../../app/ui/styles/sheets.ts";
import { listImportsOf } from "../support/imports.ts";
import { readSource, sourceFiles } from "../support/source.ts";

type Page = { drawnBy: string[]; sheet: StyleSheetName };

const reachable = new Map<string, string[]>();

test("a style sheet is made of all that its pages draw", () => {
  const content = {
    first: files("first"),
    records: files("records"),
    overview: files("overview"),
    pages: files("pages"),
  };

  const forgotten = pagesOf(routeConfig, ["app/root.tsx"], "/").flatMap(({ drawnBy, sheet }) =>
    drawnBy
      .flatMap(partsOf)
      .filter((part) => !content[sheet].has(part))
      .map((part) => `${part} is not in ${sheet}.css`),
  );

  expect([...new Set(forgotten)]).toEqual([]);
});

test("the styles inside the sign-in page are made of all that it and the error page in its place draw", () => {
  const drawn = ["app/routes/sign-in/sign-in.tsx", "app/features/shell/frame/failure.tsx"].flatMap(partsOf);

  expect(drawn.filter((part) => !files("base").has(part))).toEqual([]);
});

test.each<[string, StyleSheetName]>([
  ["/", "first"],
  ["/app", "first"],
  ["/app/sign-out", "first"],
  ["/app/mark-sheet/4/202620271/exam", "first"],
  ["/app/Attendance-Register", "first"],
  ["/app/mark-sheet/4/202620271/1/upload", "pages"],
  ["/app/students/12", "records"],
  ["/app/overview/absent", "overview"],
  ["/app/attendance-summary", "overview"],
  ["/app/settings/subjects", "pages"],
  ["/app/constructor", "pages"],
])("%s has the style sheet %s", (url, sheet) => {
  expect(styleSheetOfPage(url)).toBe(sheet);
});

test("no field has the browser's blue cross or its grey button for a file", () => {
  expect(readSource("app/ui/styles/base.css")).toContain("::-webkit-search-cancel-button");
  const fileFields = sourceFiles(/^app\/.*\.tsx$/).filter((file) =>
    /<input(?:(?!hidden)[^>])*type="file"/.test(readSource(file)),
  );
  expect(fileFields).toEqual(["app/ui/form/file-field.tsx"]);
  expect(readSource("app/ui/form/file-field.tsx")).toContain("file:bg-cream");
});

function files(sheet: string): Set<string> {
  return new Set(filesOfStyleSheet(sheet));
}

function pagesOf(entries: readonly RouteConfigEntry[], above: string[], url: string): Page[] {
  return entries.flatMap(({ file, path: own = "", children = [] }) => {
    const drawnBy = [...above, `app/${file}`];
    const here = path.posix.join(url, own);
    return [{ drawnBy, sheet: styleSheetOfPage(here) }, ...pagesOf(children, drawnBy, here)];
  });
}

/** Lists a module and everything that draws among what it imports, as the compiler reads it. */
function partsOf(module: string): string[] {
  const known = reachable.get(module);
  if (known) return known;
  const parts = new Set([module]);
  for (const part of parts) {
    const imported = /(?<!\.server)\.tsx?$/.test(part) ? listImportsOf(part) : [];
    imported.forEach((one) => parts.add(one));
  }
  const drawing = [...parts].filter((part) => /(?<!\.server)\.tsx$/.test(part));
  reachable.set(module, drawing);
  return drawing;
}
