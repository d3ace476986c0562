import { Link, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { MouseEvent } from "react";
import { opensElsewhere } from "#ui/page/use-link-click.ts";

import { showOverlayUrl } from "../frame/overlay-url.ts";
import { PREFETCH_AFTER_MS, usePrefetchedModule } from "../frame/use-prefetched-module.ts";

const SIGN_OUT = "/app/sign-out";

/** Leads to the question, which opens over the page; without its script the question is a page of its own. */
export function SignOutLink({ className }: { className: string }) {
  const [isOpen, setOpen] = useState(false);
  const location = useLocation();
  const url = signOutFrom(location);
  const loaded = usePrefetchedModule(() => import("./sign-out-question.tsx"), PREFETCH_AFTER_MS);

  useEffect(() => setOpen(false), [location]);
  useEffect(() => (isOpen ? showOverlayUrl(url) : undefined), [isOpen, url]);

  function open(event: MouseEvent) {
    if (!loaded || opensElsewhere(event) || location.pathname === SIGN_OUT) return;
    event.preventDefault();
    setOpen(true);
  }

  return (
    <>
      <Link className={className} onClick={open} preventScrollReset to={url}>
        Sign Out
      </Link>
      {loaded && isOpen ? <loaded.SignOutModal onCancel={() => setOpen(false)} /> : null}
    </>
  );
}

/** `next` names the page that it was asked from, as it does for the sign-in; the menu needs no naming. */
function signOutFrom({ pathname, search }: { pathname: string; search: string }): string {
  const isPage = pathname.startsWith("/app/") && pathname !== SIGN_OUT;
  return isPage ? `${SIGN_OUT}?${new URLSearchParams({ next: pathname + search })}` : SIGN_OUT;
}
