import { useEffect, useRef, useState, type MouseEvent, useSyncExternalStore } from "react";
import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { Icon } from "#ui/page/icon.tsx";
import { useOfflineSince, useCanReload } from "#saving/offline/stored-page.ts";
import { unsentRowsLocation, storesOnPage } from "#saving/client/open-stores.ts";
import { useConnection } from "#saving/client/connection.ts";
import { useHasWritableForm } from "#ui/form/leave/leave-guards.ts";
import {
  NOTICE_ACTION_LABELS,
  type PageNotice,
  type NoticeAction,
  choosePageNotice,
  type InputStorage,
} from "./notice-words.rules.ts";
import type { SessionView } from "../session/session-view.rules.ts";
import { currentSessionWatch } from "../session/use-session-watch.ts";

type FootNoticeProps = { notice: PageNotice | null; onAct: (act: NoticeAction) => void };

/**
 * A notice at the bottom of the page, shown for as long as it applies. It is below any fixed element of the page, which
 * makes room by `--notice-height`. A screen reader announces the notice once, and not every time its minutes change.
 */
export function BottomNotice({ notice, onAct }: FootNoticeProps) {
  const bar = useNoticeHeight(notice);
  return (
    <>
      <p className="sr-only" role="status">
        {useSpoken(notice)}
      </p>
      <div className="h-[var(--notice-height,0px)] print:hidden" />
      {notice ? (
        <div
          className="fixed inset-x-0 bottom-0 z-20 flex min-h-11 items-center gap-3 border-t border-waiting bg-paper px-4 py-1 pb-[max(4px,env(safe-area-inset-bottom))] text-13 md:px-6 md:text-15 print:hidden"
          ref={bar}
        >
          <Icon className="text-waiting" name={notice.act === "stay" ? "clock" : "waiting"} />
          <p className="min-w-0 grow">
            <strong>{notice.title}</strong> <span className="max-md:hidden">{notice.text}</span>
            <span className="md:hidden">{notice.short}</span>
          </p>
          {notice.act ? <ActButton act={notice.act} onAct={onAct} /> : null}
        </div>
      ) : null}
    </>
  );
}

/**
 * The button of the notice. It disappears together with the notice: after a click the focus stays where it was, and
 * after a key press the focus moves to the page.
 */
function ActButton({ act, onAct }: { act: NoticeAction; onAct: (act: NoticeAction) => void }) {
  function doIt({ currentTarget }: MouseEvent) {
    if (document.activeElement === currentTarget)
      document.getElementById("content")?.focus({ preventScroll: true });
    onAct(act);
  }

  return (
    <button
      className="min-h-9 shrink-0 font-semibold text-red underline underline-offset-4 hover:text-red-deep touch:min-h-11"
      onClick={doIt}
      onMouseDown={(event) => event.preventDefault()}
      type="button"
    >
      {NOTICE_ACTION_LABELS[act]}
    </button>
  );
}

/** Returns the text of a notice as it was when the notice appeared, for screen readers. */
function useSpoken(notice: PageNotice | null): string {
  const [spoken, setSpoken] = useState("");
  const name = notice?.name;

  useEffect(() => {
    setSpoken(notice ? `${notice.title} ${notice.text}` : "");
    // The minutes in a notice change, but its subject does not.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [name]);

  return spoken;
}

function useNoticeHeight(notice: PageNotice | null) {
  const bar = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const { style } = document.documentElement;
    const setHeight = () => style.setProperty("--notice-height", `${bar.current?.offsetHeight ?? 0}px`);
    setHeight();
    window.addEventListener("resize", setHeight);
    return () => window.removeEventListener("resize", setHeight);
  }, [notice]);

  return bar;
}

type Around = { session: SessionView; timeZone: string; wait: Wait };

/** Returns the notice about the session and the connection that applies now. */
export function usePageNotice({ session, timeZone, wait }: Around): PageNotice | null {
  const { state, since } = useConnection();
  const storedAt = useOfflineSince();
  const isReached = useReached(storedAt !== null);
  return choosePageNotice({
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

/** The stages of waiting for a requested page. */
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
