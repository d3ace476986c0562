import { createPath, RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

/**
 * Delays hydration: this file runs together with the framework, but the page names its routes only when all of its
 * scripts have run.
 */
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
 * Loads a link's page completely when the script of its route is missing, because the script belonged to an earlier
 * build or the network failed. Remix would reload the open page instead, and the person would have to click the link
 * again. The build replaces Remix's code with this function (app/server/whole-page-instead.ts).
 */
export function loadWholePage(): void {
  const { state, location: to } = window.__remixRouter.state.navigation;
  // For a submitted form, `to` is the address that the form is sent to.
  if (state === "loading" && createPath(to) !== createPath(window.location))
    window.location.assign(createPath(to));
  else window.location.reload();
}
