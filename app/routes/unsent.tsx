import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useRouteLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { UnsentPage } from "#features/unsent/unsent-page.tsx";
import type { loader as shellLoader } from "./app.tsx";

export const access = "signed-in" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Not yet saved - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return null;
}

/** All that it shows is on the device, also when the server cannot be reached. */
export function clientLoader() {
  return null;
}

export default function Unsent() {
  const shell = useRouteLoaderData<typeof shellLoader>("routes/app");
  return shell ? <UnsentPage account={shell.account} displayName={shell.person.displayName} /> : null;
}
