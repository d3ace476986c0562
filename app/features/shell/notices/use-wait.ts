import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";

/** Most pages are there sooner: who listens is told of none of them. */
const SAID_MS = 2_000;
const SLOW_MS = 8_000;

/** How long somebody has waited for a page that they asked for. */
export type Wait = "none" | "some" | "long";

/** @param isTrying a page that is not asked for yet, as it is tried first whether anybody answers */
export function useWait(isTrying: boolean): Wait {
  const { state } = useNavigation();
  const isOpening = state !== "idle" || isTrying;
  const [wait, setWait] = useState<Wait>("none");

  useEffect(() => {
    if (!isOpening) return setWait("none");
    const timers = [setTimeout(() => setWait("some"), SAID_MS), setTimeout(() => setWait("long"), SLOW_MS)];
    return () => timers.forEach(clearTimeout);
  }, [isOpening]);

  return wait;
}

/** Gives up the page that was asked for: going to a place in this one asks nobody for anything. */
export function useStayHere(): () => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  return () => navigate({ search, hash: "content" }, { replace: true, preventScrollReset: true });
}
