import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { useShellContext } from "#features/shell/frame/shell-context.ts";
import { UnsentPage } from "#features/unsent/unsent-page.tsx";

export const access = "signed-in" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Not yet saved - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return null;
}

/** Loads nothing from the server: the page shows only data on the device, and it must open without a network. */
export function clientLoader() {
  return null;
}

export default function Unsent() {
  const { account, person } = useShellContext();
  return <UnsentPage account={account} displayName={person.displayName} />;
}
