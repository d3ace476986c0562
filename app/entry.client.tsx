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
 * Loads the page that a link leads to as a whole, where the script of its route cannot be had: it was of an earlier build,
 * or the network broke. Remix would load the page that is open once more, and the person have to press the link again; the
 * build puts this in its place (app/server/whole-page-instead.ts).
 */
export function loadWholePage(): void {
  const { state, location: to } = window.__remixRouter.state.navigation;
  // Asked for by a form, the address is where that is sent.
  if (state === "loading" && createPath(to) !== createPath(window.location))
    window.location.assign(createPath(to));
  else window.location.reload();
}
