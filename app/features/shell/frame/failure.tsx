import { useLocation, useRevalidator } from "@remix-run/react";
import { useState, useEffect, type MouseEvent } from "react";
import { PATHS } from "#domain/paths.ts";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { UnscriptedRefresh } from "#ui/loading/unscripted-refresh.tsx";
import { useRequestId } from "#ui/page/served-page.ts";
import { useHydrated } from "#ui/use-hydrated.ts";
import {
  isProgramFault,
  isWorthRetrying,
  findFieldsOfRefusedForm,
  findWaitingTitle,
  describeFailure,
} from "./failure-words.ts";

/** Replaces a page that cannot be shown. Explains the problem, its cause and the next step. */
export function FailurePage({ error }: { error: unknown }) {
  const { title, text } = describeFailure(error);
  return (
    <div className="max-w-dialog py-8" role="alert">
      <h1>{title}</h1>
      <p className="mb-6 mt-2">{text}</p>
      {isProgramFault(error) ? <RequestName /> : null}
      <ResendForm error={error} />
      {findWaitingTitle(error) ? <OpenAgain /> : null}
      <div className="flex flex-wrap gap-2">
        {isWorthRetrying(error) ? <RetryButton /> : null}
        <ButtonLink kind={isWorthRetrying(error) ? "secondary" : "primary"} to={PATHS.mainMenu}>
          Main Menu
        </ButtonLink>
      </div>
    </div>
  );
}

const OPEN_AGAIN_SECONDS = 2;

/** Reloads the page every two seconds until it is ready. */
function OpenAgain() {
  const { revalidate, state } = useRevalidator();
  const { pathname, search } = useLocation();

  useEffect(() => {
    if (state !== "idle") return;
    const timer = setTimeout(revalidate, OPEN_AGAIN_SECONDS * 1_000);
    return () => clearTimeout(timer);
  }, [revalidate, state]);

  return <UnscriptedRefresh seconds={OPEN_AGAIN_SECONDS} url={pathname + search} />;
}

/** The id of the failed request in the log, which is unknown for requests made within an open page. */
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

/** Sends a form again once its author has signed in. The form was refused because somebody else had signed in. */
export function ResendForm({ error }: { error: unknown }) {
  const typed = findFieldsOfRefusedForm(error) ?? [];
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
 * A button that tries again within the page. The page also tries by itself when the network is back. Loading the whole
 * page would lose unsaved rows that are only in memory.
 */
export function RetryButton() {
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

  // Without JavaScript, this link loads the page again.
  return (
    <a className="button button-primary" data-first-focus="" href={pathname + search} onClick={tryHere}>
      {state === "loading" ? "Trying again" : "Try again"}
    </a>
  );
}
