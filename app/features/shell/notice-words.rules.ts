import { clockTime } from "#domain/dates.ts";
import type { Link } from "#saving/row-phase.ts";
import type { SessionView } from "./session-view.rules.ts";

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
  link: Link;
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

const WAITS = "What you type waits on this device";
const KEPT: Pick<Notice, "text" | "short"> = { text: `${WAITS}.`, short: "Kept on this device." };

/** One at a time, the most pressing first; null when all is well. */
export function noticeOf(now: Circumstances): Notice | null {
  return ofSession(now.session) ?? ofConnection(now) ?? ofSlowness(now) ?? ofKeptPage(now);
}

function ofSession(session: SessionView): Notice | null {
  if (session.kind === "somebody-else")
    return { name: "somebody-else", title: "Somebody else is signed in here.", ...KEPT, act: "sign-in" };
  if (session.kind === "out") return { name: "out", title: "You are signed out.", ...KEPT, act: "sign-in" };
  if (session.kind === "in") return null;
  const title = `You will be signed out in ${session.minutes} ${session.minutes === 1 ? "minute" : "minutes"}.`;
  if (session.by === "idle")
    return { name: "idle", title, text: "Nothing typed is lost.", short: "", act: "stay" };
  const text = "A sign-in lasts 12 hours at most: sign in again now to go on.";
  return { name: "whole", title, text, short: "", act: "sign-in" };
}

function ofConnection({ link, linkSince, keptAt, timeZone, ...device }: Circumstances): Notice | null {
  const since = clockTime(linkSince, timeZone);
  if (link === "failing") {
    const text = `${WAITS} and is tried again by itself.`;
    return {
      name: link,
      title: `The server cannot save just now, since ${since}.`,
      ...KEPT,
      text,
      act: null,
    };
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
    short: isDurable ? "What you typed is safe." : "Keep this page open.",
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
  if (!isDurable) {
    return {
      text: "What you type waits in this page and is sent by itself: keep it open.",
      short: "Keep this page open.",
    };
  }
  const closing = canReload
    ? "You may close this page or load it again."
    : "You may close this page; without a connection it cannot be loaded again.";
  return { text: `${WAITS} and is sent by itself. ${closing}`, short: KEPT.short };
}
