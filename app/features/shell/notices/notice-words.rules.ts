import { formatClockTime } from "#domain/dates.ts";
import { isAnsweredWithError, type ConnectionState } from "#saving/client/row-phase.ts";
import type { SessionView } from "../session/session-view.rules.ts";

export type NoticeAction = "sign-in" | "stay" | "reload" | "stay-here";

/** A notice that the page shows for as long as it applies. `short` is the text beside the title on a phone. */
export type PageNotice = {
  /** A screen reader announces the notice again only when this name changes. */
  name: string;
  title: string;
  text: string;
  short: string;
  act: NoticeAction | null;
};

export type NoticeConditions = {
  session: SessionView;
  connection: ConnectionState;
  connectionSince: Date;
  /** The time at which this device stored the page that is shown offline; null for a page from the server. */
  storedAt: Date | null;
  /** Whether the server has been reached since this page was opened. */
  isReached: boolean;
  keeping: InputStorage;
  canReload: boolean;
  /** Whether a page was requested some time ago and no response has arrived yet. */
  isSlow: boolean;
  timeZone: string;
};

export const NOTICE_ACTION_LABELS: Record<NoticeAction, string> = {
  "sign-in": "Sign in again",
  stay: "Stay signed in",
  reload: "Reload the page",
  "stay-here": "Stay here",
};

/** The titles and hints for a server that responds but cannot save. */
const ERROR_WORDS = {
  failing: { title: "The server has not been able to save", hint: "" },
  turning: { title: "The new term is being set up. Saving has been paused", hint: "" },
  early: { title: "The term of these entries has not started. Saving has been paused", hint: "" },
  unread: {
    title: "No connection to the school’s server",
    hint: "You may have to sign in to this network first. ",
  },
} as const;

/**
 * The place where typed text is kept: on the device or, if the device stores nothing, in the page. `form` means a form
 * with a button, which is sent only by the button, so the page has to stay open.
 */
export type InputStorage = "device" | "page" | "form" | "nothing";

type Safety = {
  signedOut: string;
  failing: string;
  broken: (canReload: boolean) => string;
  slow: string;
  short: string;
};

const SAFETY: Record<InputStorage, Safety> = {
  device: {
    signedOut: "What you type is kept on this device.",
    failing: "What you type is kept on this device and sent again automatically.",
    broken: (canReload) =>
      `What you type is kept on this device and sent automatically.${mayClose(canReload)}`,
    slow: "What you typed is safe on this device. ",
    short: "Kept on this device.",
  },
  page: {
    signedOut: "What you type is kept on this page. Keep the page open.",
    failing: "What you type is kept on this page and sent again automatically. Keep the page open.",
    broken: () => "What you type is kept on this page and sent automatically. Keep the page open.",
    slow: "What you typed is kept on this page. ",
    short: "Keep this page open.",
  },
  form: {
    signedOut:
      "What you typed is still on this page but not saved yet. Keep the page open, sign in, then save.",
    failing: "What you typed is still on this page but not saved yet. Keep the page open and try again.",
    broken: () =>
      "What you typed is still on this page but not saved yet. Keep the page open, and save when the connection is back.",
    slow: "What you typed is still on this page. ",
    short: "Keep this page open.",
  },
  nothing: {
    signedOut: "Sign in again to continue.",
    failing: "Try again in a moment.",
    broken: () => "Other pages will open when the connection is back.",
    slow: "",
    short: "",
  },
};

/** Returns the most urgent notice, because only one is shown at a time. Returns null if all is well. */
export function choosePageNotice(now: NoticeConditions): PageNotice | null {
  return ofSession(now) ?? ofConnection(now) ?? ofSlowness(now) ?? ofOfflinePage(now);
}

