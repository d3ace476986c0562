import type { SignInErrors, SignInPageProps } from "./sign-in-page.tsx";

type Step = SignInPageProps["step"];

/** T8, word for word: what a step says when the server did not answer. What was typed stays, but for passwords. */
export function unansweredStep(
  form: FormData,
  reason: string,
): { step: Step; userName: string; errors: SignInErrors } {
  const intent = form.get("intent");
  const step: Step = intent === "password" || intent === "reset" ? intent : "username";
  const text = `An Error has occured ( ${reason} )`;
  return {
    step,
    userName: String(form.get("userName") ?? ""),
    errors: { form: { title: "No answer", text } },
  };
}
