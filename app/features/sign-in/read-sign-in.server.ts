import { redirect, type Cookie, data } from "@remix-run/node";
import { CARRIED_FIELD, carriedForm, carriedFormPath } from "#access/carried/carried-form.server.ts";
import { PASSWORD_RULE } from "#access/passwords/new-password.server.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { readSessionToken, signedCookie } from "#access/session-cookie.server.ts";
import { pathToReturnTo, SIGN_IN } from "#access/sign-in-path.ts";
import { noTransaction } from "#db/index.ts";
import { findSchool } from "#db/queries/school.ts";
import type { FormReply } from "#domain/form-reply.ts";
import { PATHS } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { offeredProvider, providerName, describeSignInError } from "./provider/identity-provider.server.ts";
import type { CoverSchool } from "./cover.tsx";
import type { SignInPageProps } from "./sign-in-page.tsx";
import type { SignedOutPageProps } from "./signed-out-page.tsx";
import { isSigningOut, SIGN_OUT_AT_PROVIDER, STILL_IN } from "./provider/sign-out-at-provider.server.ts";
import type { Step } from "./step.ts";

const ENDED =
  "You have been signed out after 60 minutes without use, or because your session was ended. Sign in to continue.";

const UNSAVED =
  "You have been signed out, and your change was not saved. Sign in, go back to the page and send it again.";

/** Reads what anyone may know of the school; when there is no school yet, the product's own name. */
async function readCover(): Promise<CoverSchool & { exists: boolean }> {
  const school = await findSchool(noTransaction);
  return { name: school?.name ?? "Termbook", exists: school !== null };
}

/**
 * @param resetting the person who signed in and must choose a new password, null for a visitor
 * @throws a redirect where the school is still to be made
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
    ...offeredProvider(input.get("next")),
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

/** Long enough to look up a password, short enough that the next person at this computer does not see the name. */
const REMEMBERED_SECONDS = 10 * 60;

/** The user name is kept between the first step and the second, so that Back and a reload find the step again. */
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

/**
 * Reads the page after signing out here: the sign-out is done, the provider comes next, or the provider keeps the
 * person signed in.
 */
export async function readSignedOut(request: Request): Promise<SignedOutPageProps> {
  const name = providerName();
  const common = { school: await readCover(), next: "/", link: "Sign in" };
  if (isSigningOut(request))
    return {
      ...common,
      words: `You are signed out of Termbook. ${name} will now sign you out too.`,
      next: SIGN_OUT_AT_PROVIDER,
      link: `Continue to ${name}`,
      goesOn: true,
    };
  if (name !== null && new URL(request.url).searchParams.has(STILL_IN))
    return {
      ...common,
      words: `You are signed out of Termbook, but may still be signed in at ${name}. If others use this computer, sign out there too.`,
      goesOn: false,
    };
  return { ...common, words: "Nobody is signed in on this device now.", goesOn: true };
}

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
