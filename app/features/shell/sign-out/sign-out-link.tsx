import { useLocation } from "@remix-run/react";
import { useEffect, useState, type MouseEvent } from "react";
import { PATHS, withQuery } from "#domain/paths.ts";
import { leaveRequests } from "#ui/form/leave/leave-guards.ts";
import { LeavingLink } from "#ui/form/leaving-link.tsx";
import { opensElsewhere } from "#ui/page/use-link-click.ts";

import { PREFETCH_AFTER_MS, usePrefetchedModule } from "../frame/use-prefetched-module.ts";

/** Leads to the question, which opens over the page; without its script the question is a page of its own. */
export function SignOutLink({ className }: { className: string }) {
  const [isOpen, setOpen] = useState(false);
  const location = useLocation();
  const url = signOutFrom(location);
  const loaded = usePrefetchedModule(() => import("./sign-out-question.tsx"), PREFETCH_AFTER_MS);

  useEffect(() => setOpen(false), [location]);
  useEffect(() => (isOpen ? showOverlayUrl(url) : undefined), [isOpen, url]);

  function open(event: MouseEvent) {
    if (!loaded || opensElsewhere(event) || location.pathname === PATHS.signOut) return;
    event.preventDefault();
    leaveRequests.notify(() => setOpen(true));
  }

  return (
    <>
      <LeavingLink className={className} onClick={open} preventScrollReset to={url}>
        Sign Out
      </LeavingLink>
      {loaded && isOpen ? <loaded.SignOutModal onCancel={() => setOpen(false)} /> : null}
    </>
  );
}

/** `next` names the page that it was asked from, as it does for the sign-in; the menu needs no naming. */
function signOutFrom({ pathname, search }: { pathname: string; search: string }): string {
  const isPage = pathname.startsWith(`${PATHS.mainMenu}/`) && pathname !== PATHS.signOut;
  return withQuery(PATHS.signOut, { next: isPage ? pathname + search : null });
}

/**
 * Shows the URL of what opens over the page, so that a reload or a copied link opens it too. The router is not asked: it
 * would load the page under it anew, and without network take that page away.
 * @returns what shows the page's own URL again
 */
function showOverlayUrl(url: string): () => void {
  const { state } = window.history;
  const { href } = window.location;
  window.history.replaceState(state, "", url);
  const shown = window.location.href;
  return () => {
    // The person may have gone elsewhere meanwhile.
    if (window.location.href === shown) window.history.replaceState(state, "", href);
  };
}
