import type { RouteConfigEntry } from "@remix-run/route-config";
import routeConfig from "../../app/routes.ts";

/** A URL of the product: its pattern, such as `/app/mark-sheet/:lessonId`, and its route file. */
export type Route = { pattern: string; file: string };

/** Lists all URLs, including nested ones, in the order of `app/routes.ts`. */
export function allRoutes(): Route[] {
  return flattened(routeConfig, "");
}

function flattened(entries: readonly RouteConfigEntry[], parent: string): Route[] {
  return entries.flatMap((entry) => {
    const pattern = entry.path ? `${parent}/${entry.path}` : parent;
    return [
      { pattern: pattern || "/", file: `app/${entry.file}` },
      ...flattened(entry.children ?? [], pattern),
    ];
  });
}
