import { useEffect, useRef, useState } from "react";
import { formatItemCount } from "#domain/saved-targets.ts";
import { isSendable, outbox, resumeAll } from "#saving/client/open-stores.ts";
import { useConnection } from "#saving/client/connection.ts";
import { sessionEnded } from "#ui/form/form-result.ts";
import { Snackbar, type Message } from "#ui/overlay/snackbar.tsx";
import { usePrefetchedRoutes } from "#ui/loading/use-prefetched-routes.ts";
import { FootNotice } from "../notices/foot-notice.tsx";
import { useNotice, lastKey, useTypingIdle, useStayHere, useWait } from "../notices/use-notice.ts";
import type { NoticeAct } from "../notices/notice-words.rules.ts";
import { Downloads, type Wanted } from "../frame/downloads.tsx";
import { Line } from "../frame/opening-line.tsx";
import { useShell } from "../frame/shell-context.ts";
import type { ServedSession } from "./session-state.ts";
import { isIn, type SessionView } from "./session-view.rules.ts";
import type { WhyAgain } from "./sign-in-again-dialog.tsx";
import { PREFETCH_AFTER_MS, usePrefetchedModule } from "../frame/use-prefetched-module.ts";
import { doubtSession, sessionWatch, useSessionWatch } from "./use-session-watch.ts";
import { useOfflineGuard } from "../notices/use-offline-guard.ts";

/** The pages to which the shell itself links, and the way back from a sheet. */
const PREFETCHED_ROUTES = ["routes/sign-in/sign-out", "routes/profile", "routes/mark-sheet/tests"];

const MESSAGE_SECONDS = 6;
const NOT_REACHED: Message = {
  text: "No connection: the server could not be reached. Try again in a moment.",
  tone: "refused",
  seconds: MESSAGE_SECONDS,
};
const STILL_HERE: Message = {
  text: "No connection: the server could not be reached. You are still on this page.",
  tone: "refused",
  seconds: MESSAGE_SECONDS,
};
const HOUR_MS = 60 * 60 * 1_000;

/**
 * Watches the session, shows notices, and opens the sign-in over the page when the session has ended. The monitor is
 * fetched after the page itself, because a session usually lasts much longer than the fetch.
 */
export function SessionMonitor({ served, wanted }: { served: ServedSession; wanted: Wanted | null }) {
  const { account, session: shown } = useShell();
  const session = useSessionWatch(account, served);
  const [message, showMessage] = useState<Message | null>(null);
  const isTrying = useOfflineGuard(() => showMessage({ ...STILL_HERE }));
  const wait = useWait(isTrying);
  const notice = useNotice({ session, timeZone: shown.timeZone, wait });
  const again = useSignInAgain(session);
  const stayHere = useStayHere();

  useEffect(() => sessionEnded.subscribe(() => void doubtSession()), []);
  usePrefetchedRoutes(again.Dialog ? PREFETCHED_ROUTES : []);
  useReturn(session);

  async function signedIn() {
    again.close();
    await sessionWatch()?.look();
    resumeAll();
    showMessage({ text: await returnWords(account), tone: "done", seconds: MESSAGE_SECONDS });
  }

  function act(what: NoticeAct) {
    if (what === "reload") return window.location.reload();
    if (what === "sign-in") return again.open();
    if (what === "stay-here") return stayHere();
    return stay();
  }

  async function stay() {
    const answer = await sessionWatch()?.stay();
    if (answer?.kind === "unreachable") showMessage({ ...NOT_REACHED });
  }

  const { Dialog } = again;
  return (
    <>
      {isTrying ? <Line /> : null}
      <p className="sr-only" role="status">
        {wait === "none" ? null : "Opening the page."}
      </p>
      <FootNotice notice={notice} onAct={act} />
      <Snackbar message={message} />
      <Downloads wanted={wanted} />
      {Dialog && again.why ? (
        <Dialog key={again.why} onDismiss={again.dismiss} onSignedIn={signedIn} why={again.why} />
      ) : null}
    </>
  );
}

/** Decides when the sign-in opens: once by itself when the session has ended, and whenever the person asks for it. */
function useSignInAgain(session: SessionView) {
  const [isDismissed, setDismissed] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const isOut = !isIn(session);
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

/** A save without a session asks for the reason; a look at the session finds a sign-in in another tab. */
function useReturn(session: SessionView) {
  const { state } = useConnection();
  const isOut = !isIn(session);
  const wasOut = useRef(false);

  useEffect(() => {
    if (state === "signed-out") void sessionWatch()?.doubt().then(resumeIfIn);
    if (state === "open" && wasOut.current) void sessionWatch()?.look();
  }, [state]);

  useEffect(() => {
    if (wasOut.current && !isOut) resumeAll();
    wasOut.current = isOut;
  }, [isOut]);
}

function resumeIfIn() {
  const session = sessionWatch()?.view();
  if (session && isIn(session)) resumeAll();
}

function whyAgain(session: SessionView): WhyAgain {
  if (session.kind === "somebody-else") return "somebody-else";
  if (session.kind !== "out") return "soon";
  // A person who typed all the while was not away.
  return session.why === "idle" && Date.now() - lastKey() < HOUR_MS ? "unreached" : session.why;
}

/** Returns words such as 'Signed in again. 3 marks are being saved.' */
async function returnWords(account: number): Promise<string> {
  const unsent = await outbox.unsentRows({ account });
  const sendable = unsent.filter(isSendable);
  if (sendable.length === 0) return "Signed in again.";
  const verb = sendable.length === 1 ? "is" : "are";
  return `Signed in again. ${formatItemCount(sendable.map(({ target }) => target))} ${verb} being saved.`;
}
