import path from "node:path";

/**
 * Says which folder ("room") may import from which others; any other import is an error. Calls go one way: a route or
 * endpoint calls a feature's function, which calls a query; a job handler does the same.
 *
 * @type {Record<string, readonly string[]>}
 */
const IMPORT_TABLE = {
  domain: [],
  runtime: ["domain"],
  ui: ["domain"],
  fields: ["domain", "ui"],
  templates: ["templates/index", "domain"],
  "templates/index": ["templates", "domain"],
  db: ["db/index", "db/queries", "domain", "runtime"],
  "db/index": ["db", "db/models", "domain", "runtime"],
  "db/models": ["domain"],
  // The fields of a saved record say which columns its queries read and write.
  "db/queries": ["db", "db/index", "db/models", "domain", "fields", "runtime"],
  access: ["db", "db/index", "db/queries", "domain", "runtime"],
  files: ["db", "db/index", "db/queries", "domain", "runtime"],
  "jobs/queue": ["db", "db/index", "db/queries", "domain", "runtime"],
  saving: ["domain", "ui", "fields"],
  "saving (server)": [
    "saving",
    "domain",
    "ui",
    "fields",
    "db",
    "db/index",
    "db/queries",
    "access",
    "runtime",
  ],
  "features (server)": [
    "features",
    "domain",
    "runtime",
    "access",
    "fields",
    "saving",
    "saving (server)",
    "files",
    "db/queries",
    "db/index",
    "jobs/queue",
    "templates/index",
  ],
  features: ["domain", "ui", "fields", "saving"],
  routes: [
    "features",
    "features (server)",
    "fields",
    "saving",
    "saving (server)",
    "access",
    "ui",
    "domain",
    "runtime",
  ],
  "jobs/handlers": ["features", "features (server)", "jobs/queue"],
  // The parts of the worker that resume work after a crash and close connections at the end.
  jobs: ["jobs/handlers", "jobs/queue", "db/index", "db/queries", "templates/index", "domain", "runtime"],
};

/**
 * Assigns a file to its room by its path; the first matching pattern applies. `jobs/queue` includes `jobs/definitions`.
 *
 * @type {readonly [RegExp, string][]}
 */
