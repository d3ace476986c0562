import { isRouteErrorResponse } from "@remix-run/react";
import { errorMessage } from "#ui/form/form-result.ts";

const SURPRISE = {
  title: "Something went wrong",
  text: "The error has been recorded, and everything shown as saved is safe. Try again in a moment.",
};

const NO_CONNECTION = {
  title: "No connection",
  text: "This page could not be loaded. Try again when the connection is back. Marks, reports and registers that you typed are kept on this device and sent automatically.",
};

const SOMEBODY_ELSE = "Somebody else is signed in here";

const TITLES: Readonly<Record<number, string>> = {
  400: "This request could not be read",
  401: "You have been signed out",
  403: "You do not have access",
  404: "Not found",
  405: "This did not work",
  429: "Too many requests",
  503: "Termbook is not available",
};

export function describeFailure(error: unknown): { title: string; text: string } {
  if (isUnreachable(error)) return NO_CONNECTION;
  if (!isRouteErrorResponse(error) || (error.status >= 500 && !errorMessage(error.data))) return SURPRISE;
  const title = findFieldsOfRefusedForm(error)
    ? SOMEBODY_ELSE
    : (findWaitingTitle(error) ?? failureTitle(error.status));
  return { title, text: errorMessage(error.data) ?? "Go back to the Main Menu and start from there." };
}

/** Returns whether the error is a bug, whose details are in the server's log. */
export function isProgramFault(error: unknown): boolean {
  return describeFailure(error) === SURPRISE;
}

export function failureTitle(status: number): string {
  return TITLES[status] ?? (status >= 500 ? SURPRISE.title : "Nothing was changed");
}

export function isWorthRetrying(error: unknown): boolean {
  return !isRouteErrorResponse(error) || error.status >= 500;
}

/**
 * Returns the fields of a form that was refused because it came from another account's page, or null for any other
 * error.
 */
export function findFieldsOfRefusedForm(error: unknown): [string, string][] | null {
  const data: unknown = isRouteErrorResponse(error) ? error.data : null;
  if (typeof data !== "object" || data === null || !("typed" in data)) return null;
  return Array.isArray(data.typed) ? (data.typed as [string, string][]) : null;
}

/** Returns the title of a page that opens by itself after some seconds, or null for any other error. */
export function findWaitingTitle(error: unknown): string | null {
  const data: unknown = isRouteErrorResponse(error) ? error.data : null;
  if (typeof data !== "object" || data === null || !("opensAgain" in data)) return null;
  return typeof data.opensAgain === "string" ? data.opensAgain : null;
}

/** Returns whether a fetch got no response. Browsers throw a TypeError and say nothing more precise. */
function isUnreachable(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    typeof navigator !== "undefined" &&
    /fetch|network|load/i.test(error.message)
  );
}
