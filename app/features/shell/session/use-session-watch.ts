import { useLocation } from "@remix-run/react";
import { useEffect, useSyncExternalStore } from "react";
import { offlineSince } from "#saving/offline/offline-since.ts";
import { createEmitter } from "#saving/client/emitter.ts";
import { outbox } from "#saving/client/open-stores.ts";

import { askSession, prolongSession, type ServedSession } from "./session-state.ts";
import { SessionWatch, type SessionMessage } from "./session-watch.ts";
import type { SessionView } from "./session-view.rules.ts";

const CHANNEL = "termbook-session";
const CHECKED_ON = ["focus", "pageshow", "online"];
const IN: SessionView = { kind: "in" };
const views = createEmitter();

let watch: SessionWatch | null = null;
let channel: BroadcastChannel | null = null;
let lastServed: ServedSession | null = null;

/** What the page knows of its session. A shell that takes the place of another (a page failed) asks once and goes on. */
export function useSessionWatch(account: number, served: ServedSession) {
  const place = useLocation().key;
  const view = useSyncExternalStore(views.subscribe, viewNow, () => IN);

  useEffect(() => begin(account), [account]);

  useEffect(() => {
    // A page as this device stored it, or a reading that was used before, says nothing new.
    if (served === lastServed || offlineSince() !== null) return watch?.check();
    lastServed = served;
    watch?.served(served);
  }, [served]);

  useEffect(() => watch?.acted(), [place]);

  return view;
}

/** For what acts on the session: there is one from the first effect of the shell on. */
export function sessionWatch(): SessionWatch | null {
  return watch;
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
  });
  const check = () => begun.check();
  if (opened) opened.onmessage = ({ data }: MessageEvent<SessionMessage>) => begun.receive(data);
  for (const name of CHECKED_ON) window.addEventListener(name, check);
  const unsubscribes = [begun.subscribe(views.notify), outbox.subscribe(() => begun.acted())];
  [watch, channel] = [begun, opened];
  views.notify();
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
    for (const name of CHECKED_ON) window.removeEventListener(name, check);
    opened?.close();
    begun.stop();
  };
}

function viewNow(): SessionView {
  return watch?.view() ?? IN;
}
