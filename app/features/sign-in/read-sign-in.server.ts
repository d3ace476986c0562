import { redirect, type Cookie } from "@remix-run/node";
import { PASSWORD_RULE } from "#access/passwords/new-password.server.ts";
import { signedCookie } from "#access/signed-cookie.server.ts";
import { noTransaction } from "#db/index.ts";
import { findSchool } from "#db/queries/school.ts";
import { PATHS } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { offeredProvider, providerName } from "./provider/identity-provider.server.ts";
import { describeSignInError } from "./provider/provider-faults.server.ts";
import type { CoverSchool } from "./cover.tsx";
import type { SignInPageProps } from "./sign-in-page.tsx";
import type { SignedOutPageProps } from "./signed-out-page.tsx";
import { isSigningOut, SIGN_OUT_AT_PROVIDER, STILL_IN } from "./provider/sign-out-at-provider.server.ts";

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
