import { clockTime } from "#domain/dates.ts";
import { isAnsweredWithError, type ConnectionState } from "#saving/client/row-phase.ts";
import type { SessionView } from "../session/session-view.rules.ts";

export type NoticeAct = "sign-in" | "stay" | "reload" | "stay-here";

/** A statement that the page shows as long as it is true. `short` is for phones, beside the title. */
export type Notice = {
  /** A screen reader says the notice when this name changes, not each minute. */
  name: string;
  title: string;
  text: string;
  short: string;
  act: NoticeAct | null;
};

export type Circumstances = {
  session: SessionView;
  connection: ConnectionState;
  connectionSince: Date;
  /**
   * The time when this device stored the page that is now shown without a connection; null for a page from the server.
   */
  storedAt: Date | null;
  /** True when the server has been reached from this page. */
  isReached: boolean;
  keeping: Keeping;
  canReload: boolean;
  /** True when a page was requested a while ago and nothing has come. */
  isSlow: boolean;
  timeZone: string;
};

export const ACT_WORDS: Record<NoticeAct, string> = {
  "sign-in": "Sign in again",
  stay: "Stay signed in",
  reload: "Load it again",
  "stay-here": "Stay here",
};

/** The words for an answer, from the server or from a network in front of it. */
const ERROR_WORDS = {
  failing: { title: "The server cannot save just now", hint: "" },
  turning: { title: "The term is being turned", hint: "" },
  unread: {
    title: "No connection to the school’s server",
    hint: "This network may ask for a sign-in of its own. ",
  },
} as const;

/**
 * The fate of typed text: rows wait on the device, or in the page when it stores nothing; a form is sent only by its
 * button, so the page has to stay open.
 */
export type Keeping = "device" | "page" | "form" | "nothing";

type Safety = {
  signedOut: string;
  failing: string;
  broken: (canReload: boolean) => string;
  slow: string;
  short: string;
};

const SAFETY: Record<Keeping, Safety> = {
  device: {
    signedOut: "What you type waits on this device.",
    failing: "What you type waits on this device and is tried again by itself.",
    broken: (canReload) => `What you type waits on this device and is sent by itself.${mayClose(canReload)}`,
    slow: "What you typed is safe on this device. ",
    short: "Kept on this device.",
  },
  page: {
    signedOut: "What you type waits in this page. Keep it open.",
    failing: "What you type waits in this page and is tried again by itself. Keep it open.",
    broken: () => "What you type waits in this page and is sent by itself. Keep it open.",
    slow: "What you typed waits in this page. ",
    short: "Keep this page open.",
  },
  form: {
    signedOut:
      "What you typed stays in this page and is not saved yet. Keep it open, sign in, and save it then.",
    failing: "What you typed stays in this page and is not saved yet. Keep it open and try again.",
    broken: () =>
      "What you typed stays in this page and is not saved yet. Keep it open, and save it when the connection is back.",
    slow: "What you typed stays in this page. ",
    short: "Keep this page open.",
  },
  nothing: {
    signedOut: "Sign in again to go on.",
    failing: "Try again in a moment.",
    broken: () => "Other pages open when the connection is back.",
    slow: "",
    short: "",
  },
};

/** Returns the most pressing notice, because only one is shown at a time; null when all is well. */
export function noticeOf(now: Circumstances): Notice | null {
  return ofSession(now) ?? ofConnection(now) ?? ofSlowness(now) ?? ofOfflinePage(now);
}

function ofSession({ session, keeping }: Circumstances): Notice | null {
  if (session.kind === "in") return null;
  if (session.kind !== "ending") {
    const title = session.kind === "out" ? "You are signed out." : "Somebody else is signed in here.";
    const { signedOut: text, short } = SAFETY[keeping];
    return { name: session.kind, title, text, short, act: "sign-in" };
  }
  const title = `You will be signed out in ${session.minutes} ${session.minutes === 1 ? "minute" : "minutes"}.`;
  if (session.by === "idle")
    return { name: "idle", title, text: "Nothing typed is lost.", short: "", act: "stay" };
  const text = "A sign-in lasts 12 hours at most: sign in again now to go on.";
  return { name: "whole", title, text, short: "", act: "sign-in" };
}

function ofConnection({ connection, storedAt, timeZone, ...device }: Circumstances): Notice | null {
  const since = clockTime(device.connectionSince, timeZone);
  if (isAnsweredWithError(connection)) {
    const { failing, short } = SAFETY[device.keeping];
    const { title, hint } = ERROR_WORDS[connection];
    const text = `${hint}${failing}`;
    return { name: connection, title: `${title}, since ${since}.`, text, short, act: null };
  }
  if (connection !== "broken") return null;
  const title = storedAt ? storedTitle(storedAt, timeZone) : `No connection since ${since}.`;
  return { name: connection, title, ...brokenWords(device), act: null };
}

/** The old page stays until the new one comes, and the person may go on typing in it. */
function ofSlowness({ isSlow, keeping }: Circumstances): Notice | null {
  if (!isSlow) return null;
  const { slow, short } = SAFETY[keeping];
  return {
    name: "slow",
    title: "The school’s network does not answer.",
    text: `${slow}The page that you asked for opens as soon as it comes.`,
    short: keeping === "device" ? "What you typed is safe." : short,
    act: "stay-here",
  };
}

/**
 * The notice for a stored page shown without network, until something is sent from it; after that the page is behind
 * the server.
 */
function ofOfflinePage({ storedAt, timeZone, ...device }: Circumstances): Notice | null {
  if (!storedAt) return null;
  if (device.isReached)
    return {
      name: "offline-page",
      title: `This is the page as this device kept it at ${clockTime(storedAt, timeZone)}.`,
      text: "The connection is back: load it again to see what colleagues changed.",
      short: "",
      act: "reload",
    };
  return { name: "broken", title: storedTitle(storedAt, timeZone), ...brokenWords(device), act: null };
}

function storedTitle(storedAt: Date, timeZone: string): string {
  return `No connection: this is the page as this device kept it at ${clockTime(storedAt, timeZone)}.`;
}

function brokenWords({ keeping, canReload }: Pick<Circumstances, "keeping" | "canReload">) {
  const { broken, short } = SAFETY[keeping];
  return { text: broken(canReload), short };
}

/** A private window cannot be told from others, and forgets its data when it is closed. */
function mayClose(canReload: boolean): string {
  return canReload
    ? " You may close this page or load it again, but keep a private window open."
    : " You may close this page, but not a private window; without a connection it cannot be loaded again.";
}
