import { useEffect } from "react";
import { importAfterFetch } from "./fetched-first.ts";
import { waitForIdleNetwork } from "./free-line.ts";

/**
 * Loads the scripts of routes that this page links to. If such a script cannot be loaded when it is needed, Remix
 * reloads the whole page, and a page with unsent marks must not be lost because the network failed.
 */
export function usePrefetchedRoutes(routeIds: readonly string[]): void {
  const wanted = routeIds.join(" ");

  useEffect(() => {
    let isWanted = true;
    void waitForIdleNetwork().then(() => {
      if (isWanted) wanted.split(" ").forEach(loadRoute);
    });
    return () => {
      isWanted = false;
    };
  }, [wanted]);
}

function loadRoute(id: string): void {
  const route = window.__remixManifest.routes[id];
  if (!route) return;
  const load = () => import(/* @vite-ignore */ route.module) as Promise<unknown>;
  // If this fails, the router loads the script again when the route is opened.
  importAfterFetch(load, [route.module, ...(route.imports ?? [])]).catch(() => undefined);
}
