import fc from "fast-check";
import type { Access } from "#access/permissions.ts";
import type { Endpoint } from "#api/dispatch/endpoint.ts";
import { API_ENDPOINTS } from "#api/index.ts";
import { textOf, type Entries } from "#tests/fuzz/entries.ts";
import { entriesOf } from "#tests/fuzz/from-schema.ts";
import type { Known } from "#tests/fuzz/known-values.ts";
import { allRoutes, type Route } from "#tests/support/routes.ts";
import { patternOf, valuesIn, type Form, type Found } from "./crawl.ts";
import type { Target } from "./target.ts";

type RouteModule = { access?: Access; loader?: unknown; action?: unknown };

const modules = import.meta.glob<RouteModule>("../../app/routes/**/*.{ts,tsx}");

/** The seed, so that each run sends the same requests. */
const SEED = 20_261_123;
/** The fields that a script sends where there is no form. */
const SAVE: Entries = [
  ["saveId", "00000000-0000-4000"],
  ["rows", [{ row: "1", base: 0, changes: { mark: 12 } }]],
];
const BY_SCRIPT: readonly (Pick<Target, "fields" | "carries"> & { on: RegExp })[] = [
  { on: /\/save$/, fields: SAVE, carries: "json" },
  { on: /\/unsent\/names$/, fields: [["targets", [{ target: "/app/mark-sheet/1/202520263/2", rows: ["1"] }]]], carries: "json" },
  { on: /\/sign-in-again$/, fields: [["userName", "nobody"], ["password", "nothing"]], carries: "json" },
  { on: /\/documents\/upload$/, fields: [["description", "a"]], carries: "file" },
  // These targets answer whatever is sent, and read none of it.
  { on: /^\/first-run$|\/session-state$/, fields: [], carries: "form" },
]; // prettier-ignore
const ANY_FORM: Entries = [
  ["intent", "save"],
  ["version", "1"],
  ["name", "a"],
];

export async function allTargets(found: Found, known: Known): Promise<Target[]> {
  const ofRoutes = await Promise.all(allRoutes().map((route) => targetsOfRoute(route, found)));
  return [...ofRoutes.flat(), ...API_ENDPOINTS.map((endpoint) => targetOfCall(endpoint, known))];
}

async function targetsOfRoute(route: Route, found: Found): Promise<Target[]> {
  const { access, loader, action } = (await modules[`../../${route.file}`]?.()) ?? {};
  const { pattern } = route;
  if (!access || pattern.endsWith("*")) return [];
  const address = found.addresses.get(pattern);
  const values = valuesIn(pattern, address ?? "");
  const query = [...new URLSearchParams(address?.split("?")[1])];
  const common = { pattern, access, values, query };
  const page = {
    ...common,
    name: `GET ${pattern}`,
    kind: "page",
    method: "GET",
    fields: [],
    carries: "form",
    byField: false,
  } as const;
  const forms = action ? formsOf(pattern, found).map((form) => formTarget(common, form)) : [];
  return loader ? [page, ...forms] : forms;
}

type Common = Pick<Target, "pattern" | "access" | "values" | "query">;

function formTarget(common: Common, { fields, carries, path }: Sendable): Target {
  const values = path ? valuesIn(common.pattern, path) : common.values;
  const query = path ? [...new URLSearchParams(path.split("?")[1])] : common.query;
  const names = fields.map(([name]) => name).slice(0, 3);
  const name = `POST ${common.pattern} with ${names.join(", ")}`;
  const byField = fields.some(([field]) => /^base(?:\.|$)/.test(field));
  return { ...common, values, query, name, kind: "form", method: "POST", fields, carries, byField };
}

type Sendable = Pick<Target, "fields" | "carries"> & { path?: string };

/** Lists forms that differ in their field names; where none was found, a script's fields, or any. */
function formsOf(pattern: string, { forms }: Found): Sendable[] {
  const own = new Map<string, Form>();
  for (const form of forms) {
    if (patternOf(form.path) === pattern) own.set(form.fields.map(([name]) => name).join(" "), form);
  }
  const script = BY_SCRIPT.find(({ on }) => on.test(pattern));
  if (script) return [{ fields: script.fields, carries: script.carries }];
  if (own.size === 0) return [{ fields: ANY_FORM, carries: "form" }];
  return [...own.values()].map(({ path, fields, takesFile }) => ({
    path,
    fields,
    carries: takesFile ? "file" : "form",
  }));
}

function targetOfCall({ method, path, access, params, query, body, upload }: Endpoint, known: Known): Target {
  const drawn = (shape: Endpoint["params"]): Entries => {
    const [entries = []] = fc.sample(entriesOf(shape, known), { seed: SEED, numRuns: 1 });
    return entries.map(([name, value]) => [name, known.of(name)[0] ?? value]);
  };
  const values = drawn(params).map(([name, value]) => [name, encodeURIComponent(textOf(value))]);
  return {
    name: `${method} ${path}`,
    kind: method === "GET" ? "look-up" : "call",
    method,
    pattern: path,
    access,
    values: Object.fromEntries(values),
    query: drawn(query),
    fields: method === "GET" ? [] : drawn(body),
    carries: upload ? "file" : "json",
    byField: false,
  };
}
