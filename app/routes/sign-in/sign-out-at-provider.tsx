import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { providerName } from "#features/sign-in/provider/identity-provider.server.ts";
import { addressToSignOut, signedOutCookie } from "#features/sign-in/provider/sign-out-at-provider.server.ts";
import { notFound } from "#runtime/errors.ts";

export const access = "anyone" satisfies Access;

/** The second half of signing out, for who was signed in by the identity provider. */
export async function loader({ request }: LoaderFunctionArgs) {
  if (providerName() === null) throw notFound();
  return redirect(await addressToSignOut(request), { headers: { "Set-Cookie": signedOutCookie() } });
}
