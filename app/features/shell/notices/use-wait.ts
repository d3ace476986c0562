import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";

/** Most pages are there sooner: a screen reader announces none of those. */
const ANNOUNCED_MS = 2_000;
const SLOW_MS = 8_000;

/** How long a person has waited for the page that they asked for. */
export type Wait = "none" | "some" | "long";

/** @param isTrying whether a page is not asked for yet, as the guard first tries whether the server answers */
export function useWait(isTrying: boolean): Wait {
  const { state } = useNavigation();
  const isOpening = state !== "idle" || isTrying;
  const [wait, setWait] = useState<Wait>("none");

  useEffect(() => {
    if (!isOpening) return setWait("none");
    const timers = [
      setTimeout(() => setWait("some"), ANNOUNCED_MS),
      setTimeout(() => setWait("long"), SLOW_MS),
    ];
    return () => timers.forEach(clearTimeout);
  }, [isOpening]);

  return wait;
}

/** Gives up the page that was asked for: going to a place in this one sends no request. */
export function useStayHere(): () => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  return () => navigate({ search, hash: "content" }, { replace: true, preventScrollReset: true });
}
