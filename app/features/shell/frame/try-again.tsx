import { useLocation, useRevalidator } from "@remix-run/react";
import { useEffect, type MouseEvent } from "react";

/**
 * Tries again within the page, and by itself when the network is back: loading the page anew would lose the rows that
 * wait here.
 */
export function TryAgain() {
  const { revalidate, state } = useRevalidator();
  const { pathname, search } = useLocation();

  useEffect(() => {
    window.addEventListener("online", revalidate);
    return () => window.removeEventListener("online", revalidate);
  }, [revalidate]);

  function tryHere(event: MouseEvent) {
    event.preventDefault();
    revalidate();
  }

  // Without script the link loads the page again.
  return (
    <a className="button button-primary" data-first-focus="" href={pathname + search} onClick={tryHere}>
      {state === "loading" ? "Trying again" : "Try again"}
    </a>
  );
}
