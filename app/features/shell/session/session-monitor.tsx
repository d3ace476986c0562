import { useEffect, useRef, useState } from "react";
import { formatUnsentItemCount } from "#domain/saved-targets.ts";
import { isSendable, outbox, resumeAfterSignIn, retryAllStores } from "#saving/client/open-stores.ts";
import { useConnection, currentConnection } from "#saving/client/connection.ts";
import { sessionEndedEmitter } from "#ui/form/form-result.ts";
import { Snackbar, type SnackbarMessage } from "#ui/overlay/snackbar.tsx";
import { usePrefetchedRoutes } from "#ui/loading/use-prefetched-routes.ts";
import { PATHS } from "#domain/paths.ts";
import { isPagePrefetched } from "#saving/offline/prefetched-pages.ts";
import { useNavigationBlocker } from "#ui/form/leave/leave-question.tsx";
import {
  BottomNotice,
  usePageNotice,
  lastKeyPressTime,
  useTypingIdle,
  useCancelNavigation,
  usePageWaitStage,
} from "../notices/foot-notice.tsx";
import type { NoticeAction } from "../notices/notice-words.rules.ts";
import { DownloadFrames, type RequestedDownload } from "../frame/downloads.tsx";
import { LoadingLine } from "../frame/opening-line.tsx";
import { useShellContext } from "../frame/shell-context.ts";
import type { SessionTimeReceived } from "./session-state.ts";
import { isSessionOpen, type SessionView } from "./session-view.rules.ts";
import type { SignInAgainReason } from "./sign-in-again-dialog.tsx";
import { PREFETCH_AFTER_MS, usePrefetchedModule } from "../frame/use-prefetched-module.ts";
import { recheckSession, currentSessionWatch, useSessionWatch } from "./use-session-watch.ts";

/** The pages to which the top of every page links, and the list to which a mark sheet leads back. */
const PREFETCHED_ROUTES = ["routes/sign-in/sign-out", "routes/profile", "routes/mark-sheet/tests"];

const MESSAGE_SECONDS = 6;
const NOT_REACHED: SnackbarMessage = {
  text: "No connection: the server could not be reached. Try again in a moment.",
  tone: "refused",
  seconds: MESSAGE_SECONDS,
};
const STILL_HERE: SnackbarMessage = {
  text: "No connection: the server could not be reached. You are still on this page.",
  tone: "refused",
  seconds: MESSAGE_SECONDS,
};
const HOUR_MS = 60 * 60 * 1_000;

/**
 * Watches the session, shows notices, and opens the sign-in over the page when the session has ended. The component is
 * loaded after the page itself, because sessions last much longer than the loading takes.
 */
export function SessionMonitor({
  served,
  wanted,
}: {
  served: SessionTimeReceived;
  wanted: RequestedDownload | null;
}) {
  const { account, session: shown } = useShellContext();
  const session = useSessionWatch(account, served);
  const [message, showMessage] = useState<SnackbarMessage | null>(null);
  const isTrying = useOfflineGuard(() => showMessage({ ...STILL_HERE }));
  const wait = usePageWaitStage(isTrying);
  const notice = usePageNotice({ session, timeZone: shown.timeZone, wait });
  const again = useSignInAgain(session);
  const stayHere = useCancelNavigation();

  useEffect(() => sessionEndedEmitter.subscribe(() => void recheckSession()), []);
  usePrefetchedRoutes(again.Dialog ? PREFETCHED_ROUTES : []);
  useReturn(session);

  async function signedIn() {
    again.close();
    await currentSessionWatch()?.look();
    resumeAfterSignIn();
    showMessage({ text: await returnWords(account), tone: "done", seconds: MESSAGE_SECONDS });
  }

  function act(what: NoticeAction) {
    if (what === "reload") return window.location.reload();
    if (what === "sign-in") return again.open();
    if (what === "stay-here") return stayHere();
    return stay();
  }

  async function stay() {
    const answer = await currentSessionWatch()?.stay();
    if (answer?.kind === "unreachable") showMessage({ ...NOT_REACHED });
  }

  const { Dialog } = again;
  return (
    <>
      {isTrying ? <LoadingLine /> : null}
      <p className="sr-only" role="status">
        {wait === "none" ? null : "Opening the page."}
      </p>
      <BottomNotice notice={notice} onAct={act} />
      <Snackbar message={message} />
      <DownloadFrames wanted={wanted} />
      {Dialog && again.why ? (
        <Dialog key={again.why} onDismiss={again.dismiss} onSignedIn={signedIn} why={again.why} />
      ) : null}
    </>
  );
}

