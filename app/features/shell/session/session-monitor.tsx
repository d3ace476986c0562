import { useEffect, useRef, useState } from "react";
import { itemWords } from "#domain/save-addresses.ts";
import { isSendable, outbox, resumeAll } from "#saving/client/open-stores.ts";
import { useConnection } from "#saving/client/connection.ts";
import { Snackbar } from "#ui/overlay/snackbar.tsx";
import type { Message } from "#ui/overlay/snackbar.tsx";
import { usePrefetchedRoutes } from "#ui/page/use-prefetched-routes.ts";

import { FootNotice } from "../notices/foot-notice.tsx";
import { useNotice } from "../notices/use-notice.ts";
import type { NoticeAct } from "../notices/notice-words.rules.ts";
import { Line } from "../frame/opening-line.tsx";
import type { ServedSession, SignedInProps } from "./signed-in.tsx";
import { isIn } from "./session-view.rules.ts";
import type { SessionView } from "./session-view.rules.ts";
import type { WhyAgain } from "./sign-in-again-dialog.tsx";
import { QUIET_MS, usePrefetchedScripts } from "../frame/use-prefetched-routes.ts";
import { lastKey, useTypingIdle } from "../notices/use-typing-idle.ts";
import { sessionWatch, useSessionWatch } from "./use-session-watch.ts";
import { useOfflineGuard } from "../notices/use-offline-guard.ts";
import { useStayHere, useWait } from "../notices/use-wait.ts";

/** Where the shell itself leads, and the way back from a sheet: fetched when the page is quiet. */
const PREFETCHED_ROUTES = ["routes/sign-out", "routes/profile", "routes/mark-sheet/tests"];

type SessionKeeperProps = Omit<SignedInProps, "secondsLeft"> & { served: ServedSession };

const TOLD_SECONDS = 6;
const UNREACHED: Message = {
  text: "No connection: the server could not be reached. Try again in a moment.",
  tone: "refused",
  seconds: TOLD_SECONDS,
};
const STAYED: Message = {
  text: "No connection: the server could not be reached. You are still on this page.",
  tone: "refused",
  seconds: TOLD_SECONDS,
};
const HOUR_MS = 60 * 60 * 1_000;

/**
 * Knows when the session ends, says what the page has to say, and has the sign-in open over the page when the session
 * has ended. Fetched after the page itself: it has hours to come in time.
 */
export function SessionMonitor({ account, userName, displayName, timeZone, served }: SessionKeeperProps) {
  const session = useSessionWatch(account, served);
  const [told, tell] = useState<Message | null>(null);
  const isTrying = useOfflineGuard(() => tell({ ...STAYED }));
  const wait = useWait(isTrying);
  const notice = useNotice({ session, timeZone, wait });
  const sign = useSignInAgain(session);
  const stayHere = useStayHere();

  usePrefetchedRoutes(sign.Dialog ? PREFETCHED_ROUTES : []);
  useReturn(session);

  async function signedIn() {
    sign.close();
    await sessionWatch()?.look();
    resumeAll();
    tell({ text: await returnWords(account), tone: "done", seconds: TOLD_SECONDS });
  }

  function act(what: NoticeAct) {
    if (what === "reload") return window.location.reload();
    if (what === "sign-in") return sign.ask();
    if (what === "stay-here") return stayHere();
    return stay();
  }

  async function stay() {
    const answer = await sessionWatch()?.stay();
    if (answer?.kind === "unreachable") tell({ ...UNREACHED });
  }

  const { Dialog } = sign;
  return (
    <>
      {isTrying ? <Line /> : null}
      <p className="sr-only" role="status">
        {wait === "none" ? null : "Opening the page."}
      </p>
      <FootNotice notice={notice} onAct={act} />
      <Snackbar message={told} />
      {Dialog && sign.why ? (
        <Dialog
          account={account}
          displayName={displayName}
          key={sign.why}
          onAside={sign.putAside}
          onSignedIn={signedIn}
          userName={userName}
          why={sign.why}
        />
      ) : null}
    </>
  );
}

/** When the sign-in opens: by itself once when the session has ended, and when it is asked for. */
function useSignInAgain(session: SessionView) {
  const [isAside, setAside] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const isOut = !isIn(session);
  const isRested = useTypingIdle(isOut && !isAside);
  const isOpen = isAsked || (isOut && !isAside && isRested);
  const loaded = usePrefetchedScripts(
    () => import("./sign-in-again-dialog.tsx"),
    isOut || isAsked ? 0 : QUIET_MS,
  );

  useEffect(() => {
    if (!isOut) setAside(false);
    setAsked(false);
  }, [isOut]);

  return {
    Dialog: loaded?.SignInAgainDialog ?? null,
    why: isOpen ? whyAgain(session) : null,
    ask: () => setAsked(true),
    close: () => setAsked(false),
    putAside() {
      setAsked(false);
      setAside(isOut);
    },
  };
}

/** A save that found nobody signed in asks why; somebody who signed in elsewhere is found by looking again. */
function useReturn(session: SessionView) {
  const { state: link } = useConnection();
  const isOut = !isIn(session);
  const wasOut = useRef(false);

  useEffect(() => {
    if (link === "signed-out") void sessionWatch()?.doubt().then(resumeIfIn);
    if (link === "open" && wasOut.current) void sessionWatch()?.look();
  }, [link]);

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
  // Somebody who typed all the while was not away.
  return session.why === "idle" && Date.now() - lastKey() < HOUR_MS ? "unreached" : session.why;
}

/** 'Signed in again. 3 marks are being saved.' */
async function returnWords(account: number): Promise<string> {
  const kept = await outbox.unsentRows({ account });
  const going = kept.filter(isSendable);
  if (going.length === 0) return "Signed in again.";
  const verb = going.length === 1 ? "is" : "are";
  return `Signed in again. ${itemWords(going.map(({ target }) => target))} ${verb} being saved.`;
}