function ofSession({ session, keeping }: NoticeConditions): PageNotice | null {
  if (session.kind === "in") return null;
  if (session.kind !== "ending") {
    const title = session.kind === "out" ? "You have been signed out." : "Somebody else is signed in here.";
    const { signedOut: text, short } = SAFETY[keeping];
    return { name: session.kind, title, text, short, act: "sign-in" };
  }
  const title = `You will be signed out in ${session.minutes} ${session.minutes === 1 ? "minute" : "minutes"}.`;
  if (session.by === "idle")
    return { name: "idle", title, text: "Nothing you typed is lost.", short: "", act: "stay" };
  const text = "A sign-in lasts at most 12 hours. Sign in again now to continue.";
  return { name: "whole", title, text, short: "", act: "sign-in" };
}

function ofConnection({ connection, storedAt, timeZone, ...device }: NoticeConditions): PageNotice | null {
  const since = formatClockTime(device.connectionSince, timeZone);
  if (isAnsweredWithError(connection)) {
    const { failing, short } = SAFETY[device.keeping];
    const { title, hint } = ERROR_WORDS[connection];
    const text = `${hint}${failing}`;
    return { name: connection, title: `${title} since ${since}.`, text, short, act: null };
  }
  if (connection !== "broken") return null;
  const title = storedAt ? storedTitle(storedAt, timeZone) : `No connection since ${since}.`;
  return { name: connection, title, ...brokenWords(device), act: null };
}

/**
 * Returns the notice about a slow page. The old page stays until the new one arrives, so the person can go on typing.
 */
function ofSlowness({ isSlow, keeping }: NoticeConditions): PageNotice | null {
  if (!isSlow) return null;
  const { slow, short } = SAFETY[keeping];
  return {
    name: "slow",
    title: "The school’s network is not responding.",
    text: `${slow}The page will open as soon as the network responds.`,
    short: keeping === "device" ? "What you typed is safe." : short,
    act: "stay-here",
  };
}

/**
 * Returns the notice about a stored page that is shown without a network. The notice disappears when something is
 * sent from the page.
 */
function ofOfflinePage({ storedAt, timeZone, ...device }: NoticeConditions): PageNotice | null {
  if (!storedAt) return null;
  if (device.isReached)
    return {
      name: "offline-page",
      title: `You see this page as it was at ${formatClockTime(storedAt, timeZone)}.`,
      text: "The connection is back. Reload the page to see what colleagues changed.",
      short: "",
      act: "reload",
    };
  return { name: "broken", title: storedTitle(storedAt, timeZone), ...brokenWords(device), act: null };
}

function storedTitle(storedAt: Date, timeZone: string): string {
  return `No connection: you see this page as it was at ${formatClockTime(storedAt, timeZone)}.`;
}

function brokenWords({ keeping, canReload }: Pick<NoticeConditions, "keeping" | "canReload">) {
  const { broken, short } = SAFETY[keeping];
  return { text: broken(canReload), short };
}

/**
 * Returns a hint that the page may be closed, provided that it can be reloaded. A private window cannot be told apart
 * from other windows, but it loses its data when it is closed.
 */
function mayClose(canReload: boolean): string {
  return canReload
    ? " You can close or reload this page, but keep a private window open."
    : " You can close this page, but keep a private window open. You cannot reload this page without a connection.";
}

/**
 * The number of waiting rows, and how many of them will be sent automatically. The other rows were rejected, were
 * changed by somebody else, or have not been submitted.
 */
type Waiting = { total: number; sendable: number };

/** Describes what happens to waiting rows when the person signs out. */
export function describeUnsentAfterSignOut({ total, sendable }: Waiting): string {
  const isOne = total === 1;
  if (sendable === total) {
    return isOne
      ? "The entry stays on this device and is sent when you sign in here again."
      : "The entries stay on this device and are sent when you sign in here again.";
  }
  if (sendable === 0) {
    return isOne
      ? "The entry needs your attention first. It stays on this device and is not sent automatically."
      : "The entries need your attention first. They stay on this device and are not sent automatically.";
  }
  const needing = total - sendable;
  const others = sendable === 1 ? "the other is" : "the others are";
  return `All stay on this device: ${needing} ${needing === 1 ? "needs" : "need"} your attention first, ${others} sent when you sign in here again.`;
}
