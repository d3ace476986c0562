import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { createExpiredSessionCookie } from "#access/session-cookie.server.ts";
import { pathAfterSignIn } from "#access/sign-in-path.ts";
import { SignOutDialog } from "#features/shell/sign-out/sign-out-question.tsx";
import {
  SIGNED_OUT_PATH,
  createProviderSignOutCookie,
} from "#features/sign-in/provider/identity-provider.server.ts";
import { signOut } from "#features/sign-in/sign-in.server.ts";

export const access = "signed-in" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Sign Out - Termbook" }];

/** Loads the target of the Cancel link: the page that `next` names, from which the person opened this dialog. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return { closeTo: pathAfterSignIn(request) };
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const idToken = await signOut(person);
  const headers = new Headers({ "Set-Cookie": createExpiredSessionCookie() });
  if (idToken !== null) headers.append("Set-Cookie", createProviderSignOutCookie(idToken));
  return redirect(SIGNED_OUT_PATH, { headers });
}

export default function SignOut() {
  return <SignOutDialog {...useLoaderData<typeof loader>()} />;
}
