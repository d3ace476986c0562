import { useEffect, useReducer, useRef, useState } from "react";
import { Button } from "#ui/form/button.tsx";
import { ViewerFrame, type Refusal, type ViewerFrameProps } from "#ui/overlay/viewer-frame.tsx";
import { askSession, type SessionAnswer } from "../session/session-state.ts";
import { isIn } from "../session/session-view.rules.ts";
import { doubtSession, sessionWatch, useSessionView } from "../session/use-session-watch.ts";

const UNAUTHENTICATED = 401;

/**
 * The viewer of a page: without a connection it says so in the document's place, and when the session has ended the
 * sign-in opens over it and the document comes by itself afterwards.
 */
export function Viewer(props: ViewerFrameProps) {
  const [attempt, tryAgain] = useReducer((attempts: number) => attempts + 1, 0);
  const [isUnreachable, setUnreachable] = useState(false);
  const isSignedIn = isIn(useSessionView());
  const waitsForSignIn = useRef(false);

  useEffect(() => {
    if (isSignedIn && waitsForSignIn.current) tryAgain();
    if (isSignedIn) waitsForSignIn.current = false;
  }, [isSignedIn]);

  async function onShown(refusal: Refusal | null) {
    if (refusal !== UNAUTHENTICATED && refusal !== "unknown") return setUnreachable(false);
    waitsForSignIn.current = (await ask(refusal === UNAUTHENTICATED ? doubtSession : look)) === "ended";
  }

  async function ask(how = look) {
    const { kind } = await how();
    setUnreachable(kind === "unreachable");
    return kind;
  }

  async function canFetch() {
    return (await ask()) === "open";
  }

  function onTryAgain() {
    // Where there is no frame nothing loads anew: then this is the answer.
    void ask();
    tryAgain();
  }

  const failure = isUnreachable ? <Unreachable onTryAgain={onTryAgain} /> : null;
  return <ViewerFrame {...props} attempt={attempt} canFetch={canFetch} failure={failure} onShown={onShown} />;
}

function look(): Promise<SessionAnswer> {
  return sessionWatch()?.look() ?? askSession();
}

function Unreachable({ onTryAgain }: { onTryAgain: () => void }) {
  return (
    <>
      <p className="font-serif text-18 font-bold" role="alert">
        No connection
      </p>
      <p className="mb-4 mt-1 text-muted">
        The document could not be fetched. Try again when the connection is back.
      </p>
      <Button kind="primary" onClick={onTryAgain} type="button">
        Try again
      </Button>
    </>
  );
}
