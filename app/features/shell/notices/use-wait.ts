import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";

/** Most pages arrive sooner, and a screen reader announces none of those. */
const ANNOUNCED_MS = 2_000;
const SLOW_MS = 8_000;

/** The time for which a person has waited for a requested page. */
export type Wait = "none" | "some" | "long";

/** @param isTrying whether the guard is still checking that the server answers, before it requests the page */
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

/** Returns a function that cancels the requested page: navigation within the current page sends no request. */
export function useStayHere(): () => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  return () => navigate({ search, hash: "content" }, { replace: true, preventScrollReset: true });
}
