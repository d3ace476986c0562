import { useLocation } from "@remix-run/react";
import { useEffect, useSyncExternalStore } from "react";
import { offlineSince } from "#saving/offline/offline-since.ts";
import { createEmitter } from "#saving/client/emitter.ts";
import { outbox } from "#saving/client/open-stores.ts";

import { askSession, prolongSession } from "./session-state.ts";
import type { ServedSession } from "./signed-in.tsx";
import { SessionWatch } from "./session-watch.ts";
import type { SessionView } from "./session-view.rules.ts";
import type { SessionWord } from "./session-watch.ts";

const CHANNEL = "termbook-session";
const LOOKS = ["focus", "pageshow", "online"];
const IN: SessionView = { kind: "in" };
const views = createEmitter();

let watch: SessionWatch | null = null;
let channel: BroadcastChannel | null = null;
let known: ServedSession | null = null;

/** What the page knows of its session. A shell that takes the place of another (a page failed) asks once and goes on. */
export function useSessionWatch(account: number, served: ServedSession) {
  const place = useLocation().key;
  const view = useSyncExternalStore(views.subscribe, viewNow, () => IN);

  useEffect(() => begin(account), [account]);

  useEffect(() => {
    // A page as this device kept it, or a reading that was used before, tells nothing new.
    if (served === known || offlineSince() !== null) return watch?.check();
    known = served;
    watch?.served(served);
  }, [served]);

  useEffect(() => watch?.acted(), [place]);

  return view;
}

/** For those who act on the session: there is one from the first effect of the shell on. */
export function sessionWatch(): SessionWatch | null {
  return watch;
}

/** Other pages of this browser look for themselves. Who signs out at once does so before this page keeps watch. */
export function tellSignedOut(account: number): void {
  const telling = channel ?? openChannel();
  telling?.postMessage({ account, ends: null } satisfies SessionWord);
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
    tell: (word) => opened?.postMessage(word),
  });
  const check = () => begun.check();
  if (opened) opened.onmessage = ({ data }: MessageEvent<SessionWord>) => begun.heard(data);
  for (const look of LOOKS) window.addEventListener(look, check);
  const unsubscribes = [begun.subscribe(views.notify), outbox.subscribe(() => begun.acted())];
  [watch, channel] = [begun, opened];
  views.notify();
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
    for (const look of LOOKS) window.removeEventListener(look, check);
    opened?.close();
    begun.stop();
  };
}

function viewNow(): SessionView {
  return watch?.view() ?? IN;
}
