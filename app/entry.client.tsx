import { createPath, RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

/**
 * Hydration waits for the next task: this file runs together with the framework, but the page's list of route modules
 * exists only after all scripts of the page have run.
 */
setTimeout(async () => {
  await decodePageData();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  });
});

/**
 * Waits until Remix has decoded the data of the page. Until then its component suspends above every boundary. A key
 * pressed in that moment would make React hydrate at once and give up ("Root did not complete", error 345), and the
 * page would never get its scripts.
 */
async function decodePageData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (suspendedBy) {
    // The component throws the promise of the data before its first hook.
    await suspendedBy;
  }
}

/**
 * Loads the linked page as a whole document when the script of its route is missing, because an update has replaced the
 * script or the network failed. Remix would instead reload the open page, and the person would have to click the link
 * again. The build replaces Remix's own code with this function (`app/server/vite-plugins.ts`).
 */
export function loadWholePage(): void {
  const { state, location: to } = window.__remixRouter.state.navigation;
  // For a submitted form, `to` is the address that the form is sent to.
  if (state === "loading" && createPath(to) !== createPath(window.location))
    window.location.assign(createPath(to));
  else window.location.reload();
}
