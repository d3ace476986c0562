import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { ImportKindsPage } from "#features/imports/start-page.tsx";
import { loadImportKinds } from "#features/imports/imports.server.ts";

export const access = "admin" satisfies Access;

export const handle = { back: { to: PATHS.settings, label: "Settings" } };

export const meta: MetaFunction = () => [{ title: "Data import - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return { kinds: await loadImportKinds(visit) };
}

export default function MovingIn() {
  return <ImportKindsPage kinds={useLoaderData<typeof loader>().kinds} />;
}
