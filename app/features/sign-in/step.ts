import { isRouteErrorResponse } from "@remix-run/react";
import { unansweredWords } from "#domain/messages.ts";

/** The steps of T2; their forms post the step's name as `intent`. */
export type Step = "username" | "password" | "reset";

export type SignInErrors = {
  /** Over the form: 'You are not signed in', and why. */
  form?: { title: string; text: string } | undefined;
  userName?: string | undefined;
  password?: string | undefined;
  newPassword?: string | undefined;
  confirmPassword?: string | undefined;
};

/** A step that the server did not answer itself; the page it came from stays. */
type FailedStep = { failed: true; step: Step; userName: string; errors: SignInErrors };

/** Where the action of `/` is called by its page. */
const USER_NAME_CALL = "/_root.data?index";

/** What is said where the answer has no message of its own. */
const NO_MESSAGE = "The server could not do this just now. Try again in a moment.";

/** What was typed stays, but for passwords. @param error what the call of the server's action threw */
export async function failedStep(form: FormData, error: unknown): Promise<FailedStep> {
  const intent = form.get("intent");
  const step: Step = intent === "password" || intent === "reset" ? intent : "username";
  const errors = {
    form: error instanceof TypeError ? unanswered(error) : await refused(error, { form, step }),
  };
  return { failed: true, step, userName: String(form.get("userName") ?? ""), errors };
}

export function isFailedStep(result: unknown): boolean {
  return typeof result === "object" && result !== null && "failed" in result;
}

function unanswered({ message }: TypeError) {
  return { title: "No answer", text: unansweredWords(message) };
}

/** T8: the response's message. Remix does not hand on an answer that is no page's: the name alone is asked again for it. */
async function refused(error: unknown, { form, step }: { form: FormData; step: Step }) {
  const isOurs = isRouteErrorResponse(error);
  const unread = isOurs || step !== "username" ? null : await answerTo(form);
  const text = messageIn(isOurs ? error.data : unread) ?? NO_MESSAGE;
  return { title: "The server answered with an error", text };
}

async function answerTo(form: FormData): Promise<unknown> {
  const name = new URLSearchParams({ intent: "username", userName: String(form.get("userName") ?? "") });
  const asked = { method: "POST", body: name, headers: { Accept: "application/json" } };
  try {
    return await (await fetch(USER_NAME_CALL, { ...asked, redirect: "manual" })).json();
  } catch {
    return null;
  }
}

function messageIn(body: unknown): string | null {
  if (typeof body !== "object" || body === null || !("message" in body)) return null;
  return typeof body.message === "string" && body.message !== "" ? body.message : null;
}
