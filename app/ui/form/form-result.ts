import {
  isRouteErrorResponse,
  useActionData,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from "@remix-run/react";
import { useState } from "react";
import { FORM_ID_FIELD, type FormReply } from "#domain/form-reply.ts";
import { createEmitter } from "../emitter.ts";

/** A failed request: no response, a server error, or a rejection without a page of its own. */
export type RequestFailure = {
  failed: true;
  /** Text for the person: `503 Service Unavailable`, or that the server did not respond. */
  status: string;
  /** The server's own message, if there is one. */
  words: string | null;
  /** The id of the form, on a page with several forms. */
  about?: string;
  /** The time of the failure, which distinguishes two equal failures. */
  at: number;
};

export const NO_ANSWER_MESSAGE = "The server did not answer";
export const MAY_NOT_BE_SAVED = `${NO_ANSWER_MESSAGE}, so your change may not be saved.`;

const REJECTED = 422;
const LEAST_FAULT = 500;

const REDIRECTS = [302, 303, 307];
const SIGNED_OUT = "You have been signed out. Nothing was changed. Sign in again.";

/**
 * Notifies the session monitor that the session has ended, so that the sign-in opens over the page. The monitor loads
 * after the page, so a message waits until the monitor listens.
 */
export const sessionEndedEmitter = createEmitter(true);

/**
 * The `clientAction` of a route with forms. If the server does not respond or responds with an error, the page stays as
 * it is and the form shows what happened. If the session has ended, the sign-in opens over the page.
 */
export async function keepPageOnFailure<Action>({ request, serverAction }: ClientActionFunctionArgs) {
  const copy = request.clone();
  const result = refusedIn(await catchFailure(() => serverAction<Action>()));
  if (!isFailure(result)) return result;
  const formId = (await copy.formData()).get(FORM_ID_FIELD);
  return typeof formId === "string" ? { ...result, about: formId } : result;
}

/**
 * Returns a failed request as a value instead of throwing an error. A redirect to the sign-in counts as a failure.
 * Other redirects, and rejections with a page of their own, are still thrown.
 */
export async function catchFailure<Result>(call: () => Promise<Result>): Promise<Result | RequestFailure> {
  try {
    return await call();
  } catch (error) {
    if (isSignInRedirect(error)) {
      sessionEndedEmitter.notify();
      return { failed: true, status: "signed out", words: SIGNED_OUT, at: Date.now() };
    }
    if (!isRequestFault(error)) throw error;
    return { failed: true, status: statusOf(error), words: wordsOf(error), at: Date.now() };
  }
}

/** Converts a rejection that was sent as JSON to a failure, because such a rejection is not a reply to a form. */
function refusedIn<Result>(result: Result): Result | RequestFailure {
  const words = errorMessage(result);
  return words === null ? result : { failed: true, status: "refused", words, at: Date.now() };
}

export function isFailure(result: unknown): result is RequestFailure {
  return typeof result === "object" && result !== null && "failed" in result;
}

/** Tells whether there was no response or a server error, as opposed to a redirect or a rejection with a message. */
export function isRequestFault(error: unknown): boolean {
  return isRouteErrorResponse(error) ? error.status >= LEAST_FAULT : error instanceof Error;
}

/**
 * Tells whether the response redirects to the sign-in. Following the redirect would replace the page and lose typed
 * values.
 */
function isSignInRedirect(error: unknown): boolean {
  if (!(error instanceof Response) || !REDIRECTS.includes(error.status)) return false;
  const to = new URL(error.headers.get("Location") ?? "", location.href);
  return to.origin === location.origin && to.pathname === "/";
}

function statusOf(error: unknown): string {
  return isRouteErrorResponse(error)
    ? `${error.status} ${error.statusText}`.trim()
    : "the server did not answer";
}

function wordsOf(error: unknown): string | null {
  return isRouteErrorResponse(error) ? errorMessage(error.data) : null;
}

/** Returns the message of an error from `errors.ts`, or null for another error, such as Remix's own. */
export function errorMessage(data: unknown): string | null {
  if (typeof data !== "object" || data === null || !("message" in data)) return null;
  return typeof data.message === "string" ? data.message : null;
}

/** Tells whether a page must stay as it is after an action, because the request failed or the form was rejected. */
export function mustKeepPage({
  actionResult,
  actionStatus,
}: Pick<ShouldRevalidateFunctionArgs, "actionResult" | "actionStatus">): boolean {
  return isFailure(actionResult) || actionStatus === REJECTED;
}

type LoaderResult = { type: "data" | "error"; result: unknown };
type Load = { state: typeof window.__remixRouter.state; request: Request; fetcherKey: string | null };

/**
 * Keeps the data of a page that is reloaded after the server's reply to a form, such as a conflict (409), if the server
 * cannot be reached in the meantime. Remix would show an error instead, and the typed text would be lost. The build
 * makes Remix call this function (`app/server/vite-plugins.ts`).
 */
export async function preserveDataAfterReply(
  loading: Promise<Record<string, LoaderResult>>,
  { state, request, fetcherKey }: Load,
): Promise<Record<string, LoaderResult>> {
  const results = await loading;
  if (!isReloadAfterReply(state) || (fetcherKey === null && !isOfPage(request, state.location)))
    return results;
  for (const [routeId, { type, result }] of Object.entries(results)) {
    const data: unknown =
      fetcherKey === null ? state.loaderData[routeId] : state.fetchers.get(fetcherKey)?.data;
    if (type === "error" && isRequestFault(result) && data !== undefined)
      results[routeId] = { type: "data", result: data };
  }
  return results;
}

/** After a redirect the change was made, so nothing that was typed can be lost. */
function isReloadAfterReply({ navigation, fetchers }: Load["state"]): boolean {
  const { _isRedirect = false } = (navigation.location?.state ?? {}) as { _isRedirect?: boolean };
  return !_isRedirect && [navigation, ...fetchers.values()].some(isReplied);
}

function isReplied({ state, formMethod }: { state: string; formMethod?: string | undefined }): boolean {
  return state === "loading" && formMethod !== undefined && formMethod !== "GET";
}

function isOfPage({ url }: Request, { pathname, search }: Load["state"]["location"]): boolean {
  const loaded = new URL(url);
  return loaded.pathname === pathname && loaded.search === search;
}

/**
 * The `shouldRevalidate` of a route with forms. After a change or a conflict (409) the page is reloaded to show the
 * current data. Remix itself skips the reload after every rejection, but only for routes without this function: to
 * others it passes `defaultShouldRevalidate: true`.
 */
export function shouldRevalidateWhenStale(args: ShouldRevalidateFunctionArgs): boolean {
  return !mustKeepPage(args) && args.defaultShouldRevalidate;
}

/** Returns the last result of an action even if a later request fails, because a new result would reset the form. */
export function useLastResult<Result>(latest: Result) {
  const [last, setLast] = useState<Exclude<Result, RequestFailure>>();
  if (isFailure(latest)) return { result: last, failure: latest };
  const result = latest as Exclude<Result, RequestFailure>;
  if (result !== last) setLast(result);
  return { result, failure: null };
}

/**
 * Returns the result that `formSucceededWithResult` sent for a form of this page, or null. A later failure does not remove the
 * result. Pass no id on a page with one form: a form that was loaded before an update then gets its result too.
 */
export function useFormResult<Result>(formId?: string): Result | null {
  const { result } = useLastResult(useActionData());
  if (!isReply<Result>(result) || (formId !== undefined && result.formId !== formId)) return null;
  return result.result ?? null;
}

/** Returns the id of the form that the last reply belongs to, or null. A later failed request keeps that id. */
export function useRepliedForm(): string | null {
  const { result } = useLastResult(useActionData());
  return isReply(result) ? result.formId : null;
}

/** Returns the server's last reply to a form, or the failure of the request. */
export function useFormReply<Result>(formId: string, actionData: unknown) {
  const { result, failure } = useLastResult(actionData);
  return {
    reply: isReply<Result>(result) && result.formId === formId ? result : null,
    failure: failure?.about === formId ? failure : null,
  };
}

/**
 * Tells whether a result is the reply to a form. Checking for a form id is enough, because actions reply only through
 * `handleForm`.
 */
function isReply<Result = unknown>(result: unknown): result is FormReply<Result> {
  return typeof result === "object" && result !== null && FORM_ID_FIELD in result;
}
