import { useEffect } from "react";

import { fetchedFirst } from "./fetched-first.ts";

/**
 * Loads the scripts of routes that this page can open. A route whose script cannot be had makes Remix load the whole page
 * again, and a page that holds unsent marks must not go when the network does.
 */
export function usePrefetchedRoutes(routeIds: readonly string[]): void {
  const wanted = routeIds.join(" ");

  useEffect(() => {
    for (const id of wanted.split(" ")) {
      const route = window.__remixManifest.routes[id];
      if (!route) continue;
      const load = () => import(/* @vite-ignore */ route.module) as Promise<unknown>;
      // Without network the router asks for it again when it is needed.
      fetchedFirst(load, [route.module, ...(route.imports ?? [])]).catch(() => undefined);
    }
  }, [wanted]);
}
