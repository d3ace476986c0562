import ts from "typescript";
import { expect, test } from "vitest";
import { allRoutes } from "#tests/support/routes.ts";
import { read, sourceFiles } from "#tests/support/source.ts";

/** Who is signed in makes no difference there, or is told from the session alone. */
const OPEN = ["anyone", "visitor"];
const DECLARATION = /^export const access = "([a-z.-]+)" satisfies Access;$/m;

/** `requireAccess(request, access)` and its kin: first of all, or first within what turns errors into answers. */
const CHECK_FIRST =
  /^\{\s*(?:return \w+\(async \(\) => \{\s*)?(?:const [^=]+ = )?(?:return (?:\w+\()?)?await require\w+\(request, access\)/;

const routeFiles = sourceFiles(/^app\/routes\/.*\.tsx?$/);

test("every file of app/routes has a URL", () => {
  const served = new Set(allRoutes().map(({ file }) => file));

  const others = routeFiles.filter((file) => !served.has(file));

  expect(others).toEqual([]);
});

test.each(routeFiles)("%s declares who may open it, and checks it first of all", (file) => {
  const source = read(file);
  const [, access = "none"] = DECLARATION.exec(source) ?? [];

  const unchecked = handlersOf(file, source).filter(({ body }) => !CHECK_FIRST.test(body));

  expect(access).not.toBe("none");
  expect(OPEN.includes(access) ? [] : unchecked).toEqual([]);
});

function handlersOf(file: string, source: string): { name: string; body: string }[] {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  return parsed.statements.filter(ts.isFunctionDeclaration).flatMap(({ name, body }) => {
    const isHandler = name && ["loader", "action"].includes(name.text);
    return isHandler ? [{ name: name.text, body: body?.getText(parsed) ?? "" }] : [];
  });
}
