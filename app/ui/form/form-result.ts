import { useActionData, type ClientActionFunctionArgs } from "@remix-run/react";
import { FORM_ID, type FormReply } from "#domain/form-reply.ts";

import { isFailed, messageOf, orFailed, useAnswer, type Failed } from "../page/act-in-place.ts";

/**
 * The `shouldRevalidate` of a route with forms. Its data is loaded again after a change, and after a stale form, so that
 * the page shows what is there now; not after a request that failed, because loading would fail too.
 */
export { alsoWhenStale as shouldRevalidateWhenStale } from "../page/act-in-place.ts";

/**
 * The `clientAction` of a route with forms. When the server does not answer, or answers with a fault of its own, the page
 * stays as it is, and the form says what happened. When the session has ended, the sign-in opens over the page.
 */
export async function keepPageOnFailure<Action>({ request, serverAction }: ClientActionFunctionArgs) {
  const copy = request.clone();
  const result = refusedIn(await orFailed(() => serverAction<Action>()));
  if (!isFailed(result)) return result;
  const formId = (await copy.formData()).get(FORM_ID);
  return typeof formId === "string" ? { ...result, about: formId } : result;
}

/** An address without a page answers a refusal as JSON with its words: that is no reply to a form. */
function refusedIn<Answer>(answer: Answer): Answer | Failed {
  const words = messageOf(answer);
  return words === null ? answer : { failed: true, status: "refused", words, at: Date.now() };
}

/**
 * The result of `doneHere` for a form of this page, or null. It stays when a later request fails. A page with one form
 * needs no id: without script it shows the result to a form of the version before an update too.
 */
export function useFormResult<Result>(formId?: string): Result | null {
  const { answer } = useAnswer(useActionData());
  if (!isReply<Result>(answer) || (formId !== undefined && answer.formId !== formId)) return null;
  return answer.result ?? null;
}

/** The id of the form of this page that the last reply is to, or null. It stays when a later request fails. */
export function useRepliedForm(): string | null {
  const { answer } = useAnswer(useActionData());
  return isReply(answer) ? answer.formId : null;
}

/** What the last answer of the server says about a form, or why there was none. */
export function useFormReply<Result>(formId: string, answered: unknown) {
  const { answer, failed } = useAnswer(answered);
  return {
    reply: isReply<Result>(answer) && answer.formId === formId ? answer : null,
    failure: failed?.about === formId ? failed : null,
  };
}

/** Actions answer with a reply of this shape only (`answerForm`). */
function isReply<Result = unknown>(answer: unknown): answer is FormReply<Result> {
  return typeof answer === "object" && answer !== null && FORM_ID in answer;
}