const ROOMS = [
  [/^app\/features\/.+\.server\.tsx?$/, "features (server)"],
  [/^app\/features\//, "features"],
  [/^app\/saving\/.+\.server\.tsx?$/, "saving (server)"],
  [/^app\/(?:routes|api)\//, "routes"],
  [/^app\/(domain|runtime|ui|fields|access|files|saving)\//, "$1"],
  [/^db\/(index|term-transaction)\.ts$/, "db/index"],
  [/^db\/(models|queries)\//, "db/$1"],
  [/^db\//, "db"],
  [/^jobs\/(?:queue|definitions)\.ts$/, "jobs/queue"],
  [/^jobs\/handlers\.ts$/, "jobs/handlers"],
  [/^jobs\//, "jobs"],
  [/^templates\/index\.ts$/, "templates/index"],
  [/^templates\//, "templates"],
];

/** The import aliases in package.json whose folders are under `app/`; all other aliases are top-level folders. */
const UNDER_APP = new Set([
  "access",
  "api",
  "domain",
  "features",
  "fields",
  "files",
  "runtime",
  "saving",
  "server",
  "ui",
]);

/** Names for running SQL, which only db/ may import. Other rooms open a transaction and call a query. */
const SQL_NAMES = new Set(["row", "rows", "run", "database"]);
const SQL_ROOMS = new Set(["db", "db/queries", "db/index"]);

/** Packages that must not be bundled with a component for the browser. */
const SERVER_PACKAGES =
  /^(?:node:.+|zod|pg|pg-boss|sequelize|umzug|pino|sharp|express|@node-rs\/argon2|openid-client)(?:\/|$)/;
const BROWSER_ROOMS = new Set(["domain", "ui", "fields", "features", "saving"]);

/** @type {import("eslint").Rule.RuleModule} */
export const importTable = {
  meta: { type: "problem", schema: [] },
  create(context) {
    const file = path.relative(context.cwd, context.filename).split(path.sep).join("/");
    const room = roomOf(file);
    if (!room) return {};
    /** @param {any} node */
    const check = (node) => {
      if (typeof node.source?.value !== "string") return;
      const message = refusal({ file, room }, { specifier: node.source.value, ...namesOf(node) });
      if (message) context.report({ node: node.source, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

/** @typedef {{ file: string, room: string }} From */
/** @typedef {{ specifier: string, typeOnly: boolean, names: string[] }} Wanted */

/** @param {From} from @param {Wanted} wanted */
function refusal(from, wanted) {
  const target = targetOf(from.file, wanted.specifier);
  if (!target) return packageRefusal(from, wanted);
  const targetRoom = roomOf(target);
  if (!targetRoom) return `${from.room} does not import ${target}: only rooms import from each other`;
  return (
    spellingRefusal(from, wanted, target) ?? tableRefusal(from, wanted, { file: target, room: targetRoom })
  );
}

/** @param {From} from @param {Wanted} wanted */
function packageRefusal({ room }, { specifier, typeOnly }) {
  if (typeOnly || !BROWSER_ROOMS.has(room) || !SERVER_PACKAGES.test(specifier)) return null;
  return `${specifier} stays on the server: ${room} is also loaded by browsers`;
}

/** @param {From} from @param {Wanted} wanted @param {string} target */
function spellingRefusal({ file }, { specifier }, target) {
  const sameHome = homeOf(file) === homeOf(target);
  if (specifier.startsWith(".") && !sameHome) return `write #… to import from another room, not ${specifier}`;
  if (sameHome && file.startsWith("app/features/") && !specifier.startsWith(".")) {
    return `inside a feature write ./… or ../…, not ${specifier}`;
  }
  return null;
}

/** @param {From} from @param {Wanted} wanted @param {From} target */
function tableRefusal(from, wanted, target) {
  if (isFeature(from) && isFeature(target)) return featureRefusal(from, wanted, target);
  if (isAllowed(from.room, target.room)) return sqlRefusal(from, wanted, target);
  return `${from.room} may not import from ${target.room} (the import table in tests/rules/import-table.js)`;
}

/** @param {From} from @param {Wanted} wanted @param {From} target */
function featureRefusal(from, { typeOnly }, target) {
  if (homeOf(from.file) !== homeOf(target.file)) {
    return "a feature does not import another: rules go to domain, data to db/queries, components to ui";
  }
  if (from.room === "features" && target.room === "features (server)" && !typeOnly) {
    return "a component takes from its feature's server files only types: import type";
  }
  return null;
}

/** @param {From} from @param {Wanted} wanted @param {From} target */
function sqlRefusal({ room }, { names }, target) {
  if (target.room !== "db/index" || SQL_ROOMS.has(room)) return null;
  const name = names.find((imported) => SQL_NAMES.has(imported));
  return name ? `SQL lives in db/queries: ${room} does not use ${name}` : null;
}

/** @param {string} room @param {string} targetRoom */
function isAllowed(room, targetRoom) {
  return room === targetRoom || (IMPORT_TABLE[room] ?? []).includes(targetRoom);
}

/** @param {From} place */
function isFeature({ room }) {
  return room.startsWith("features");
}

/** @param {string} file */
function roomOf(file) {
  for (const [pattern, room] of ROOMS) {
    const match = pattern.exec(file);
    if (match) return room.replace("$1", match[1] ?? "");
  }
  return null;
}

/** Returns the folder in which files import each other by relative paths: a feature or a folder of app/ or the root. */
/** @param {string} file */
function homeOf(file) {
  return /^(?:app\/features\/[^/]+|app\/[^/]+|[^/]+)/.exec(file)?.[0] ?? file;
}

/** Returns our file that a specifier names, from the top of the repository; null for a package. */
/** @param {string} file @param {string} specifier */
function targetOf(file, specifier) {
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(file), specifier);
  if (!specifier.startsWith("#")) return null;
  const [room = ""] = specifier.slice(1).split("/");
  return UNDER_APP.has(room) ? `app/${specifier.slice(1)}` : specifier.slice(1);
}

/** @param {any} node @returns {{ typeOnly: boolean, names: string[] }} */
function namesOf(node) {
  const specifiers = node.specifiers ?? [];
  const kinds = [node.importKind, node.exportKind];
  const eachIsType =
    specifiers.length > 0 && specifiers.every((/** @type {any} */ one) => one.importKind === "type");
  return {
    typeOnly: kinds.includes("type") || eachIsType,
    names: specifiers.flatMap((/** @type {any} */ one) => [one.imported?.name ?? one.local?.name ?? ""]),
  };
}
