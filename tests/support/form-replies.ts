import type { FormReply } from "#domain/form-reply.ts";
import type { Answer } from "./request.ts";

/** The first error of each field in the reply to a form; `""` is the form itself. */
export function errorsIn(answer: Answer): Record<string, string | undefined> {
  const errors = Object.entries(replyIn(answer).error ?? {});
  return Object.fromEntries(errors.map(([field, messages]) => [field, messages?.[0]]));
}

/** What the form holds when it is shown again, ready to be posted once more. */
export function valuesIn(answer: Answer): Record<string, string> {
  return { ...replyIn(answer).initialValue } as Record<string, string>;
}

export function replyIn({ body }: Answer): FormReply {
  return body as FormReply;
}
