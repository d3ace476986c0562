import { isRouteErrorResponse } from "@remix-run/react";
import { describeNoResponse } from "#domain/messages.ts";
import { errorMessage, type RequestFailure } from "#ui/form/form-result.ts";

/** The steps of a sign-in. The form of each step has the step as its id, and sends the step as `intent`. */
export type SignInStep = "username" | "password" | "reset";

/** The field by which the password form asks for the next page itself, in place of a redirect. */
export const WANTS_NEXT_PAGE_FIELD = "opens";

/** The title above a form when the sign-in failed. */
export const NOT_SIGNED_IN_TITLE = "You are not signed in";

const NO_MESSAGE = "The server could not do this. Try again in a moment.";

/**
 * Describes a step that failed without a response from its action, so that the page can stay open.
 * @param error the error thrown by the call of the action
 */
export function describeFailedStep(form: FormData, error: unknown): RequestFailure {
  const about = String(form.get("intent"));
  const failure = error instanceof TypeError ? unanswered(error) : refused(error);
  return { failed: true, ...failure, about, at: Date.now() };
}

function unanswered({ message }: TypeError) {
  return { status: "No response", words: describeNoResponse(message) };
}

/**
 * Returns an error with the response's message. Remix passes on a message only from a response that the action made.
 */
function refused(error: unknown) {
  const words = isRouteErrorResponse(error) ? errorMessage(error.data) : null;
  return { status: "The server answered with an error", words: words || NO_MESSAGE };
}
