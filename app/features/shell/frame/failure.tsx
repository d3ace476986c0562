import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { Button, ButtonLink } from "#ui/form/button.tsx";

import { isUnreachable, wordsOfFailure } from "./failure-words.ts";
import { SendAgain } from "../session/send-again.tsx";

type FailureProps = {
  /** Whatever the page threw. */
  error: unknown;
};

/** In the place of a page that cannot be shown: what it is, why, and what to do next. */
export function Failure({ error }: FailureProps) {
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

/** In the page, and by itself when the network is back: loading it anew would lose what waits here. */
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
