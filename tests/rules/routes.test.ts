import ts from "typescript";
import { expect, test } from "vitest";
import { PATHS } from "#domain/paths.ts";
import { MENU_TILES } from "#features/main-menu/tiles.ts";
import { allRoutes } from "#tests/support/routes.ts";
import { readSource, sourceFiles } from "#tests/support/source.ts";

/** The signed-in person makes no difference there, or is read from the session alone. */
const OPEN = ["anyone", "visitor"];
const DECLARATION = /^export const access = "([a-z.-]+)" satisfies Access;$/m;

/** The check must come first: at the very beginning, or first within the function that turns errors into responses. */
const CHECK_FIRST =
  /^\{\s*(?:return \w+\(async \(\) => \{\s*)?(?:const [^=]+ = )?(?:return (?:\w+\()?)?await require\w+\(request, access[,)]/;

/** TypeScript does not look at what a route exports: another function in its place would fail in the browser alone. */
const CLIENT_SIDE = ["clientAction = keepPageOnFailure", "clientLoader = keepPageOnFailedRefresh"];

const routeFiles = sourceFiles(/^app\/routes\/.*\.tsx?$/);

test("every file of app/routes has a URL", () => {
  const served = new Set(allRoutes().map(({ file }) => file));

  const others = routeFiles.filter((file) => !served.has(file));

  expect(others).toEqual([]);
});

test.each(routeFiles)("%s declares who may open it, and checks it first of all", (file) => {
  const source = readSource(file);
  const [, access = "none"] = DECLARATION.exec(source) ?? [];

  const functions = functionsOf(file, source);
  const handlers = ["loader", "action"].filter((name) => functions.has(name));
  const unchecked = handlers.filter((name) => !checksFirst(name, functions));

  expect(access).not.toBe("none");
  expect(OPEN.includes(access) ? [] : unchecked).toEqual([]);
});

/** Not everybody who may open these has a class to mark, or an employee's record. */
const OPEN_TO_MORE = ["attendance-register", "profile"];

test.each(Object.entries(MENU_TILES))(
  "the tile %s is shown to the people who may open its page",
  (section, tile) => {
    const route = allRoutes().find(({ pattern }) => pattern.replace("/:kind?", "") === `/app/${section}`);
    const [, access] = DECLARATION.exec(readSource(route?.file ?? "")) ?? [];

    expect(access).toBe(OPEN_TO_MORE.includes(section) ? "signed-in" : tile.access);
  },
);

const [SETTINGS = "", ADMIN_SETTINGS = ""] = readSource(
  "app/features/settings/read-settings.server.ts",
).split("const ADMIN_SETTINGS");
/** Steps of other settings, which link to them. */
const STEPS = ["/app/settings/turn", "/app/settings/past-terms"];

test.each(
  allRoutes().filter(({ pattern }) => /^\/app\/settings\/[\w-]+$/.test(pattern) && !STEPS.includes(pattern)),
)("the setting $pattern has a line among those of the people who may open it", ({ pattern, file }) => {
  const [name] = Object.entries(PATHS).find(([, path]) => path === pattern) ?? [];
  const [, access] = DECLARATION.exec(readSource(file)) ?? [];

  const lines = [SETTINGS, ADMIN_SETTINGS].map((part) => part.includes(`to: PATHS.${name},`));

  expect(lines).toEqual([access !== "admin", access === "admin"]);
});

/** Functions that turn errors into responses; their routes have no page on which Remix could show an error. */
const ANSWERS = /\b(?:respondWithErrorPage|respondWithJson|respondWithFile)\(/;
/** The API's own dispatcher, and steps of the sign-in that always redirect. */
const ANSWER_THEMSELVES = [
  "app/routes/api.tsx",
  "app/routes/sign-in/by-provider.tsx",
  "app/routes/sign-in/sign-out-at-provider.tsx",
];

test.each(routeFiles.filter((file) => !/^export default /m.test(readSource(file))))(
  "%s has no page, so it says itself why something is refused",
  (file) => {
    const functions = functionsOf(file, readSource(file));
    const handlers = ["loader", "action"].filter((name) => functions.has(name));

    const silent = handlers.filter((name) => !ANSWERS.test(bodyOf(name, functions)));

    expect(ANSWER_THEMSELVES.includes(file) ? [] : silent).toEqual([]);
  },
);

test.each(routeFiles)("%s answers its client action and loader by what was made for a route", (file) => {
  const given = [...readSource(file).matchAll(/^export const (client\w+) = (\w+)/gm)].map(
    ([, name, value]) => `${name} = ${value}`,
  );

  expect(given.filter((item) => !CLIENT_SIDE.includes(item))).toEqual([]);
});

/** Pages whose typed values survive an ended session or a missing response in another way, with the reason. */
const KEPT_OTHERWISE: Readonly<Record<string, string>> = {
  "app/routes/attendance-register/register.tsx": "with script its rows save by themselves",
  "app/routes/mark-sheet/sheet.tsx": "with script its rows save by themselves",
  "app/routes/marks-archive/sheet.tsx": "with script its rows save by themselves",
  "app/routes/term-reports/report.tsx": "with script its fields save by themselves",
  "app/routes/employees/documents.tsx": "with script the panel sends the file itself",
  "app/routes/employees/own-documents.tsx": "with script the panel sends the file itself",
  "app/routes/students/documents.tsx": "with script the panel sends the file itself",
  "app/routes/sign-in/sign-out.tsx": "whoever presses it wants nobody to be signed in",
};

test("a page whose form is answered by a redirect to the sign-in stays, with what was typed", () => {
  const posting = routeFiles.filter((file) => {
    const source = readSource(file);
    return /^export (?:async )?function action\b/m.test(source) && /^export default /m.test(source);
  });

  const without = posting.filter(
    (file) => !/^export (?:const|async function) clientAction\b|\bas clientAction\b/m.test(readSource(file)),
  );

  expect(without.toSorted()).toEqual(Object.keys(KEPT_OTHERWISE).toSorted());
});

/** For a function that only delegates, the body of the other function; a loader for POST only is checked through it. */
function bodyOf(name: string, functions: ReadonlyMap<string, string>): string {
  const body = functions.get(name) ?? "";
  if (/requirePost\(/.test(body)) return "respondWithJson(";
  const [, delegate] = /^\{\s*return (\w+)\([^;]*\);\s*\}$/.exec(body) ?? [];
  return delegate !== undefined && functions.has(delegate) ? (functions.get(delegate) ?? "") : body;
}

function checksFirst(name: string, functions: ReadonlyMap<string, string>): boolean {
  const body = functions.get(name) ?? "";
  const [, delegate] = /^\{\s*return (\w+)\([^;]*\);\s*\}$/.exec(body) ?? [];
  return (
    CHECK_FIRST.test(body) || (delegate !== undefined && CHECK_FIRST.test(functions.get(delegate) ?? ""))
  );
}

function functionsOf(file: string, source: string): Map<string, string> {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const functions = parsed.statements.filter(ts.isFunctionDeclaration);
  return new Map(functions.map(({ name, body }) => [name?.text ?? "", body?.getText(parsed) ?? ""]));
}
