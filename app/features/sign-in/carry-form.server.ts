import { data, redirect } from "@remix-run/node";
import { CARRIED_FIELD, carriedForm, carriedFormPath } from "#access/carried/carried-form.server.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { readSessionToken } from "#access/session-cookie.server.ts";
import { pathToReturnTo, SIGN_IN } from "#access/sign-in-path.ts";
import type { FormReply } from "#domain/form-reply.ts";
import { providerName } from "./provider/identity-provider.server.ts";
import type { Step } from "./step.ts";

/** A step that is shown instead of the step that the loader chose, and the reply to the step's form. */
export type StepView = Partial<FormReply> & {
  step: Step;
  userName: string;
  carried?: string;
  notice?: string;
};

type Taken = Response | ReturnType<typeof data<StepView>>;

const KEPT = "You have been signed out. What you typed is kept on this page and is saved when you sign in.";

/** The next step when the sign-in goes on. */
const NEXT_STEP: Readonly<Record<string, Step>> = { username: "password", password: "reset" };

/**
 * Carries a form that was posted without a session from step to step, and on to its page after the sign-in: the browser
 * posts the form once more, and the page accepts it from its author alone.
 */
export async function carryForm(request: Request, takeStep: () => Promise<Taken>): Promise<Taken> {
  const form = await postedForm(request);
  const first = { step: "username", userName: "" } as const;
  const carried = form.get(CARRIED_FIELD);
  if (typeof carried !== "string") {
    if (!form.has("author")) return takeStep();
    return data({ ...first, carried: carriedForm(form, pathToReturnTo(request)), notice: keptWords() });
  }
  const path = carriedFormPath(carried);
  if (path === null) return takeStep();
  const kept = { carried, notice: KEPT };
  const intent = String(form.get("intent"));
  if (intent === "restart" && readSessionToken(request) === null)
    return data({ ...first, ...kept, notice: keptWords() });
  const taken = await takeStep().catch(thrownAnswer);
  if (!(taken instanceof Response)) return data({ ...taken.data, ...kept }, taken.init ?? undefined);
  const headers = cookiesOf(taken);
  if (!leadsToSignIn(taken, request)) return redirect(path, { status: 307, headers });
  const next = NEXT_STEP[intent] ?? first.step;
  const userName = next === first.step ? "" : String(form.get("userName") ?? "");
  return data({ step: next, userName, ...kept }, { headers });
}

/**
 * Describes where the typed form is kept for people who sign in through the identity provider, which would not send the
 * form back.
 */
function keptWords(): string {
  const name = providerName();
  return name === null ? KEPT : `${KEPT} ${name} opens in a new tab: sign in there, then choose NEXT here.`;
}

/** Returns a thrown response, such as the redirect of a person who has signed in; throws other errors again. */
function thrownAnswer(thrown: unknown): Response {
  if (thrown instanceof Response) return thrown;
  throw thrown;
}

function leadsToSignIn({ headers }: Response, { url }: Request): boolean {
  return new URL(headers.get("Location") ?? "", url).pathname === SIGN_IN;
}

function cookiesOf({ headers }: Response): Headers {
  return new Headers(headers.getSetCookie().map((cookie): [string, string] => ["Set-Cookie", cookie]));
}
