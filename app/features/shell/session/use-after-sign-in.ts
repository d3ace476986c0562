import { useEffect, useRef } from "react";
import { isIn } from "./session-view.rules.ts";
import { useSessionView } from "./use-session-watch.ts";

/** Repeats an act that failed without a session once somebody is signed in. */
export function useAfterSignIn(isWaiting: boolean, act: () => void): void {
  const isSignedIn = isIn(useSessionView());
  const wasOut = useRef(false);
  const latest = useRef(act);

  useEffect(() => {
    latest.current = act;
  });

  useEffect(() => {
    if (!isSignedIn) wasOut.current = isWaiting;
    else if (wasOut.current) {
      wasOut.current = false;
      latest.current();
    }
  }, [isSignedIn, isWaiting]);
}
