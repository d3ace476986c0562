import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";

type Pattern = { id: string; segments: string[] };

/**
 * Returns a handler per address. Remix ranks and compiles all routes of its build three times per page, half of the
 * time of a small one; so each address is answered by a build with only the routes that can match it. The responses
 * are the same.
 */
export function handlerOfRoutes(build: ServerBuild, mode: string): (pathname: string) => RequestHandler {
  const patterns = patternsOf(build.routes);
  const handlers = new Map<string, RequestHandler>();
  return (pathname) => {
    const ids = possibleRoutes(patterns, pathname);
    const key = ids.join(" ");
    const handle = handlers.get(key) ?? createRequestHandler(withRoutes(build, new Set(ids)), mode);
    handlers.set(key, handle);
    return handle;
  };
}

type Routes = Record<string, { id: string; parentId?: string | undefined; path?: string | undefined }>;

/** Lists each route with all of its segments from the root on. */
export function patternsOf(routes: Routes): Pattern[] {
  const segmentsOf = ({ parentId, path = "" }: Routes[string]): string[] => {
    const parent = parentId === undefined ? undefined : routes[parentId];
    return [...(parent ? segmentsOf(parent) : []), ...parts(path)];
  };
  return Object.values(routes).map((route) => ({ id: route.id, segments: segmentsOf(route) }));
}

/** Returns the ids of routes that can match, with their parents; too many do no harm, one too few would. */
export function possibleRoutes(patterns: readonly Pattern[], pathname: string): string[] {
  // Remix requests the data of a page at the page's path with `.data`.
  const path = parts(pathname.replace(/\.data$/, "")).map(decoded);
  return patterns.filter(({ segments }) => canMatch(segments, path)).map(({ id }) => id);
}

/**
 * Returns the route under which an address is counted, such as `/app/students/:studentKey`, without the names in it.
 * Of two routes that match, the one with fewer parameters is used, as in Remix.
 */
export function routeOf(patterns: readonly Pattern[], pathname: string): string {
  const path = parts(pathname.replace(/\.data$/, "")).map(decoded);
  const fitting = patterns
    .map(({ segments }) => segments)
    .filter((segments) => segments.length === path.length && !segments.includes("*"))
    .filter((segments) => canMatch(segments, path));
  const [best] = fitting.toSorted((one, other) => parametersIn(one) - parametersIn(other));
  return best ? `/${best.join("/")}` : OTHER;
}

/** The name for files, probes, and addresses that nothing answers. */
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

/** Decodes a part of a path in lower case for comparison. A part that cannot be decoded is compared as it is. */
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
