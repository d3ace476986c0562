import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { describeCaller } from "#access/caller.server.ts";
import type { Access } from "#access/permissions.ts";
import { SIGN_IN_PATH } from "#access/sign-in-path.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import { signInByProvider, deleteProviderFlowCookie } from "#features/sign-in/authenticator.server.ts";
import { providerName } from "#features/sign-in/provider/identity-provider.server.ts";
import { notFound } from "#runtime/errors.ts";

/** Signed-in people may open this route too, to sign in again before their session ends. */
export const access = "anyone" satisfies Access;

/**
 * Redirects to the identity provider, and later handles its response. The link to this route works without JavaScript.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (providerName() === null) throw notFound();
  const outcome = await signInByProvider(request, await describeCaller(request, context.ip));
  const headers = new Headers({ "Set-Cookie": await deleteProviderFlowCookie() });
  const { returnTo } = outcome;
  if (!outcome.ok) {
    const next = returnTo === PATHS.mainMenu ? null : returnTo;
    return redirect(withQuery(SIGN_IN_PATH, { provider: outcome.reason, next }), { headers });
  }
  for (const cookie of outcome.cookies) headers.append("Set-Cookie", cookie);
  return redirect(returnTo, { headers });
}
