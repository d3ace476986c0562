import { redirect, type Cookie, data } from "@remix-run/node";
import {
  CARRIED_FORM_FIELD,
  encryptCarriedForm,
  findCarriedFormPath,
} from "#access/carried/carried-form.server.ts";
import { PASSWORD_RULE } from "#access/passwords/new-password.server.ts";
import { readPostedForm } from "#access/posted-form.server.ts";
import { readSessionToken, signedCookie } from "#access/session-cookie.server.ts";
import { pathAfterSignIn, SIGN_IN_PATH } from "#access/sign-in-path.ts";
import { noTransaction } from "#db/index.ts";
import { findSchool } from "#db/queries/school.ts";
import type { FormReply } from "#domain/form-reply.ts";
import { PATHS } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import {
  providerForSignIn,
  providerName,
  describeSignInError,
  isSigningOutAtProvider,
  PROVIDER_SIGN_OUT_PATH,
  SIGNED_IN_AT_PROVIDER,
} from "./provider/identity-provider.server.ts";
import type { SignInCoverSchool } from "./cover.tsx";
import type { SignInPageProps } from "./sign-in-page.tsx";
import type { SignedOutPageProps } from "./signed-out-page.tsx";
import type { SignInStep } from "./step.ts";

const ENDED =
  "You have been signed out because you did not use Termbook for 60 minutes, or because you or an administrator signed you out of this device. Sign in to continue.";

const UNSAVED =
  "You have been signed out, and your change was not saved. Sign in, go back to the page and make your change again.";

/** Reads what every visitor may know about the school. Before a school exists, the product's name is used. */
async function readCover(): Promise<SignInCoverSchool & { exists: boolean }> {
  const school = await findSchool(noTransaction);
  return { name: school?.name ?? "Termbook", exists: school !== null };
}

/**
 * Loads the sign-in page.
 * @param resetting the person who has signed in and must choose a new password, or null for a visitor
 * @throws a redirect when no school exists yet
 */
export async function readSignIn(request: Request, resetting: Person | null): Promise<SignInPageProps> {
  const [school, remembered] = await Promise.all([readCover(), rememberedUserName(request)]);
  if (!school.exists) throw redirect(PATHS.firstRun);
  const input = new URL(request.url).searchParams;
  const common = { school, passwordRule: PASSWORD_RULE };
  if (resetting) return { ...common, step: "reset", userName: resetting.userName };
  if (input.get("step") === "password" && remembered)
    return { ...common, step: "password", userName: remembered };
  return {
    ...common,
    ...providerForSignIn(input.get("next")),
    step: "username",
    userName: remembered,
    refusal: describeSignInError(input.get("provider")),
    notice: noticeFor(input),
  };
}

function noticeFor(input: URLSearchParams): string | null {
  if (input.has("unsaved")) return UNSAVED;
  return input.has("ended") ? ENDED : null;
}

/**
 * The time for which the user name is remembered: long enough to look up a password, and short enough that the next
 * person at this computer does not see the name.
 */
const REMEMBERED_SECONDS = 10 * 60;

/**
 * Reads the user name from the cookie of the first step, so that the second step is shown again after Back or a reload.
 */
async function rememberedUserName(request: Request): Promise<string> {
  const userName: unknown = await userNameCookie().parse(request.headers.get("Cookie"));
  return typeof userName === "string" ? userName : "";
}

export function rememberUserName(userName: string): Promise<string> {
  return userNameCookie().serialize(userName);
}

export function deleteUserNameCookie(): Promise<string> {
  return userNameCookie().serialize("", { maxAge: 0 });
}

function userNameCookie(): Cookie {
  return signedCookie("sign-in", REMEMBERED_SECONDS);
}

/** Loads the page after a sign-out. The person may also have to sign out at the identity provider. */
export async function readSignedOut(request: Request): Promise<SignedOutPageProps> {
  const name = providerName();
  const common = { school: await readCover(), next: "/", link: "Sign in" };
  if (isSigningOutAtProvider(request))
    return {
      ...common,
      words: `You are signed out of Termbook. ${name} will now sign you out too.`,
      next: PROVIDER_SIGN_OUT_PATH,
      link: `Continue to ${name}`,
      goesOn: true,
    };
  if (name !== null && new URL(request.url).searchParams.has(SIGNED_IN_AT_PROVIDER))
    return {
      ...common,
      words: `You are signed out of Termbook, but may still be signed in at ${name}. If others use this computer, sign out there too.`,
      goesOn: false,
    };
  return { ...common, words: "Nobody is signed in on this device now.", goesOn: true };
}

/** The step to show in place of the step that the loader chose, with the response to the step's form. */
export type SignInStepView = Partial<FormReply> & {
  step: SignInStep;
  userName: string;
  carried?: string;
  notice?: string;
};

type Taken = Response | ReturnType<typeof data<SignInStepView>>;

const KEPT = "You have been signed out. What you typed is kept on this page and is saved when you sign in.";

const NEXT_STEP: Readonly<Record<string, SignInStep>> = { username: "password", password: "reset" };

/**
 * Carries a form that was submitted without a session through the sign-in. Afterwards the browser submits the form
 * again to its page, which accepts it only from the person who wrote it.
 */
export async function carryFormThroughSignIn(
  request: Request,
  takeStep: () => Promise<Taken>,
): Promise<Taken> {
  const form = await readPostedForm(request);
  const first = { step: "username", userName: "" } as const;
  const carried = form.get(CARRIED_FORM_FIELD);
  if (typeof carried !== "string") {
    if (!form.has("author")) return takeStep();
    return data({
      ...first,
      carried: encryptCarriedForm(form, pathAfterSignIn(request)),
      notice: keptWords(),
    });
  }
  const path = findCarriedFormPath(carried);
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

/** Tells people who sign in at the identity provider where their form is kept. The provider would not send it back. */
function keptWords(): string {
  const name = providerName();
  return name === null ? KEPT : `${KEPT} ${name} opens in a new tab: sign in there, then choose NEXT here.`;
}

/** Returns a thrown response, such as the redirect after a sign-in. Throws any other error again. */
function thrownAnswer(thrown: unknown): Response {
  if (thrown instanceof Response) return thrown;
  throw thrown;
}

function leadsToSignIn({ headers }: Response, { url }: Request): boolean {
  return new URL(headers.get("Location") ?? "", url).pathname === SIGN_IN_PATH;
}

function cookiesOf({ headers }: Response): Headers {
  return new Headers(headers.getSetCookie().map((cookie): [string, string] => ["Set-Cookie", cookie]));
}
