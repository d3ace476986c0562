import {
  isRouteErrorResponse,
  useActionData,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from "@remix-run/react";
import { useState } from "react";
import { FORM_ID, type FormReply } from "#domain/form-reply.ts";

import { createEmitter } from "../emitter.ts";

/** A request that the server did not answer, or answered with a fault of its own or a refusal without a page. */
export type RequestFailure = {
  failed: true;
  /** `503 Service Unavailable`, or that the server did not answer. */
  status: string;
  /** The reason, where the server gave one. */
  words: string | null;
  /** The id of the form, on a page with several. */
  about?: string;
  /** Tells one failure from the next. */
  at: number;
};

const STALE = 409;
const LEAST_FAULT = 500;

const REDIRECTS = [302, 303, 307];
const SIGNED_OUT = "You are signed out, so nothing was done. Sign in again.";

/** A request found the session ended: the session monitor opens the sign-in over the page. */
export const sessionEnded = createEmitter();

/**
 * The `clientAction` of a route with forms. When the server does not answer, or answers with a fault of its own, the page
 * stays as it is, and the form says what happened. When the session has ended, the sign-in opens over the page.
 */
export async function keepPageOnFailure<Action>({ request, serverAction }: ClientActionFunctionArgs) {
  const copy = request.clone();
  const result = refusedIn(await catchFailure(() => serverAction<Action>()));
  if (!isFailure(result)) return result;
  const formId = (await copy.formData()).get(FORM_ID);
  return typeof formId === "string" ? { ...result, about: formId } : result;
}

/** A failure becomes a value; redirects and refusals with a page of their own are thrown on. */
export async function catchFailure<Result>(call: () => Promise<Result>): Promise<Result | RequestFailure> {
  try {
    return await call();
  } catch (error) {
    if (isSignInRedirect(error)) {
      sessionEnded.notify();
      return { failed: true, status: "signed out", words: SIGNED_OUT, at: Date.now() };
    }
    if (!isFault(error)) throw error;
    return { failed: true, status: statusOf(error), words: wordsOf(error), at: Date.now() };
  }
}

/** An address without a page answers a refusal as JSON with its words: that is no reply to a form. */
function refusedIn<Result>(result: Result): Result | RequestFailure {
  const words = messageOf(result);
  return words === null ? result : { failed: true, status: "refused", words, at: Date.now() };
}

export function isFailure(result: unknown): result is RequestFailure {
  return typeof result === "object" && result !== null && "failed" in result;
}

/** Whether an error is a missing answer or a fault of the server, not a redirect or a refusal with its words. */
export function isFault(error: unknown): boolean {
  return isRouteErrorResponse(error) ? error.status >= LEAST_FAULT : error instanceof Error;
}

/** Following the redirect would replace this page, with what is typed on it. */
function isSignInRedirect(error: unknown): boolean {
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

/** A `shouldRevalidate`: not after a request that failed, because loading would fail too. */
export function shouldRevalidateUnlessFailed({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return !isFailure(actionResult) && defaultShouldRevalidate;
}

/**
 * The `shouldRevalidate` of a route with forms. Its data is loaded again after a change, and after a stale form, so that
 * the page shows what is there now; not after a request that failed.
 */
export function shouldRevalidateWhenStale(args: ShouldRevalidateFunctionArgs): boolean {
  return args.actionStatus === STALE || shouldRevalidateUnlessFailed(args);
}

/** The last result of an action, which stays when a later request fails: the form must not be drawn anew then. */
export function useLastResult<Result>(latest: Result) {
  const [last, setLast] = useState<Exclude<Result, RequestFailure>>();
  if (isFailure(latest)) return { result: last, failure: latest };
  const result = latest as Exclude<Result, RequestFailure>;
  if (result !== last) setLast(result);
  return { result, failure: null };
}

/**
 * The result of `doneHere` for a form of this page, or null. It stays when a later request fails. A page with one form
 * needs no id: without script it shows the result to a form of the version before an update too.
 */
export function useFormResult<Result>(formId?: string): Result | null {
  const { result } = useLastResult(useActionData());
  if (!isReply<Result>(result) || (formId !== undefined && result.formId !== formId)) return null;
  return result.result ?? null;
}

/** The id of the form of this page that the last reply is to, or null. It stays when a later request fails. */
export function useRepliedForm(): string | null {
  const { result } = useLastResult(useActionData());
  return isReply(result) ? result.formId : null;
}

/** What the last answer of the server says about a form, or why there was none. */
export function useFormReply<Result>(formId: string, actionData: unknown) {
  const { result, failure } = useLastResult(actionData);
  return {
    reply: isReply<Result>(result) && result.formId === formId ? result : null,
    failure: failure?.about === formId ? failure : null,
  };
}

/** Actions answer with a reply of this shape only (`answerForm`). */
function isReply<Result = unknown>(result: unknown): result is FormReply<Result> {
  return typeof result === "object" && result !== null && FORM_ID in result;
}
