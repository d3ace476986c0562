import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { Button, ButtonLink } from "#ui/form/button.tsx";

import { isUnreachable, typedIn, wordsOfFailure } from "./failure-words.ts";

/** Stands in the place of a page that cannot be shown, and says what it is, why, and what to do next. */
export function Failure({ error }: { error: unknown }) {
  const { title, text } = wordsOfFailure(error);
  return (
    <div className="max-w-dialog py-8" role="alert">
      <h1>{title}</h1>
      <p className="mb-6 mt-2">{text}</p>
      <SendAgain error={error} />
      {isUnreachable(error) ? <TryAgain /> : null}
      <ButtonLink kind={isUnreachable(error) ? "secondary" : "primary"} to="/app">
        Main Menu
      </ButtonLink>
    </div>
  );
}

/** Tries in the page, and by itself when the network is back: loading it anew would lose what waits here. */
function TryAgain() {
  const { revalidate } = useRevalidator();

  useEffect(() => {
    window.addEventListener("online", revalidate);
    return () => window.removeEventListener("online", revalidate);
  }, [revalidate]);

  return (
    <Button className="mr-2" kind="primary" onClick={revalidate} type="button">
      Try again
    </Button>
  );
}

/**
 * A form that was sent after somebody else had signed in is not lost: it waits in this page as it was sent, its author
 * with it, until they are the one who is signed in.
 */
export function SendAgain({ error }: { error: unknown }) {
  const typed = typedIn(error) ?? [];
  if (typed.length === 0) return null;
  return (
    <form className="mb-6 flex flex-col gap-3" method="post">
      <p>
        If it is yours, leave this page open: what you sent is kept in it.{" "}
        <a href="/app/sign-out" rel="noreferrer" target="_blank">
          Sign out in a new tab
        </a>{" "}
        and sign in there yourself. Then come back here and press Send again.
      </p>
      {typed.map(([name, value], place) => (
        <input key={`${name} ${place}`} name={name} type="hidden" value={value} />
      ))}
      <Button className="self-start">Send again</Button>
    </form>
  );
}
