import { redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireVisitor } from "#access/require-access.server.ts";
import { readSignedOut } from "#features/sign-in/read-sign-in.server.ts";
import { SignedOutPage } from "#features/sign-in/signed-out-page.tsx";

export const access = "visitor" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Signed out - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  if (await requireVisitor(request)) throw redirect("/");
  return readSignedOut(request);
}

export default function SignedOut() {
  return <SignedOutPage {...useLoaderData<typeof loader>()} />;
}
