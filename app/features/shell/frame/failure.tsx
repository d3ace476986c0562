import { useLocation, useRevalidator } from "@remix-run/react";
import { useState, useEffect, type MouseEvent } from "react";
import { PATHS } from "#domain/paths.ts";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { useRequestId } from "#ui/page/served-page.ts";
import { useHydrated } from "#ui/use-hydrated.ts";
import { isSurprise, mayPass, typedIn, wordsOfFailure } from "./failure-words.ts";

/** Stands in the place of a page that cannot be shown, with the problem, its cause and the next step. */
export function Failure({ error }: { error: unknown }) {
  const { title, text } = wordsOfFailure(error);
  return (
    <div className="max-w-dialog py-8" role="alert">
      <h1>{title}</h1>
      <p className="mb-6 mt-2">{text}</p>
      {isSurprise(error) ? <RequestName /> : null}
      <SendAgain error={error} />
      <div className="flex flex-wrap gap-2">
        {mayPass(error) ? <TryAgain /> : null}
        <ButtonLink kind={mayPass(error) ? "secondary" : "primary"} to={PATHS.mainMenu}>
          Main Menu
        </ButtonLink>
      </div>
    </div>
  );
}

/** The id of the request that served the page; a request that failed in an open page is not named here. */
function RequestName() {
  const requestId = useRequestId();
  const [isServed] = useState(!useHydrated());
  if (!isServed || !requestId) return null;
  return (
    <p className="mb-6 text-muted">
      The person who looks after Termbook can find this error in the log under <code>{requestId}</code>.
    </p>
  );
}

/**
 * A form that was sent after somebody else had signed in is not lost: this page keeps the form with its author until
 * the author is signed in again.
 */
export function SendAgain({ error }: { error: unknown }) {
  const typed = typedIn(error) ?? [];
  if (typed.length === 0) return null;
  return (
    <form className="mb-6 flex flex-col gap-3" method="post">
      <p>
        If you sent this form, leave this page open: what you typed is kept here.{" "}
        <a href={PATHS.signOut} rel="noreferrer" target="_blank">
          Sign out in a new tab
        </a>{" "}
        and sign in there as yourself. Then come back here and press Send again.
      </p>
      {typed.map(([name, value], index) => (
        <input key={`${name} ${index}`} name={name} type="hidden" value={value} />
      ))}
      <Button className="self-start">Send again</Button>
    </form>
  );
}

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
