import { useLocation } from "@remix-run/react";
import { useEffect, useSyncExternalStore, useRef } from "react";
import { offlineSince } from "#saving/offline/stored-page.ts";
import { createEmitter } from "#ui/emitter.ts";
import { outbox } from "#saving/client/open-stores.ts";
import {
  fetchSession,
  prolongSession,
  type SessionTimeReceived,
  type SessionReply,
  type RemainingSessionSeconds,
} from "./session-state.ts";
import {
  type SessionView,
  isSessionOpen,
  toSessionEndTimes,
  earliestSessionEndTime,
  MINUTE_MS,
  toSessionView,
  SESSION_WARNING_MS,
  type SessionEndTimes,
  type SessionEndReason,
} from "./session-view.rules.ts";

/** A message between the tabs of a browser: the time at which the session ends, or null after it has ended. */
export type SessionMessage = { account: number; ends: SessionEndTimes | null };

type WatchParts = {
  account: number;
  ask: () => Promise<SessionReply>;
  prolong: () => Promise<SessionReply>;
  /** Sends a message to the other tabs of this browser. */
  broadcast: (message: SessionMessage) => void;
  /** Called when the view has changed. */
  onChange: () => void;
};

/** The shortest time between two checks of whether an action prolonged the session, because actions are frequent. */
const ASK_AGAIN_MS = 10_000;

/** The shortest wait before a check. The server sends whole seconds, so a shorter wait would be pointless. */
const LEAST_WAIT_MS = 1_000;

/** The tolerance for a server clock that ends the session slightly earlier than the page expects. */
const SLACK_MS = 5_000;

/**
 * Tracks when the session will end. Shortly before the expected end the watch asks the server, because any save or page
 * in any tab may have prolonged the session.
 */
export class SessionWatch {
  private readonly parts: WatchParts;
  private shown: SessionView = { kind: "in" };
  private ends: SessionEndTimes | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking: Promise<SessionReply> | null = null;
  private askedAt = 0;

  constructor(parts: WatchParts) {
    this.parts = parts;
  }

  readonly view = (): SessionView => this.shown;

  /** Takes the times from a page that was just served. They are as reliable as the times of a check. */
  served({ left, at }: { left: RemainingSessionSeconds; at: number }) {
    this.takeEnds(toSessionEndTimes(left, at));
    this.broadcast();
  }

  stop() {
    clearTimeout(this.timer);
  }

  /**
   * Checks the session when the person or the network is back. Timers run late on sleeping devices and in hidden tabs.
   */
  check() {
    const isNear = this.ends === null || earliestSessionEndTime(this.ends) - Date.now() <= SESSION_WARNING_MS;
    if (isNear || !isSessionOpen(this.shown)) void this.look();
    else this.plan();
  }

