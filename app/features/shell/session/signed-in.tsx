import { useEffect, useState } from "react";
import { sendFor } from "#saving/client/open-stores.ts";
import { showMessage } from "#ui/overlay/messages.ts";
import { watchDownloads } from "#ui/page/downloads.ts";
import { sessionEnded } from "#ui/form/form-result.ts";
import type { Wanted } from "../frame/downloads.tsx";
import { watchBeforeUnload } from "../notices/before-unload.ts";
import { useShell } from "../frame/shell-context.ts";
import { usePrefetchedModule } from "../frame/use-prefetched-module.ts";
import { type ServedSession, fetchSession } from "./session-state.ts";

/** By then the page's own script is there. */
const MONITOR_AFTER_MS = 700;

const NOT_SENT = "No connection: nothing was sent. Try again in a moment.";
const TOLD_SECONDS = 6;

/** Sends waiting rows, watches the session and saves files on every page of a signed-in person. */
export function SignedIn() {
  const { account, session } = useShell();
  const { secondsLeft } = session;
  const [served, setServed] = useState<ServedSession | null>(null);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const monitor = usePrefetchedModule(() => import("./session-monitor.tsx"), MONITOR_AFTER_MS);

  useEffect(() => {
    watchBeforeUnload();
    sendFor(account);
  }, [account]);

  useEffect(() => watchDownloads((href) => setWanted({ href, time: Date.now() })), []);
  useEffect(
    () => guardPosts(account, () => showMessage({ text: NOT_SENT, tone: "refused", seconds: TOLD_SECONDS })),
    [account],
  );

  useEffect(() => setServed({ left: secondsLeft, at: Date.now() }), [secondsLeft]);

  return monitor && served ? <monitor.SessionMonitor served={served} wanted={wanted} /> : null;
}

/**
 * Holds a form that the browser sends itself, such as one with a file, until the server has said that the session is
 * open, because the form replaces the page. Without a session the sign-in opens over the page, and the choices in the
 * form stay. Returns a function that stops the guard.
 * @param onUnreached called when the server could not be reached, so that nothing was sent
 */
function guardPosts(account: number, onUnreached: () => void): () => void {
  const released = new WeakSet<HTMLFormElement>();

  function hold(event: SubmitEvent) {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || released.has(form)) return;
    // A browser without `requestSubmit` sends such a form at once.
    if (form.method !== "post" || form.target === "_blank" || !("requestSubmit" in form)) return;
    event.preventDefault();
    void fetchSession().then((answer) => {
      if (answer.kind === "unreachable") return onUnreached();
      if (answer.kind !== "open" || answer.accountId !== account) return sessionEnded.notify();
      released.add(form);
      form.requestSubmit(submitter);
      released.delete(form);
    });
  }

  window.addEventListener("submit", hold);
  return () => window.removeEventListener("submit", hold);
}
