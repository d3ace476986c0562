import { readCover } from "../read-sign-in.server.ts";
import type { SignedOutPageProps } from "../signed-out-page.tsx";
import { providerName } from "./identity-provider.server.ts";
import { isSigningOut, SIGN_OUT_AT_PROVIDER, STILL_IN } from "./sign-out-at-provider.server.ts";

/** What is said after signing out here: it is done, the provider comes next, or it keeps the person signed in. */
export async function readSignedOut(request: Request): Promise<SignedOutPageProps> {
  const name = providerName();
  const common = { school: await readCover(), next: "/", link: "Sign in" };
  if (isSigningOut(request))
    return {
      ...common,
      words: `You are signed out of Termbook. Now ${name} signs you out as well.`,
      next: SIGN_OUT_AT_PROVIDER,
      link: `Go on to ${name}`,
      goesOn: true,
    };
  if (name !== null && new URL(request.url).searchParams.has(STILL_IN))
    return {
      ...common,
      words: `You are signed out of Termbook, but may still be signed in at ${name}. On a computer that others use, sign out there too.`,
      goesOn: false,
    };
  return { ...common, words: "Nobody is signed in on this device now.", goesOn: true };
}
