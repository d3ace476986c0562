import { createPath, RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

/** This runs with the framework, whose file it is in; the page names its routes when all of its scripts have run. */
setTimeout(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  }),
);

/**
 * Loads the page of a link completely when the script of its route is missing, because it belonged to an earlier
 * build or the network failed. Remix would reload the page that is open, and the person would have to click the link
 * again; the build replaces that with this function (app/server/whole-page-instead.ts).
 */
export function loadWholePage(): void {
  const { state, location: to } = window.__remixRouter.state.navigation;
  // For a form, the location is the address that the form is sent to.
  if (state === "loading" && createPath(to) !== createPath(window.location))
    window.location.assign(createPath(to));
  else window.location.reload();
}
