import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useOfflineSince, useCanReload } from "#saving/offline/stored-page.ts";
import { keepingOfRows, storesOnPage } from "#saving/client/open-stores.ts";
import { useConnection } from "#saving/client/connection.ts";
import { useHasWritableForm } from "#ui/form/leave/leave-guards.ts";
import { noticeOf, type Keeping, type Notice } from "./notice-words.rules.ts";
import type { SessionView } from "../session/session-view.rules.ts";
import { sessionWatch } from "../session/use-session-watch.ts";

type Around = { session: SessionView; timeZone: string; wait: Wait };

/** Returns the notice about the session and the connection that applies now. */
export function useNotice({ session, timeZone, wait }: Around): Notice | null {
  const { state, since } = useConnection();
  const storedAt = useOfflineSince();
  const isReached = useReached(storedAt !== null);
  return noticeOf({
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

/** A form in a dialog lies over the rows of its page, so the form counts first. */
function useKeeping(): Keeping {
  const hasForm = useHasWritableForm();
  const ofRows = useSyncExternalStore(storesOnPage.subscribe, keepingOfRows, () => null);
  return hasForm ? "form" : (ofRows ?? "nothing");
}

/** Tells whether the server has been reached from a page that the device had stored. */
function useReached(isStored: boolean): boolean {
  const [isReached, setReached] = useState(false);

  useEffect(() => {
    if (!isStored) return;
    const look = () =>
      void sessionWatch()
        ?.look()
        .then(({ kind }) => setReached(kind !== "unreachable"));
    look();
    window.addEventListener("online", look);
    return () => window.removeEventListener("online", look);
  }, [isStored]);

  return isReached;
}

/** Longer than the pause between two keys of a teacher who goes down a column of marks. */
const IDLE_MS = 1_000;

let lastKeyAt = 0;

/** Returns when a key was last pressed on this page, in milliseconds. */
export function lastKey(): number {
  return lastKeyAt;
}

/** Turns true only when nobody is typing: a dialog that opened earlier would take the next mark for an answer. */
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

/** Most pages arrive sooner, and a screen reader announces none of those. */
const ANNOUNCED_MS = 2_000;
const SLOW_MS = 8_000;

/** The time for which a person has waited for a requested page. */
type Wait = "none" | "some" | "long";

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
