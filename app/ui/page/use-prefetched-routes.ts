import { useEffect } from "react";

/**
 * Loads the scripts of routes that this page can open. A route whose script cannot be had makes Remix load the whole page
 * again, and a page that holds unsent marks must not go when the network does.
 */
export function usePrefetchedRoutes(routeIds: readonly string[]): void {
  const wanted = routeIds.join(" ");

  useEffect(() => {
    for (const id of wanted.split(" ")) {
      const script = window.__remixManifest.routes[id]?.module;
      // Without network the router asks for it again when it is needed.
      if (script) import(/* @vite-ignore */ script).catch(() => undefined);
    }
  }, [wanted]);
}
