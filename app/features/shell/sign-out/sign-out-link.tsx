import { Link, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { MouseEvent } from "react";
import { opensElsewhere } from "#ui/page/use-link-click.ts";

import { showOverlayUrl } from "../frame/overlay-url.ts";
import { QUIET_MS, usePrefetchedScripts } from "../frame/use-prefetched-routes.ts";

const SIGN_OUT = "/app/sign-out";

/** Leads to the question, which opens over the page; without its script it is a page of its own that leads back. */
export function SignOutLink({ account, className }: { account: number; className: string }) {
  const [isOpen, setOpen] = useState(false);
  const location = useLocation();
  const address = signOutFrom(location);
  const loaded = usePrefetchedScripts(() => import("./sign-out-over.tsx"), QUIET_MS);

  useEffect(() => setOpen(false), [location]);
  useEffect(() => (isOpen ? showOverlayUrl(address) : undefined), [isOpen, address]);

  function open(event: MouseEvent) {
    if (!loaded || opensElsewhere(event) || location.pathname === SIGN_OUT) return;
    event.preventDefault();
    setOpen(true);
  }

  return (
    <>
      <Link className={className} onClick={open} preventScrollReset to={address}>
        Sign Out
      </Link>
      {loaded && isOpen ? <loaded.SignOutOver account={account} onCancel={() => setOpen(false)} /> : null}
    </>
  );
}

/** The page that it was asked from stands in `next`, as it does for the sign-in; the menu needs no telling. */
function signOutFrom({ pathname, search }: { pathname: string; search: string }): string {
  const isPage = pathname.startsWith("/app/") && pathname !== SIGN_OUT;
  return isPage ? `${SIGN_OUT}?${new URLSearchParams({ next: pathname + search })}` : SIGN_OUT;
}
