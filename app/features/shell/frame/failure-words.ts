import { isRouteErrorResponse } from "@remix-run/react";

const SURPRISE = {
  title: "Something went wrong",
  text: "It has been noted, and nothing that was shown as saved is lost. Try again, or go back to the Main Menu.",
};

const NO_CONNECTION = {
  title: "No connection",
  text: "This page could not be fetched. What you typed waits on this device and is sent by itself. Try again when the connection is back.",
};

const SOMEBODY_ELSE = "Somebody else is signed in here";

const TITLES: Readonly<Record<number, string>> = {
  400: "This could not be read",
  403: "Not part of your account",
  404: "There is nothing here",
  405: "This could not be done",
};

/** What to say of whatever a page threw. */
export function wordsOfFailure(error: unknown): { title: string; text: string } {
  if (isUnreachable(error)) return NO_CONNECTION;
  if (!isRouteErrorResponse(error) || error.status >= 500) return SURPRISE;
  const title = typedIn(error) ? SOMEBODY_ELSE : (TITLES[error.status] ?? "This was not done");
  return { title, text: messageOf(error.data) ?? "Go back to the Main Menu and start from there." };
}

/** The fields of a form that came from another account's page; null for every other error. */
export function typedIn(error: unknown): [string, string][] | null {
  const data: unknown = isRouteErrorResponse(error) ? error.data : null;
  if (typeof data !== "object" || data === null || !("typed" in data)) return null;
  return Array.isArray(data.typed) ? (data.typed as [string, string][]) : null;
}

/** Our own errors bring their words (`errors.ts`); those of Remix do not. */
function messageOf(data: unknown): string | null {
  if (typeof data !== "object" || data === null || !("message" in data)) return null;
  return typeof data.message === "string" ? data.message : null;
}

/** This kind of error is all that a browser says of a fetch that got no answer. */
export function isUnreachable(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    typeof navigator !== "undefined" &&
    /fetch|network|load/i.test(error.message)
  );
}
