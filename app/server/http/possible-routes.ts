import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";

type Pattern = { id: string; segments: string[] };

/**
 * Returns a request handler for an address. Remix matches and compiles all routes of its build three times per page,
 * which takes half of the time of a small page. So each address gets a handler whose build has only the routes that can
 * match. The responses are the same.
 */
export function createRouteHandler(build: ServerBuild, mode: string): (pathname: string) => RequestHandler {
  const patterns = listRoutePatterns(build.routes);
  const handlers = new Map<string, RequestHandler>();
  return (pathname) => {
    const ids = findPossibleRoutes(patterns, pathname);
    const key = ids.join(" ");
    const handle = handlers.get(key) ?? createRequestHandler(withRoutes(build, new Set(ids)), mode);
    handlers.set(key, handle);
    return handle;
  };
}

type Routes = Record<string, { id: string; parentId?: string | undefined; path?: string | undefined }>;

/** Lists each route with all segments of its path from the root. */
export function listRoutePatterns(routes: Routes): Pattern[] {
  const segmentsOf = ({ parentId, path = "" }: Routes[string]): string[] => {
    const parent = parentId === undefined ? undefined : routes[parentId];
    return [...(parent ? segmentsOf(parent) : []), ...parts(path)];
  };
  return Object.values(routes).map((route) => ({ id: route.id, segments: segmentsOf(route) }));
}

/** Lists the ids of the routes that can match, with their parents. Extra routes do no harm; a missing one would. */
export function findPossibleRoutes(patterns: readonly Pattern[], pathname: string): string[] {
  // Remix requests the data of a page at the page's path with `.data` at the end.
  const path = parts(pathname.replace(/\.data$/, "")).map(decoded);
  return patterns.filter(({ segments }) => canMatch(segments, path)).map(({ id }) => id);
}

/**
 * Returns the route under which metrics count a request, such as `/app/students/:studentKey`, because a route contains
 * no names. If two routes match, the one with fewer parameters is used, as in Remix.
 */
export function getRouteLabel(patterns: readonly Pattern[], pathname: string): string {
  const best = bestPattern(patterns, pathname);
  return best ? `/${best.segments.join("/")}` : OTHER;
}

/** Tells whether an address leads to a page rather than to a document or data. */
export function hasPage(routes: ServerBuild["routes"], pathname: string): boolean {
  const best = bestPattern(listRoutePatterns(routes), pathname);
  return best !== undefined && routes[best.id]?.module.default !== undefined;
}

function bestPattern(patterns: readonly Pattern[], pathname: string): Pattern | undefined {
  const path = parts(pathname.replace(/\.data$/, "")).map(decoded);
  const fitting = patterns
    .filter(({ segments }) => segments.length === path.length && !segments.includes("*"))
    .filter(({ segments }) => canMatch(segments, path));
  return fitting.toSorted((one, other) => parametersIn(one.segments) - parametersIn(other.segments))[0];
}

/** The label for files, unknown addresses and attempts to find weaknesses. */
const OTHER = "other";

function parametersIn(segments: readonly string[]): number {
  return segments.filter((segment) => segment.startsWith(":")).length;
}

function canMatch(segments: readonly string[], path: readonly string[]): boolean {
  const open = segments.findIndex((segment) => segment.endsWith("?") || segment === "*");
  const fixed = open < 0 ? segments : segments.slice(0, open);
  if (fixed.length > path.length) return false;
  return fixed.every((segment, index) => segment.startsWith(":") || segment.toLowerCase() === path[index]);
}

function parts(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}

/** Decodes a part of a path and makes it lower case for comparing. An undecodable part is compared as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part).toLowerCase();
  } catch {
    return part.toLowerCase();
  }
}

function withRoutes(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  return {
    ...build,
    routes: only(build.routes, ids),
    assets: { ...build.assets, routes: only(build.assets.routes, ids) },
  };
}

function only<Value>(routes: Record<string, Value>, ids: ReadonlySet<string>): Record<string, Value> {
  return Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
}
