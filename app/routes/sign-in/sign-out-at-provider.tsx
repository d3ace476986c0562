import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import {
  providerName,
  providerSignOutUrl,
  clearProviderSignOutCookie,
} from "#features/sign-in/provider/identity-provider.server.ts";
import { notFound } from "#runtime/errors.ts";

export const access = "anyone" satisfies Access;

/** Ends the session at the identity provider. Termbook's own session has already ended. */
export async function loader({ request }: LoaderFunctionArgs) {
  if (providerName() === null) throw notFound();
  return redirect(await providerSignOutUrl(request), {
    headers: { "Set-Cookie": clearProviderSignOutCookie() },
  });
}