  /** Checks soon after an action while the warning is shown, because the action may have prolonged the session. */
  acted() {
    if (this.shown.kind !== "ending") return;
    const wait = Math.max(0, this.askedAt + ASK_AGAIN_MS - Date.now());
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(), wait);
  }

  look(): Promise<SessionReply> {
    this.askedAt = Date.now();
    this.asking ??= this.parts.ask().then((answer) => {
      this.asking = null;
      this.take(answer);
      return answer;
    });
    return this.asking;
  }

  /** Prolongs the session for 'Stay signed in'. Without a response the warning stays. */
  async stay(): Promise<SessionReply> {
    const answer = await this.parts.prolong();
    if (answer.kind !== "unreachable") this.take(answer);
    return answer;
  }

  /**
   * Asks the server again after a response said that nobody, or somebody else, is signed in. A check that is already
   * running may have an older result, so a new one starts.
   */
  async doubt(): Promise<SessionReply> {
    const answer = await this.lookAnew();
    if (answer.kind === "unreachable") this.out("ended");
    return answer;
  }

  receive({ account, ends }: SessionMessage) {
    if (account === this.parts.account && ends) this.takeEnds(ends);
    else void this.lookAnew();
  }

  private async lookAnew(): Promise<SessionReply> {
    await this.asking;
    return this.look();
  }

  private take(answer: SessionReply) {
    if (answer.kind === "unreachable") return this.later();
    if (answer.kind === "ended") return this.out(this.whyOut());
    if (answer.kind === "reset-due") return this.out("reset-due");
    if (answer.accountId !== this.parts.account) return this.leave({ kind: "somebody-else" });
    this.takeEnds(toSessionEndTimes(answer, Date.now()));
    this.broadcast();
  }

  /** Removes the warning while the server cannot be reached, and checks again after a minute. */
  private later() {
    if (this.shown.kind === "ending") this.show({ kind: "in" });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(), MINUTE_MS);
  }

  private takeEnds(ends: SessionEndTimes) {
    this.ends = ends;
    this.show(toSessionView(ends));
    this.plan();
  }

  /** Sets the timer: first for the start of the warning, then for each full minute. */
  private plan() {
    clearTimeout(this.timer);
    if (!this.ends) return;
    const left = earliestSessionEndTime(this.ends) - Date.now();
    if (left > SESSION_WARNING_MS)
      this.timer = setTimeout(() => void this.look(), Math.max(LEAST_WAIT_MS, left - SESSION_WARNING_MS));
    else this.timer = setTimeout(() => this.count(), Math.max(0, left % MINUTE_MS) || MINUTE_MS);
  }

  private count() {
    if (!this.ends) return;
    if (earliestSessionEndTime(this.ends) - Date.now() <= 0) return void this.look();
    this.show(toSessionView(this.ends));
    this.plan();
  }

  private out(why: SessionEndReason) {
    this.leave({ kind: "out", why });
  }

  private leave(view: SessionView) {
    clearTimeout(this.timer);
    this.ends = null;
    if (this.shown.kind !== view.kind) this.show(view);
  }

  private whyOut(): SessionEndReason {
    if (!this.ends) return "ended";
    const now = Date.now() + SLACK_MS;
    if (now >= this.ends.whole) return "whole";
    return now >= this.ends.idle ? "idle" : "ended";
  }

  private broadcast() {
    this.parts.broadcast({ account: this.parts.account, ends: this.ends });
  }

  private show(view: SessionView) {
    this.shown = view;
    this.parts.onChange();
  }
}

const CHANNEL = "termbook-session";
const CHECKED_ON = ["focus", "pageshow", "online"];
const IN: SessionView = { kind: "in" };
const views = createEmitter();

let watch: SessionWatch | null = null;
let channel: BroadcastChannel | null = null;
let lastServed: SessionTimeReceived | null = null;
let isDoubted = false;

/** Watches the session of the page. The watch continues after a page that failed. */
export function useSessionWatch(account: number, served: SessionTimeReceived) {
  const place = useLocation().key;
  const view = useSessionView();

  useEffect(() => begin(account), [account]);

  useEffect(() => {
    // A page stored on this device, or times that were already used, say nothing new about the session.
    const isNews = served !== lastServed && !isDoubted && offlineSince() === null;
    isDoubted = false;
    if (!isNews) return watch?.check();
    lastServed = served;
    watch?.served(served);
  }, [served]);

  useEffect(() => watch?.acted(), [place]);

  return view;
}

/** Returns the state of the session for components that only read it. It works before the watch exists. */
function useSessionView(): SessionView {
  return useSyncExternalStore(views.subscribe, viewNow, () => IN);
}

/** Returns the watch for components that act on the session. Returns null until the page has started the watch. */
export function currentSessionWatch(): SessionWatch | null {
  return watch;
}

/** Asks the server who is signed in, without prolonging the session. */
export function checkSession(): Promise<SessionReply> {
  return watch?.look() ?? fetchSession();
}

/**
 * Checks the session again after a response said that nobody is signed in. If the watch has not started yet, it checks
 * again when it starts.
 */
export function recheckSession(): Promise<SessionReply> {
  isDoubted = watch === null;
  return watch?.doubt() ?? fetchSession();
}

/** Tells the other tabs of this browser about the sign-out. This works before the page has a watch. */
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

/** Repeats an action that failed without a session, once somebody is signed in. */
export function useRepeatAfterSignIn(isWaiting: boolean, act: () => void): void {
  const isSignedIn = isSessionOpen(useSessionView());
  const wasOut = useRef(false);
  const latest = useRef(act);

  useEffect(() => {
    latest.current = act;
  });

  useEffect(() => {
    if (!isSignedIn) wasOut.current = isWaiting;
    else if (wasOut.current) {
      wasOut.current = false;
      latest.current();
    }
  }, [isSignedIn, isWaiting]);
}
