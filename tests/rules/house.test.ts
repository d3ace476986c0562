import { existsSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { readSource, ROOT, sourceFiles } from "#tests/support/source.ts";

const CODE = /\.(?:tsx?|mjs|css)$/;

test("files and folders have kebab-case names", () => {
  const names = sourceFiles(CODE).flatMap((file) => file.split("/").map((name) => ({ file, name })));

  const others = names.filter(({ name }) => !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9-]+)*$/.test(name));

  expect(others).toEqual([]);
});

test("no file or folder is a drawer for odds and ends", () => {
  const drawers = sourceFiles().filter((file) =>
    /(?:^|[/.-])(?:utils?|helpers?|common|misc|shared)[/.]/.test(file),
  );

  expect(drawers).toEqual([]);
});

test("colours are written in the theme and in the parts of the documents", () => {
  // Pages of app/server/ and the plain page have no style sheet, and paper is black on white.
  const styled = sourceFiles(/^app\/(?!server\/|runtime\/plain-page\.ts).*\.(?:tsx?|css)$/);

  const coloured = styled.flatMap((file) =>
    linesWith(file, /#(?!fff;|000;)(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})\b|\brgba?\(|\bhsla?\(/i),
  );

  expect(coloured).toEqual([]);
});

test("no field gives the browser a length, at which it would cut a text without a word, except the one that says so", () => {
  const cutting = sourceFiles(/^app\/.*\.tsx$/).flatMap((file) =>
    elementsWithLength(file).map((name) => `${file}: ${name}`),
  );

  // The comments of a report say how much of a text they left out.
  expect(cutting).toEqual(["app/fields/controls/control.tsx: textarea"]);
});

/** Lists the elements of HTML with a `maxLength`. A component's `maxLength` is only for its counter. */
function elementsWithLength(file: string): string[] {
  const tree = ts.createSourceFile(file, readSource(file), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  visit(tree);
  return found;

  function visit(node: ts.Node): void {
    if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) {
      const name = node.tagName.getText();
      const names = node.attributes.properties.map((property) => property.name?.getText());
      if (/^[a-z]/.test(name) && names.includes("maxLength")) found.push(name);
    }
    ts.forEachChild(node, visit);
  }
}

test("the specification's own spellings of names stay at the edge", () => {
  const inside = sourceFiles(/^(?:app\/(?!api\/)|db\/|jobs\/|templates\/).*\.(?:tsx?|mjs)$/);

  // A name in quotes may be a link to a call.
  const misspelled = inside.flatMap((file) =>
    linesWith(file, /(?<!["`?&])(?:assesment|forthnightly)(?:_|[A-Z])/),
  );

  expect(misspelled).toEqual([]);
});

test("lists and documents read the family from the view, in which a guardian may be the mother", () => {
  const readers = sourceFiles(/^(?:app|db|jobs)\/(?!migrations\/).*\.ts$/).filter((file) =>
    /\bstudent_family\b/.test(readSource(file)),
  );

  expect(readers).toEqual([
    "app/features/students/merge/table-words.ts",
    "db/demo/steps.ts",
    "db/models/student-records.ts",
    "db/queries/people/merges/tables.ts",
    "db/queries/people/student-tabs.ts",
    "db/queries/people/students/siblings.ts",
  ]);
});

test("tests of one file have different names", () => {
  const files = sourceFiles(/\.test\.tsx?$/);

  const repeated = files.flatMap((file) => {
    const names = [...readSource(file).matchAll(/^ *test(?:\.\w+\([^)]*\))?\(\s*["'`](.+?)["'`],/gm)].map(
      ([, name]) => name,
    );
    return names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${file}: ${name}`);
  });

  expect(repeated).toEqual([]);
});

test("every imported room of package.json is a folder", () => {
  const { imports } = JSON.parse(readSource("package.json")) as { imports: Record<string, string> };

  const missing = Object.values(imports).filter(
    (target) => !existsSync(path.join(ROOT, path.dirname(target))),
  );

  expect(missing).toEqual([]);
});

function linesWith(file: string, pattern: RegExp): string[] {
  const lines = readSource(file).split("\n");
  return lines.flatMap((line, index) =>
    pattern.test(line) && !isComment(line) ? [`${file}:${index + 1} ${line.trim()}`] : [],
  );
}

function isComment(line: string): boolean {
  return /^\s*(?:\*|\/\/|\/\*)/.test(line);
}
