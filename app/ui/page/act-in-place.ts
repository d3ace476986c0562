import {
  isRouteErrorResponse,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from "@remix-run/react";
import { useState } from "react";

import { createEmitter } from "../emitter.ts";

/** No answer came of an act, or a fault of the server. */
export type Failed = {
  failed: true;
  /** `503 Service Unavailable`, or that no answer came. */
  status: string;
  /** The server's, where it said why. */
  words: string | null;
  /** What it was about, on a page of several forms. */
  about?: string;
  /** Tells one failure from the next. */
  at: number;
};

/** Set by script: then the page stays, and the answer says what came of it. */
export const STAYS = "stays";

const STALE = 409;
const LEAST_FAULT = 500;

const REDIRECTS = [302, 303, 307];
const SIGNED_OUT = "You are signed out, so nothing was done. Sign in again.";

/** An act was answered that nobody is signed in: who watches the session opens the sign-in over the page. */
export const signedOut = createEmitter();

/**
 * The `clientAction` of a page that must stay when its action fails: an error page would replace it, and what is typed on
 * it. Such a route exports `unlessFailed` too, since loading its data again would fail as well.
 */
export function actInPlace<Action>({ serverAction }: ClientActionFunctionArgs) {
  return orFailed(() => serverAction<Action>());
}

/** A failure becomes a value; redirects and refusals with a page of their own are thrown on. */
export async function orFailed<Answer>(act: () => Promise<Answer>): Promise<Answer | Failed> {
  try {
    return await act();
  } catch (error) {
    if (isSignedOut(error)) {
      signedOut.notify();
      return { failed: true, status: "signed out", words: SIGNED_OUT, at: Date.now() };
    }
    if (!isFault(error)) throw error;
    return { failed: true, status: statusOf(error), words: wordsOf(error), at: Date.now() };
  }
}

/** What the last answer said stands until another comes: of a form that failed since, nothing may be drawn anew. */
export function useAnswer<Came>(came: Came) {
  const [kept, setKept] = useState<Exclude<Came, Failed>>();
  if (isFailed(came)) return { answer: kept, failed: came };
  const answer = came as Exclude<Came, Failed>;
  if (answer !== kept) setKept(answer);
  return { answer, failed: null };
}

export function isFailed(answer: unknown): answer is Failed {
  return typeof answer === "object" && answer !== null && "failed" in answer;
}

/** A `shouldRevalidate`: the page keeps its data when the action failed. */
export function unlessFailed({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return !isFailed(actionResult) && defaultShouldRevalidate;
}

/** A `shouldRevalidate`: also after a refusal because the page was out of date, so that it shows what stands now. */
export function alsoWhenStale(args: ShouldRevalidateFunctionArgs): boolean {
  return args.actionStatus === STALE || unlessFailed(args);
}

/** The sign-in page would take the place of this one, with what is typed on it. */
function isSignedOut(error: unknown): boolean {
  if (!(error instanceof Response) || !REDIRECTS.includes(error.status)) return false;
  const to = new URL(error.headers.get("Location") ?? "", location.href);
  return to.origin === location.origin && to.pathname === "/";
}

function statusOf(error: unknown): string {
  return isRouteErrorResponse(error) ? `${error.status} ${error.statusText}`.trim() : "no answer came";
}

function wordsOf(error: unknown): string | null {
  return isRouteErrorResponse(error) ? messageOf(error.data) : null;
}

/** Our own errors bring their words (`errors.ts`); those of Remix do not. */
export function messageOf(data: unknown): string | null {
  if (typeof data !== "object" || data === null || !("message" in data)) return null;
  return typeof data.message === "string" ? data.message : null;
}

/** Anything but an answer that was meant: a redirect, or a refusal with its words. */
export function isFault(error: unknown): boolean {
  return isRouteErrorResponse(error) ? error.status >= LEAST_FAULT : error instanceof Error;
}
