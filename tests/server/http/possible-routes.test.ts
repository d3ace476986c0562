import type { ServerBuild } from "@remix-run/node";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { matchRoutes, type RouteObject } from "react-router-dom";
import { expect, test } from "vitest";
import {
  findPossibleRoutes,
  hasPage,
  listRoutePatterns,
  getRouteLabel,
} from "#server/http/possible-routes.ts";
import { allRoutes } from "#tests/support/routes.ts";
import routeConfig from "../../../app/routes.ts";

type Kept = Record<string, { id: string; parentId?: string; path?: string; index?: boolean }>;

const ROUTES = keptRoutes(routeConfig);
const PATTERNS = listRoutePatterns(ROUTES);
const ADDRESSES = [...new Set(allRoutes().map(({ pattern }) => pattern))].flatMap(addressesOf);

test("every address finds the same routes among the possible ones as among all", () => {
  const all = treeOf(Object.keys(ROUTES));

  const different = ADDRESSES.filter((address) => {
    const possible = treeOf(findPossibleRoutes(PATTERNS, address));
    return matchedIn(possible, address) !== matchedIn(all, address);
  });

  expect(different).toEqual([]);
});

test("few routes are possible, or nothing is gained", () => {
  const counts = ADDRESSES.map((address) => findPossibleRoutes(PATTERNS, address).length);

  expect(Math.max(...counts)).toBeLessThan(30);
  expect(PATTERNS.length).toBeGreaterThan(100);
});

test.each(["/nowhere", "/app/nowhere/at/all", "//", "/app%2Fstudents"])(
  "%s, which no route has, finds none",
  (address) => {
    const possible = treeOf(findPossibleRoutes(PATTERNS, address));

    expect(matchedIn(possible, address)).toBe(matchedIn(treeOf(Object.keys(ROUTES)), address));
  },
);

test("data of a page is asked for at its routes", () => {
  const page = findPossibleRoutes(PATTERNS, "/app/students/12");

  const data = findPossibleRoutes(PATTERNS, "/app/students/12.data");

  expect(data).toEqual(page);
});

test.each([
  ["/app/students/12", "/app/students/:studentKey"],
  ["/app/students/12.data", "/app/students/:studentKey"],
  ["/APP/Students/New/", "/app/students/new"],
  ["/app", "/app"],
  ["/", "/"],
  ["/api/nowhere/at/all/of/these", "other"],
  ["/wp-login.php", "other"],
])("%s is counted as %s, and names nobody", (address, route) => {
  expect(getRouteLabel(PATTERNS, address)).toBe(route);
});

test.each([
  ["/app", true],
  ["/app/mark-sheet/3/1/2", true],
  ["/", true],
  ["/app/mark-sheet/3/1/2/spreadsheet", false],
  ["/app/students/7/documents/9", false],
  ["/app/nowhere", false],
])("whether %s has a page: %s", (address, expected) => {
  const documents = new Set(["routes/mark-sheet/spreadsheet.tsx", "routes/students/document-file"]);
  const routes = Object.values(ROUTES).map((route) => {
    const module = documents.has(route.id) ? {} : { default: () => null };
    return [route.id, Object.assign({ module }, route)];
  });

  expect(hasPage(Object.fromEntries(routes) as ServerBuild["routes"], address)).toBe(expected);
});

/**
 * Lists variations of an address: linked, in capitals, encoded, with a slash at the end, one part longer and one
 * shorter.
 */
function addressesOf(pattern: string): string[] {
  const full = pattern.replace(/:\w+\??/g, "17").replace("*", "some/call");
  const shorter = pattern.replace(/\/:\w+\?/g, "");
  const encoded = full.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  const words = [
    full,
    shorter,
    full.toUpperCase(),
    encoded,
    `${full}/`,
    `${full}/more`,
    full.replace("/", "//"),
  ];
  return [...words, full.slice(0, full.lastIndexOf("/")) || "/"];
}

function keptRoutes(config: RouteConfigEntry[]): Kept {
  const kept: Kept = { root: { id: "root", path: "" } };
  const keep = (entries: readonly RouteConfigEntry[], parentId: string) => {
    for (const { id, file, path, index, children = [] } of entries) {
      const own = id ?? file;
      kept[own] = { id: own, parentId, ...(path !== undefined && { path }), ...(index && { index }) };
      keep(children, own);
    }
  };
  keep(config, "root");
  return kept;
}

function treeOf(ids: readonly string[], parentId?: string): RouteObject[] {
  return ids.flatMap((id) => {
    const route = ROUTES[id];
    if (!route || route.parentId !== parentId) return [];
    const { path, index } = route;
    return [index ? { id, index: true, ...(path && { path }) } : { id, path, children: treeOf(ids, id) }];
  });
}

function matchedIn(routes: RouteObject[], address: string): string {
  const matches = matchRoutes(routes, address.replace(/^\/+/, "/"));
  return JSON.stringify(matches?.map(({ route, params }) => [route.id, params]) ?? null);
}
