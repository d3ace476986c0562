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

type Unanswered = { unanswered: true; step: Step; userName: string; errors: SignInErrors };

/** What a step says when the server did not answer (T8, word for word). What was typed stays, but for passwords. */
export function unansweredStep(form: FormData, reason: string): Unanswered {
  const intent = form.get("intent");
  const step: Step = intent === "password" || intent === "reset" ? intent : "username";
  const errors = { form: { title: "No answer", text: unansweredWords(reason) } };
  return { unanswered: true, step, userName: String(form.get("userName") ?? ""), errors };
}

export function isUnanswered(result: unknown): boolean {
  return typeof result === "object" && result !== null && "unanswered" in result;
}
