import type { RouteConfigEntry } from "@remix-run/route-config";
import type { Access } from "#access/permissions.ts";
import type { Handler } from "./request.ts";
import routeConfig from "../../app/routes.ts";

export type RouteModule = { access?: Access; loader?: Handler; action?: Handler };

/** A URL of the product: its pattern (`/app/mark-sheet/:lessonId`) and the file that answers it. */
export type Route = { pattern: string; file: string };

/** Every URL, the nested ones too, in the order of `app/routes.ts`. */
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

/** The pattern with `1` for every parameter: access is judged before anybody looks for what they name. */
export function filledIn({ pattern }: Route): { path: string; params: Record<string, string> } {
  const names = [...pattern.matchAll(/:(\w+)|\*/g)].map(([star, name]) => name ?? star);
  return {
    path: pattern.replaceAll(/:\w+|\*/g, "1"),
    params: Object.fromEntries(names.map((name) => [name, "1"])),
  };
}
