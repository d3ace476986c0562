import { useEffect } from "react";

import { forgetOfflinePage } from "#saving/offline/forget-offline-page.ts";
import { ButtonLink } from "#ui/form/button.tsx";

import { Cover, type CoverSchool } from "./cover.tsx";

/** Within the 600 to 1500 ms that T9 gives for such changes. */
const RETURN_MS = 1500;

/** Says that it is done, then returns to the sign-in by itself. */
export function SignedOutPage({ school }: { school: CoverSchool }) {
  useEffect(forgetOfflinePage, []);

  useEffect(() => {
    const timer = setTimeout(() => window.location.replace("/"), RETURN_MS);
    return () => clearTimeout(timer);
  }, []);

  return (
    <Cover school={school}>
      <noscript>
        <meta content="2;url=/" httpEquiv="refresh" />
      </noscript>
      <div className="flex flex-col items-center gap-1 text-center" role="status">
        <h1 className="text-18">Signed out</h1>
        <p className="text-muted">Nobody is signed in on this device now.</p>
      </div>
      <ButtonLink className="mt-6 min-h-11 w-full" reloadDocument to="/">
        Sign in
      </ButtonLink>
    </Cover>
  );
}
