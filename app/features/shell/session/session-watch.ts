import type { SecondsLeft, SessionReply } from "./session-state.ts";
import {
  endsOf,
  isIn,
  lastOf,
  MINUTE_MS,
  viewOf,
  WARNED_MS,
  type Ends,
  type SessionView,
  type WhyOut,
} from "./session-view.rules.ts";

/** What the tabs of one browser send each other: when the session ends, in milliseconds; null when it was ended. */
export type SessionMessage = { account: number; ends: Ends | null };

type WatchParts = {
  account: number;
  ask: () => Promise<SessionReply>;
  prolong: () => Promise<SessionReply>;
  /** To the other tabs of this browser. */
  broadcast: (message: SessionMessage) => void;
  /** The view is another one. */
  onChange: () => void;
};

/** Acts come in dozens: the watch asks this often at most whether one of them prolonged the session. */
const ASK_AGAIN_MS = 10_000;

/** Seconds are whole numbers on the wire. */
const LEAST_WAIT_MS = 1_000;

/** An end that the server set by its own clock may be a little earlier than the page reckons. */
const SLACK_MS = 5_000;

/**
 * Knows when the session will end. It asks only near the end that it reckons with, for every save and every page of
 * every tab may have prolonged the session since; the server's answer counts.
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

  /** A page was served: its reading of the session is as good as an answer, also when the watch looks at it later. */
  served({ left, at }: { left: SecondsLeft; at: number }) {
    this.takeEnds(endsOf(left, at));
    this.broadcast();
  }

  stop() {
    clearTimeout(this.timer);
  }

  /** The person or the network is back: timers of a sleeping device and of hidden tabs come late. */
  check() {
    const isNear = this.ends === null || lastOf(this.ends) - Date.now() <= WARNED_MS;
    if (isNear || !isIn(this.shown)) void this.look();
    else this.plan();
  }

  /** Something was done that may have reached the server: a warning may be out of date. */
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

  /** 'Stay signed in'. Without an answer the warning stays too. */
  async stay(): Promise<SessionReply> {
    const answer = await this.parts.prolong();
    if (answer.kind !== "unreachable") this.take(answer);
    return answer;
  }

  /** Something was answered that nobody is signed in, or that somebody else is: an answer on its way may be older. */
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

  /** Nobody can be asked: a warning that nothing can be done about helps nobody. */
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

  /** Wakes when the warning is due, then at every full minute. */
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
