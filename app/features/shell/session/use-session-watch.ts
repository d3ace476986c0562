import { useLocation } from "@remix-run/react";
import { useEffect, useSyncExternalStore } from "react";
import { offlineSince } from "#saving/offline/offline-since.ts";
import { createEmitter } from "#ui/emitter.ts";
import { outbox } from "#saving/client/open-stores.ts";
import { fetchSession, prolongSession, type ServedSession, type SessionReply } from "./session-state.ts";
import { SessionWatch, type SessionMessage } from "./session-watch.ts";
import type { SessionView } from "./session-view.rules.ts";

const CHANNEL = "termbook-session";
const CHECKED_ON = ["focus", "pageshow", "online"];
const IN: SessionView = { kind: "in" };
const views = createEmitter();

let watch: SessionWatch | null = null;
let channel: BroadcastChannel | null = null;
let lastServed: ServedSession | null = null;
let isDoubted = false;

/**
 * Watches the session of the page. A shell that replaces another after a failed page asks the server once and goes on.
 */
export function useSessionWatch(account: number, served: ServedSession) {
  const place = useLocation().key;
  const view = useSessionView();

  useEffect(() => begin(account), [account]);

  useEffect(() => {
    // A page stored on this device, or times that were used before, say nothing new about the session.
    const isNews = served !== lastServed && !isDoubted && offlineSince() === null;
    isDoubted = false;
    if (!isNews) return watch?.check();
    lastServed = served;
    watch?.served(served);
  }, [served]);

  useEffect(() => watch?.acted(), [place]);

  return view;
}

/** For components that only read the session, even before the watch exists. */
export function useSessionView(): SessionView {
  return useSyncExternalStore(views.subscribe, viewNow, () => IN);
}

/** For components that act on the session: the watch exists from the first effect of the shell on. */
export function sessionWatch(): SessionWatch | null {
  return watch;
}

/** Asks the server who is signed in, without prolonging the session. */
export function lookAtSession(): Promise<SessionReply> {
  return watch?.look() ?? fetchSession();
}

/** Asks the server again after a reply that nobody is signed in. A watch that begins later asks by itself. */
export function doubtSession(): Promise<SessionReply> {
  isDoubted = watch === null;
  return watch?.doubt() ?? fetchSession();
}

/**
 * Tells the other tabs of this browser, which then ask the server themselves. A person may sign out before this page
 * has a watch.
 */
export function broadcastSignedOut(account: number): void {
  const tabs = channel ?? openChannel();
  tabs?.postMessage({ account, ends: null } satisfies SessionMessage);
}

function openChannel(): BroadcastChannel | null {
  return typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
}

function begin(account: number): () => void {
  const opened = openChannel();
  const begun = new SessionWatch({
    account,
    ask: fetchSession,
    prolong: prolongSession,
    broadcast: (message) => opened?.postMessage(message),
    onChange: views.notify,
  });
  const check = () => begun.check();
  if (opened) opened.onmessage = ({ data }: MessageEvent<SessionMessage>) => begun.receive(data);
  for (const name of CHECKED_ON) window.addEventListener(name, check);
  const unsubscribe = outbox.subscribe(() => begun.acted());
  [watch, channel] = [begun, opened];
  views.notify();
  return () => {
    unsubscribe();
    for (const name of CHECKED_ON) window.removeEventListener(name, check);
    opened?.close();
    begun.stop();
  };
}

function viewNow(): SessionView {
  return watch?.view() ?? IN;
}
