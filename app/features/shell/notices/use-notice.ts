import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useOfflineSince, useCanReload } from "#saving/offline/stored-page.ts";
import { unsentRowsLocation, storesOnPage } from "#saving/client/open-stores.ts";
import { useConnection } from "#saving/client/connection.ts";
import { useHasWritableForm } from "#ui/form/leave/leave-guards.ts";
import { chooseNotice, type InputStorage, type PageNotice } from "./notice-words.rules.ts";
import type { SessionView } from "../session/session-view.rules.ts";
import { currentSessionWatch } from "../session/use-session-watch.ts";

type Around = { session: SessionView; timeZone: string; wait: Wait };

/** Returns the notice about the session and the connection that applies now. */
export function usePageNotice({ session, timeZone, wait }: Around): PageNotice | null {
  const { state, since } = useConnection();
  const storedAt = useOfflineSince();
  const isReached = useReached(storedAt !== null);
  return chooseNotice({
    session,
    connection: state,
    connectionSince: since,
    storedAt: storedAt === null ? null : new Date(storedAt),
    isReached,
    keeping: useKeeping(),
    canReload: useCanReload(),
    isSlow: wait === "long",
    timeZone,
  });
}

/** Returns where typed text is kept. A form in a dialog covers the rows of the page, so the form takes precedence. */
function useKeeping(): InputStorage {
  const hasForm = useHasWritableForm();
  const ofRows = useSyncExternalStore(storesOnPage.subscribe, unsentRowsLocation, () => null);
  return hasForm ? "form" : (ofRows ?? "nothing");
}

/** Returns whether the server has been reached since a stored page was opened. */
function useReached(isStored: boolean): boolean {
  const [isReached, setReached] = useState(false);

  useEffect(() => {
    if (!isStored) return;
    const look = () =>
      void currentSessionWatch()
        ?.look()
        .then(({ kind }) => setReached(kind !== "unreachable"));
    look();
    window.addEventListener("online", look);
    return () => window.removeEventListener("online", look);
  }, [isStored]);

  return isReached;
}

/** After this time without a key press, nobody is typing. Between two marks a teacher pauses for less. */
const IDLE_MS = 1_000;

let lastKeyAt = 0;

/** Returns the time of the last key press on this page, in milliseconds since 1970. */
export function lastKeyPressTime(): number {
  return lastKeyAt;
}

/** Returns true once nobody is typing. In a dialog that opened before then, the next key might press a button. */
export function useTypingIdle(isWanted: boolean): boolean {
  const [isIdle, setIdle] = useState(false);

  useEffect(() => {
    const record = () => (lastKeyAt = Date.now());
    window.addEventListener("keydown", record, true);
    return () => window.removeEventListener("keydown", record, true);
  }, []);

  useEffect(() => {
    if (!isWanted) return setIdle(false);
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const wait = lastKeyAt + IDLE_MS - Date.now();
      if (wait > 0) timer = setTimeout(look, wait);
      else setIdle(true);
    };
    look();
    return () => clearTimeout(timer);
  }, [isWanted]);

  return isWanted && isIdle;
}

/** The waits after which loading is announced, and a page counts as slow. Most pages arrive sooner. */
const ANNOUNCED_MS = 2_000;
const SLOW_MS = 8_000;

/** How long a person has waited for a requested page. */
type Wait = "none" | "some" | "long";

/**
 * Returns how long the person has waited for a page.
 * @param isTrying whether the offline guard is still checking that the server responds, before the page is requested
 */
export function usePageWaitStage(isTrying: boolean): Wait {
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

/** Returns a function that cancels the requested page. It navigates to the current URL, which sends no request. */
export function useCancelNavigation(): () => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  return () => navigate({ search, hash: "content" }, { replace: true, preventScrollReset: true });
}
