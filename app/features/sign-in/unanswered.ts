import type { SignInErrors, SignInPageProps } from "./sign-in-page.tsx";
import { unansweredWords } from "#domain/messages.ts";

type Step = SignInPageProps["step"];
type Unanswered = { unanswered: true; step: Step; userName: string; errors: SignInErrors };

/** T8, word for word: what a step says when the server did not answer. What was typed stays, but for passwords. */
export function unansweredStep(form: FormData, reason: string): Unanswered {
  const intent = form.get("intent");
  const step: Step = intent === "password" || intent === "reset" ? intent : "username";
  const text = unansweredWords(reason);
  const errors = { form: { title: "No answer", text } };
  return { unanswered: true, step, userName: String(form.get("userName") ?? ""), errors };
}

export function isUnanswered(result: unknown): boolean {
  return typeof result === "object" && result !== null && "unanswered" in result;
}
