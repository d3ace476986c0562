import { clockTime } from "#domain/dates.ts";
import type { ConnectionState } from "#saving/client/row-phase.ts";
import type { SessionView } from "../session/session-view.rules.ts";

export type NoticeAct = "sign-in" | "stay" | "reload" | "stay-here";

/** What the page has to say as long as it is so. `short` is what a phone has room for beside the title. */
export type Notice = {
  /** Said to who listens when it changes, not with each minute. */
  name: string;
  title: string;
  text: string;
  short: string;
  act: NoticeAct | null;
};

export type Circumstances = {
  session: SessionView;
  link: ConnectionState;
  linkSince: Date;
  /** When this device kept the page that it shows now without a connection; null for a page from the server. */
  keptAt: Date | null;
  /** The server has been reached from this page. */
  isReached: boolean;
  /** What is typed outlives this page. */
  isDurable: boolean;
  canReload: boolean;
  /** A page was asked for a while ago, and nothing has come. */
  isSlow: boolean;
  timeZone: string;
};

export const ACT_WORDS: Record<NoticeAct, string> = {
  "sign-in": "Sign in again",
  stay: "Stay signed in",
  reload: "Load it again",
  "stay-here": "Stay here",
};

type Safety = { waits: string; closing: string; short: string };

const KEPT: Safety = {
  waits: "What you type waits on this device",
  closing: "",
  short: "Kept on this device.",
};

/** A private window keeps nothing: the page itself has to stay. */
const ON_PAGE: Safety = {
  waits: "What you type waits in this page",
  closing: " Keep it open.",
  short: "Keep this page open.",
};

/** One at a time, the most pressing first; null when all is well. */
export function noticeOf(now: Circumstances): Notice | null {
  return ofSession(now) ?? ofConnection(now) ?? ofSlowness(now) ?? ofKeptPage(now);
}

function ofSession({ session, isDurable }: Circumstances): Notice | null {
  if (session.kind === "in") return null;
  if (session.kind !== "ending") {
    const title = session.kind === "out" ? "You are signed out." : "Somebody else is signed in here.";
    const { waits, closing, short } = safetyOf(isDurable);
    return { name: session.kind, title, text: `${waits}.${closing}`, short, act: "sign-in" };
  }
  const title = `You will be signed out in ${session.minutes} ${session.minutes === 1 ? "minute" : "minutes"}.`;
  if (session.by === "idle")
    return { name: "idle", title, text: "Nothing typed is lost.", short: "", act: "stay" };
  const text = "A sign-in lasts 12 hours at most: sign in again now to go on.";
  return { name: "whole", title, text, short: "", act: "sign-in" };
}

function ofConnection({ link, linkSince, keptAt, timeZone, ...device }: Circumstances): Notice | null {
  const since = clockTime(linkSince, timeZone);
  if (link === "failing") {
    const { waits, closing, short } = safetyOf(device.isDurable);
    const text = `${waits} and is tried again by itself.${closing}`;
    return { name: link, title: `The server cannot save just now, since ${since}.`, text, short, act: null };
  }
  if (link !== "broken") return null;
  const title = keptAt ? keptTitle(keptAt, timeZone) : `No connection since ${since}.`;
  return { name: link, title, ...brokenWords(device), act: null };
}

/** The page that was left for another stands until that one comes, and may come under somebody's fingers. */
function ofSlowness({ isSlow, isDurable }: Circumstances): Notice | null {
  if (!isSlow) return null;
  const safe = isDurable ? "What you typed is safe on this device" : "What you typed waits in this page";
  return {
    name: "slow",
    title: "The school’s network does not answer.",
    text: `${safe}. The page that you asked for opens as soon as it comes.`,
    short: isDurable ? "What you typed is safe." : ON_PAGE.short,
    act: "stay-here",
  };
}

/** A page shown again without network, before anything was sent from it; later one that is behind the server. */
function ofKeptPage({ keptAt, timeZone, ...device }: Circumstances): Notice | null {
  if (!keptAt) return null;
  if (device.isReached)
    return {
      name: "kept-page",
      title: `This is the page as this device kept it at ${clockTime(keptAt, timeZone)}.`,
      text: "The connection is back: load it again to see what colleagues changed.",
      short: "",
      act: "reload",
    };
  return { name: "broken", title: keptTitle(keptAt, timeZone), ...brokenWords(device), act: null };
}

function keptTitle(keptAt: Date, timeZone: string): string {
  return `No connection: this is the page as this device kept it at ${clockTime(keptAt, timeZone)}.`;
}

function brokenWords({ isDurable, canReload }: Pick<Circumstances, "isDurable" | "canReload">) {
  const { waits, closing, short } = safetyOf(isDurable);
  return { text: `${waits} and is sent by itself.${isDurable ? mayClose(canReload) : closing}`, short };
}

function mayClose(canReload: boolean): string {
  return canReload
    ? " You may close this page or load it again."
    : " You may close this page; without a connection it cannot be loaded again.";
}

function safetyOf(isDurable: boolean): Safety {
  return isDurable ? KEPT : ON_PAGE;
}