/**
 * Decides when the sign-in opens: once automatically when the session has ended, and whenever the person asks for it.
 */
function useSignInAgain(session: SessionView) {
  const [isDismissed, setDismissed] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const isOut = !isSessionOpen(session);
  const isTypingIdle = useTypingIdle(isOut && !isDismissed);
  const isOpen = isAsked || (isOut && !isDismissed && isTypingIdle);
  const loaded = usePrefetchedModule(
    () => import("./sign-in-again-dialog.tsx"),
    isOut || isAsked ? 0 : PREFETCH_AFTER_MS,
  );

  useEffect(() => {
    if (!isOut) setDismissed(false);
    setAsked(false);
  }, [isOut]);

  return {
    Dialog: loaded?.SignInAgainDialog ?? null,
    why: isOpen ? whyAgain(session) : null,
    open: () => setAsked(true),
    close: () => setAsked(false),
    dismiss() {
      setAsked(false);
      setDismissed(isOut);
    },
  };
}

/**
 * Checks the session when a response says that nobody is signed in. Also checks when requests succeed again, because
 * the person may have signed in in another tab.
 */
function useReturn(session: SessionView) {
  const { state } = useConnection();
  const isOut = !isSessionOpen(session);
  const wasOut = useRef(false);

  useEffect(() => {
    if (state === "signed-out") void currentSessionWatch()?.doubt().then(resumeIfIn);
    if (state === "open" && wasOut.current) void currentSessionWatch()?.look();
  }, [state]);

  useEffect(() => {
    if (wasOut.current && !isOut) resumeAfterSignIn();
    wasOut.current = isOut;
  }, [isOut]);
}

function resumeIfIn() {
  const session = currentSessionWatch()?.view();
  if (session && isSessionOpen(session)) retryAllStores();
}

function whyAgain(session: SessionView): SignInAgainReason {
  if (session.kind === "somebody-else") return "somebody-else";
  if (session.kind !== "out") return "soon";
  // The person was typing and therefore not idle, but the requests did not reach the server.
  return session.why === "idle" && Date.now() - lastKeyPressTime() < HOUR_MS ? "unreached" : session.why;
}

/** Returns a message such as 'Signed in again. 3 marks are being saved.' */
async function returnWords(account: number): Promise<string> {
  const unsent = await outbox.unsentRows({ account });
  const sendable = unsent.filter(isSendable);
  if (sendable.length === 0) return "Signed in again.";
  const verb = sendable.length === 1 ? "is" : "are";
  return `Signed in again. ${formatUnsentItemCount(sendable.map(({ target }) => target))} ${verb} being saved.`;
}

/**
 * Checks that the server responds before another page is opened on an uncertain connection. If the page failed to load,
 * it would replace this one, and a mark sheet with typed marks would be gone until the network is back. Returns whether
 * the check is running.
 */
function useOfflineGuard(onBlocked: () => void): boolean {
  const [isTrying, setTrying] = useState(false);
  const tries = useRef(0);

  useNavigationBlocker({
    holds: (from, to) => isUncertain() && isAnotherPage(from.pathname, to.pathname),
    ask(go, stay) {
      const attempt = ++tries.current;
      setTrying(true);
      void isReached().then((isBack) => {
        // The person has followed another link in the meantime, which has its own check.
        if (attempt !== tries.current) return;
        setTrying(false);
        if (isBack) {
          go();
          return retryAllStores();
        }
        stay();
        onBlocked();
      });
    },
  });

  return isTrying;
}

function isUncertain(): boolean {
  const { state } = currentConnection();
  return !navigator.onLine || state === "broken" || state === "unread";
}

/**
 * Returns whether the navigation replaces the page. A dialog does not, because it shows its own error and can always be
 * closed. Stored data, such as the next report of a class, needs no network either.
 */
function isAnotherPage(from: string, to: string): boolean {
  const opens = from !== PATHS.mainMenu && to.startsWith(`${from}/`);
  const isDialog = opens || document.querySelector("dialog[open]") !== null;
  return to !== from && to !== PATHS.unsent && !isDialog && !isPagePrefetched(to);
}

async function isReached(): Promise<boolean> {
  const answer = await currentSessionWatch()?.look();
  return answer !== undefined && answer.kind !== "unreachable";
}
