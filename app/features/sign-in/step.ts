import { isRouteErrorResponse } from "@remix-run/react";
import { describeNoAnswer } from "#domain/messages.ts";
import { errorMessage, type RequestFailure } from "#ui/form/form-result.ts";

/** The steps of a sign-in; their forms post the step's name as `intent`, and have it as their id. */
export type Step = "username" | "password" | "reset";

/** The title over a form that signed nobody in. */
export const NOT_SIGNED_IN = "You are not signed in";

/** The address at which the page calls the action of `/`. */
const USER_NAME_CALL = "/_root.data?index";

/** The message for a response that has no message. */
const NO_MESSAGE = "The server could not do this just now. Try again in a moment.";

/**
 * Describes a step that the server did not answer itself; the page stays.
 * @param error the value that the call of the action threw
 */
export async function failedStep(form: FormData, error: unknown): Promise<RequestFailure> {
  const about = String(form.get("intent"));
  const failure = error instanceof TypeError ? unanswered(error) : await refused(error, form);
  return { failed: true, ...failure, about, at: Date.now() };
}

function unanswered({ message }: TypeError) {
  return { status: "No answer", words: describeNoAnswer(message) };
}

/** Remix does not pass on a response that no page made, so the username alone is sent again to read its message. */
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
