import { useLocation } from "@remix-run/react";
import { useEffect, useSyncExternalStore } from "react";
import { offlineSince } from "#saving/offline/offline-since.ts";
import { createEmitter } from "#ui/emitter.ts";
import { outbox } from "#saving/client/open-stores.ts";

import { askSession, prolongSession, type ServedSession, type SessionReply } from "./session-state.ts";
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

/** What the page knows of its session. A shell that takes the place of another (a page failed) asks once and goes on. */
export function useSessionWatch(account: number, served: ServedSession) {
  const place = useLocation().key;
  const view = useSessionView();

  useEffect(() => begin(account), [account]);

  useEffect(() => {
    // A page as this device stored it, or a reading that was used before, says nothing new.
    const isNews = served !== lastServed && !isDoubted && offlineSince() === null;
    isDoubted = false;
    if (!isNews) return watch?.check();
    lastServed = served;
    watch?.served(served);
  }, [served]);

  useEffect(() => watch?.acted(), [place]);

  return view;
}

/** For what only reads it, also before anything watches. */
export function useSessionView(): SessionView {
  return useSyncExternalStore(views.subscribe, viewNow, () => IN);
}

/** For what acts on the session: there is one from the first effect of the shell on. */
export function sessionWatch(): SessionWatch | null {
  return watch;
}

/** Whether the server answers, and who is signed in; asking does not prolong the session. */
export function lookAtSession(): Promise<SessionReply> {
  return watch?.look() ?? askSession();
}

/** Something was answered that nobody is signed in. What begins to watch only later asks for itself. */
export function doubtSession(): Promise<SessionReply> {
  isDoubted = watch === null;
  return watch?.doubt() ?? askSession();
}

/** Other tabs of this browser look for themselves. A person who signs out at once does so before this page watches. */
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
    ask: askSession,
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
