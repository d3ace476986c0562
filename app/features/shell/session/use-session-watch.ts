import { useLocation } from "@remix-run/react";
import { useEffect, useSyncExternalStore, useRef } from "react";
import { offlineSince } from "#saving/offline/stored-page.ts";
import { createEmitter } from "#ui/emitter.ts";
import { outbox } from "#saving/client/open-stores.ts";
import {
  fetchSession,
  prolongSession,
  type ServedSession,
  type SessionReply,
  type RemainingSeconds,
} from "./session-state.ts";
import {
  type SessionView,
  isIn,
  endsOf,
  lastOf,
  MINUTE_MS,
  viewOf,
  WARNED_MS,
  type Ends,
  type WhyOut,
} from "./session-view.rules.ts";

/** The message between the tabs of a browser: the times at which the session ends; null when it was ended. */
export type SessionMessage = { account: number; ends: Ends | null };

type WatchParts = {
  account: number;
  ask: () => Promise<SessionReply>;
  prolong: () => Promise<SessionReply>;
  /** Sends a message to the other tabs of this browser. */
  broadcast: (message: SessionMessage) => void;
  /** Called when the view has changed. */
  onChange: () => void;
};

/** Acts come in dozens: the watch asks at most this often whether one of them prolonged the session. */
const ASK_AGAIN_MS = 10_000;

/** The server sends whole seconds. */
const LEAST_WAIT_MS = 1_000;

/** The server's clock may end the session a little earlier than the page expects. */
const SLACK_MS = 5_000;

/**
 * Knows when the session will end. The watch asks the server only near the expected end, because every save and page in
 * every tab may have prolonged the session; the server's answer counts.
 */
export class SessionWatch {
  private readonly parts: WatchParts;
  private shown: SessionView = { kind: "in" };
  private ends: Ends | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking: Promise<SessionReply> | null = null;
  private askedAt = 0;

  constructor(parts: WatchParts) {
    this.parts = parts;
  }

  readonly view = (): SessionView => this.shown;

  /**
   * Takes the times from a page that was just served: they are as good as an answer, even if the watch begins later.
   */
  served({ left, at }: { left: RemainingSeconds; at: number }) {
    this.takeEnds(endsOf(left, at));
    this.broadcast();
  }

  stop() {
    clearTimeout(this.timer);
  }

  /**
   * Checks the session when the person or the network is back, because timers of sleeping devices and hidden tabs run
   * late.
   */
  check() {
    const isNear = this.ends === null || lastOf(this.ends) - Date.now() <= WARNED_MS;
    if (isNear || !isIn(this.shown)) void this.look();
    else this.plan();
  }

  /** Checks a warning after an act, which may have reached the server and prolonged the session. */
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

  /** Prolongs the session for 'Stay signed in'. Without an answer the warning stays too. */
  async stay(): Promise<SessionReply> {
    const answer = await this.parts.prolong();
    if (answer.kind !== "unreachable") this.take(answer);
    return answer;
  }

  /**
   * Asks the server again when a reply said that nobody, or somebody else, is signed in: an answer on its way may be
   * older.
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
    this.takeEnds(endsOf(answer, Date.now()));
    this.broadcast();
  }

  /** Removes the warning when the server cannot be reached: nobody could do anything about it. */
  private later() {
    if (this.shown.kind === "ending") this.show({ kind: "in" });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(), MINUTE_MS);
  }

  private takeEnds(ends: Ends) {
    this.ends = ends;
    this.show(viewOf(ends));
    this.plan();
  }

  /** Sets the timer for the time of the warning, then for each full minute. */
  private plan() {
    clearTimeout(this.timer);
    if (!this.ends) return;
    const left = lastOf(this.ends) - Date.now();
    if (left > WARNED_MS)
      this.timer = setTimeout(() => void this.look(), Math.max(LEAST_WAIT_MS, left - WARNED_MS));
    else this.timer = setTimeout(() => this.count(), Math.max(0, left % MINUTE_MS) || MINUTE_MS);
  }

  private count() {
    if (!this.ends) return;
    if (lastOf(this.ends) - Date.now() <= 0) return void this.look();
    this.show(viewOf(this.ends));
    this.plan();
  }

  private out(why: WhyOut) {
    this.leave({ kind: "out", why });
  }

  private leave(view: SessionView) {
    clearTimeout(this.timer);
    this.ends = null;
    if (this.shown.kind !== view.kind) this.show(view);
  }

  private whyOut(): WhyOut {
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
function useSessionView(): SessionView {
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

/** Repeats an act that failed without a session once somebody is signed in. */
export function useAfterSignIn(isWaiting: boolean, act: () => void): void {
  const isSignedIn = isIn(useSessionView());
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
