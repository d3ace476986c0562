import { isRouteErrorResponse } from "@remix-run/react";
import { describeNoResponse } from "#domain/messages.ts";
import { errorMessage, type RequestFailure } from "#ui/form/form-result.ts";

/** The steps of a sign-in. Each step's form sends the step as `intent`, and has it as its id. */
export type SignInStep = "username" | "password" | "reset";

/** The field with which the password's form asks for the next page itself in place of a redirect. */
export const OPENS_NEXT_PAGE = "opens";

/** The title above a form when the sign-in failed. */
export const NOT_SIGNED_IN = "You are not signed in";

/** The address at which Remix calls the action of the route `/`. */
const USER_NAME_CALL = "/_root.data?index";

/** The message for a response that has no message. */
const NO_MESSAGE = "The server could not do this just now. Try again in a moment.";

/**
 * Describes a step that failed without a response from its action, so that the page can stay open. @param error the
 * error that the call of the action threw
 */
export async function describeFailedStep(form: FormData, error: unknown): Promise<RequestFailure> {
  const about = String(form.get("intent"));
  const failure = error instanceof TypeError ? unanswered(error) : await refused(error, form);
  return { failed: true, ...failure, about, at: Date.now() };
}

function unanswered({ message }: TypeError) {
  return { status: "No answer", words: describeNoResponse(message) };
}

/**
 * Remix does not pass on a response that the action did not make, so the user name alone is sent again to read its
 * message.
 */
async function refused(error: unknown, form: FormData) {
  const isOurs = isRouteErrorResponse(error);
  const unread = isOurs || form.get("intent") !== "username" ? null : await answerTo(form);
  const words = errorMessage(isOurs ? error.data : unread) || NO_MESSAGE;
  return { status: "The server answered with an error", words };
}

async function answerTo(form: FormData): Promise<unknown> {
  const name = new URLSearchParams({ intent: "username", userName: String(form.get("userName") ?? "") });
  const input = { method: "POST", body: name, headers: { Accept: "application/json" } };
  try {
    return await (await fetch(USER_NAME_CALL, { ...input, redirect: "manual" })).json();
  } catch {
    return null;
  }
}
